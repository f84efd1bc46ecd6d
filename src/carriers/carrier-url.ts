import { Problem } from '../problem.ts';
import { nearest, type Setting, value } from '../setting.ts';

/** What may follow the `?` of a carrier's URL, by the name that the code has for it. */
export type Parameters = Readonly<Record<string, Setting<unknown>>>;

export type ParameterValues<P extends Parameters> = { readonly [K in keyof P]: ReturnType<P[K]['parse']> };

export const parameter = <T>(name: string, fallback: string, help: string, parse: (text: string) => T): Setting<T> => ({
  name,
  fallback,
  help,
  parse,
});

/** Throws a Problem for a parameter that is unknown, wrong or there twice. */
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

/** Behind a question mark that was not encoded may be the rest of the password; it is quoted only if it looks like a name. */
function unknown(name: string, names: readonly string[]): Problem {
  if (!/^\w{1,30}$/.test(name)) return wrongUrl('it has a parameter that is none; ? in a password is written as %3F');
  return wrongUrl(`it has no parameter ${name} (did you mean ${nearest(name, [...names])}?)`);
}

function quotable<T>(setting: Setting<T>, query: URLSearchParams): Setting<T> {
  return { ...setting, secret: /[@/]/.test(query.get(setting.name) ?? '') };
}

export function wrongUrl(what: string): Problem {
  return new Problem(
    `The carrier's URL is wrong: ${what}`,
    'Correct it; docs/reference/carrier-url.md lists its parameters',
  );
}
