/** The statements of a request, recorded at the driver: the same statements take the same time. */
import pg from 'pg';
import { afterAll } from 'vitest';

type Statement = { text: string; values: string };
const seen: Statement[] = [];
const prototype = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
const { query } = prototype;

/** Records until the end of the test file. Files that run in one process share this module, so each calls this function. */
export function recordStatements(): (id: string) => string[] {
  prototype.query = function (this: unknown, ...given: unknown[]) {
    const [first, values] = given as [string | { text?: string; values?: unknown }, unknown];
    const { text = '', values: own } = typeof first === 'string' ? { text: first } : first;
    seen.push({ text, values: JSON.stringify([own, Array.isArray(values) ? values : []]) });
    return query.apply(this, given);
  };
  afterAll(() => {
    prototype.query = query;
  });
  return statementsAbout;
}

/** The recorded statements of this id, from all callers. */
function statementsAbout(id: string): string[] {
  return seen.filter(({ values }) => values.includes(id)).map(({ text }) => text);
}
