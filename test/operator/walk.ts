/** Reads all pages of a list. */
import type { OperatorCall } from '../harness/operator.ts';
import type { Answer } from '../harness/service.ts';

type Call = (options: OperatorCall) => Promise<Answer>;

/** The items of `list` under `name`, over all pages of this query. */
export async function walk<T>(
  call: Call,
  list: string,
  name: string,
  query: Record<string, string> = {},
): Promise<T[]> {
  const found: T[] = [];
  let cursor: string | undefined;
  do {
    const parameters = new URLSearchParams({ ...query, ...(cursor === undefined ? {} : { cursor }) });
    const { status, text, body } = await call({ path: `${list}?${parameters.toString()}` });
    if (status !== 200) throw new Error(`${list}?${parameters.toString()} answered ${text}`);
    const page = body as Record<string, T[]> & { nextCursor?: string };
    found.push(...page[name]!);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return found;
}

/** Parameters that every list refuses. */
export const wrongPaging: Record<string, string>[] = [
  { limit: '0' },
  { limit: '1001' },
  { limit: 'ten' },
  { cursor: 'x' },
  { cursor: '' },
];
export const wrongRange: Record<string, string>[] = [{ from: 'yesterday' }, { to: '2026-01-01' }];
