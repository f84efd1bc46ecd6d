import { Problem } from '../base/problem.ts';
import { nearest, type Setting, value } from '../config/setting.ts';

/** The parameters of a carrier's URL, by their names in the code. */
export type Parameters = Readonly<Record<string, Setting<unknown>>>;

export type ParameterValues<P extends Parameters> = { readonly [K in keyof P]: ReturnType<P[K]['parse']> };

export const parameter = <T>(name: string, fallback: string, help: string, parse: (text: string) => T): Setting<T> => ({
  name,
  fallback,
  help,
  parse,
});

/** Throws a Problem for a parameter that is unknown, wrong or given twice. */
export function readParameters<P extends Parameters>(query: URLSearchParams, parameters: P): ParameterValues<P> {
  const names = Object.values(parameters).map(({ name }) => name);
  for (const name of query.keys()) {
    if (!names.includes(name)) throw unknown(name, names);
    if (query.getAll(name).length > 1) throw wrongUrl(`it has ${name} twice`);
  }
  const values = Object.entries(parameters).map(([key, setting]) => [
    key,
    value(quotable(setting, query), query.get(setting.name) ?? setting.fallback ?? ''),
  ]);
  return Object.fromEntries(values) as ParameterValues<P>;
}

/** What follows an unencoded question mark may be the rest of the password, so it is quoted only if it looks like a name. */
function unknown(name: string, names: readonly string[]): Problem {
  if (!/^\w{1,30}$/.test(name)) return wrongUrl('it has a parameter that is none; ? in a password is written as %3F');
  return wrongUrl(`unknown parameter ${name} (did you mean ${nearest(name, [...names])}?)`);
}

function quotable<T>(setting: Setting<T>, query: URLSearchParams): Setting<T> {
  return { ...setting, secret: /[@/]/.test(query.get(setting.name) ?? '') };
}

export const emptyOr =
  <T>(parse: (text: string) => T) =>
  (text: string): T | undefined =>
    text === '' ? undefined : parse(text);

/** Quotes nothing: what follows an unencoded slash or # may be the rest of the password. */
export function checkNoPath({ pathname, hash }: URL, credentials: string): void {
  if (pathname !== '' && pathname !== '/') throw wrongUrl(`it has a path; a slash in ${credentials} is written as %2F`);
  if (hash !== '') throw wrongUrl(`it has a #; in ${credentials} that is written as %23`);
}

const CHARACTERS = { ASCII: /^[\x20-\x7e]*$/, 'Latin-1': /^[\x20-\x7e\xa0-\xff]*$/ };

export function credential(encoded: string, name: string, most: number, characters: keyof typeof CHARACTERS): string {
  try {
    const text = decodeURIComponent(encoded);
    if (CHARACTERS[characters].test(text) && text.length <= most) return text;
  } catch {
    // A lone % is reported like the other faults.
  }
  throw wrongUrl(`its ${name} is longer than ${most} characters, not ${characters}, or not percent-encoded`);
}

export function wrongUrl(what: string): Problem {
  return new Problem(
    `The carrier's URL is wrong: ${what}`,
    'Correct it; docs/reference/carrier-url.md lists its parameters',
  );
}
