/** The statements of a request, recorded at the driver: the same statements take the same time. */
import pg from 'pg';
import { afterAll } from 'vitest';

type Statement = { text: string; values: string };
const seen: Statement[] = [];
const prototype = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
const { query } = prototype;

prototype.query = function (this: unknown, ...given: unknown[]) {
  const [first, values] = given as [string | { text?: string; values?: unknown }, unknown];
  const { text = '', values: own } = typeof first === 'string' ? { text: first } : first;
  seen.push({ text, values: JSON.stringify([own, Array.isArray(values) ? values : []]) });
  return query.apply(this, given);
};
afterAll(() => {
  prototype.query = query;
});

/** The recorded statements of this id, from all callers. */
export function statementsAbout(id: string): string[] {
  return seen.filter(({ values }) => values.includes(id)).map(({ text }) => text);
}
