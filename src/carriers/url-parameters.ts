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
    if (!names.includes(name)) throw wrongUrl(`it has no parameter ${name}; did you mean ${nearest(name, names)}?`);
    if (query.getAll(name).length > 1) throw wrongUrl(`it has ${name} twice`);
  }
  const values = Object.entries(parameters).map(([key, setting]) => [
    key,
    value(setting, query.get(setting.name) ?? setting.fallback ?? ''),
  ]);
  return Object.fromEntries(values) as ParameterValues<P>;
}

export function wrongUrl(what: string): Problem {
  return new Problem(
    `The carrier's URL is wrong: ${what}`,
    'Correct it; docs/reference/carrier-url.md lists its parameters',
  );
}
