import { type Db, type Queryable, readWithout } from '../../database/db.ts';
import { firstUuid, lastUuid } from '../../domain/uuid.ts';
import type { Walked } from './walk.ts';

/** SQL with a `?` for the value. A condition whose value is undefined is left out. */
export type QueryCondition = readonly [sql: string, value: unknown];

/** A page of a list, newest first: ids below `before`, and not below `from`. */
export type ScanPage = {
  readonly before?: string | undefined;
  readonly from?: string | undefined;
  readonly limit: number;
};
/** A page of rows whose time is in a span. */
export type TimedPage = ScanPage & { readonly since?: Date | undefined; readonly until?: Date | undefined };

export const within = (column: string, { since, until }: TimedPage): QueryCondition[] => [
  [`${column} >= ?`, since],
  [`${column} < ?`, until],
];

/** Adds the values of the conditions to `values`, and returns their SQL. */
export const sqlOf = (conditions: readonly QueryCondition[], values: unknown[]): string =>
  conditions
    .filter(([, value]) => value !== undefined)
    .map(([sql, value]) => ` AND ${sql.replaceAll('?', `$${values.push(value)}`)}`)
    .join('');

/** The rows of a page; `select` ends with FROM. Undefined values are not in the text, so that the index of a condition is used. */
export async function selectNewest<Row extends object>(
  db: Queryable,
  select: string,
  id: string,
  conditions: readonly QueryCondition[],
  { before = lastUuid, limit }: ScanPage,
): Promise<Row[]> {
  const values: unknown[] = [before, limit];
  const where = sqlOf(conditions, values);
  return (await db.query<Row>(`${select} WHERE ${id} < $1${where} ORDER BY ${id} DESC LIMIT $2`, values)).rows;
}

/** An expression with an index that continues with the id. `sought`: SQL for what is compared with it, if not the value itself. */
export type Each = {
  readonly indexed: string;
  readonly type: 'text' | 'uuid';
  readonly values: readonly string[];
  readonly sought?: string;
};

type Scan = {
  readonly table: string;
  readonly columns: string;
  /** Conditions served by an index that continues with the id. */
  readonly key?: readonly QueryCondition[];
  /** Replaces `key`: the values of an indexed expression. Each is searched in the index, and the results are merged. */
  readonly each?: Each | undefined;
  /** A condition without a value, identical to that of a partial index that serves the key. */
  readonly partial?: string | undefined;
  /** Conditions for which the rows have to be read. */
  readonly fits: readonly QueryCondition[];
  readonly page: ScanPage;
  /** SQL for the size of a row, if rows may be large: a page ends when it has `mostBytes`. */
  readonly bytes?: string;
};

/** Bytes of one page; its first row always fits. */
const mostBytes = 4 * 1024 * 1024;

/** The rows of a page up to `mostBytes`, with the number of all fitting rows in `fitting`. */
export const lightEnough = (fitting: string, bytes: string): string =>
  `SELECT * FROM (SELECT f.*, count(*) OVER () AS fitting, sum(${bytes}) OVER (ORDER BY f.id DESC) - ${bytes} AS before
     FROM ${fitting} f) w WHERE before < ${mostBytes}`;

/** Rows read for one page. A filter that matches few of many rows returns a short page instead of taking long. */
const mostLookedAt = 20_000;

/** Like `scanNewest`, with a plan that reads the index in its order. */
export function listNewest<Row extends { readonly id: string }>(db: Db, scan: Scan): Promise<Walked<Row>> {
  return readWithout(db, 'bitmapscan', (tx) => scanNewest(tx, scan));
}

export async function scanNewest<Row extends { readonly id: string }>(db: Queryable, scan: Scan): Promise<Walked<Row>> {
  const { table, columns, each } = scan;
  const { before = lastUuid, from = firstUuid, limit } = scan.page;
  const values: unknown[] = [before, from, limit];
  const [key, fits] = [sqlOf(scan.key ?? [], values), sqlOf(scan.fits, values)];
  const most = fits === '' ? limit : mostLookedAt;
  const partial = scan.partial ? ` AND ${scan.partial}` : '';
  const source = each
    ? eachNewest(table, each, values.push(each.values), `${key}${partial}`, most)
    : `SELECT * FROM ${table} WHERE id < $1 AND id >= $2${key}${partial} ORDER BY id DESC LIMIT ${most}`;
  const { rows } = await db.query<Row & { seen: string; oldest: string | null; fitting: string; before: string }>(
    `WITH seen AS MATERIALIZED (
       ${source}),
     fitting AS (SELECT ${columns} FROM seen WHERE true${fits} ORDER BY id DESC LIMIT $3)
     SELECT f.*, t.* FROM (SELECT count(*) AS seen, min(id::text) AS oldest FROM seen) t
     LEFT JOIN (${lightEnough('fitting', scan.bytes ?? '0')}) f ON true
     ORDER BY f.id DESC`,
    values,
  );
  const found = rows
    .filter((row) => row.id !== null)
    .map(({ seen: _seen, oldest: _oldest, fitting: _fitting, before: _before, ...row }) => row as unknown as Row);
  if (found.length === limit || found.length < Number(rows[0]!.fitting))
    return { rows: found, lastSeen: found.at(-1)!.id, complete: false };
  return { rows: found, lastSeen: rows[0]!.oldest ?? undefined, complete: Number(rows[0]!.seen) < most };
}

/**
 * Compares rows instead of the expression, so that only its index has the order. With an equality, the planner may read the index of
 * the ids backwards, past any number of rows that do not fit.
 */
function eachNewest(table: string, each: Each, place: number, condition: string, most: number): string {
  const { indexed, type, sought = 'v.value' } = each;
  return `SELECT r.* FROM unnest($${place}::${type}[]) AS v (value), LATERAL (
        SELECT * FROM ${table} WHERE (${indexed}, id) < (${sought}, $1::uuid) AND (${indexed}, id) >= (${sought}, $2::uuid)${condition}
        ORDER BY ${indexed} DESC, id DESC LIMIT ${most}) r ORDER BY r.id DESC LIMIT ${most}`;
}
