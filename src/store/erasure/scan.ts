import type { Queryable } from '../../database/db.ts';
import { firstUuid, lastUuid } from '../../domain/uuid.ts';
import type { Walked } from '../walk.ts';

/** SQL with a `?` for the value. One whose value is undefined does not count. */
export type Condition = readonly [sql: string, value: unknown];

export type Scan = {
  readonly table: string;
  readonly columns: string;
  /** Served by an index in which the id comes next. */
  readonly key?: readonly Condition[];
  /** A condition without a value, in the words of a partial index that serves the key. */
  readonly partial?: string | undefined;
  /** Rows have to be looked at for these. */
  readonly fits: readonly Condition[];
  readonly before?: string | undefined;
  readonly from?: string | undefined;
  readonly limit: number;
  /** SQL for the bytes of a row, where rows may be large: a page then ends when it has enough of them. */
  readonly bytes?: string;
};

/** Of one page; its first row always fits. */
export const mostBytes = 4 * 1024 * 1024;

/** The rows of a page before it has enough bytes, and in `fitting` how many there would be. */
export const lightEnough = (fitting: string, bytes: string): string =>
  `SELECT * FROM (SELECT f.*, count(*) OVER () AS fitting, sum(${bytes}) OVER (ORDER BY f.id DESC) - ${bytes} AS before
     FROM ${fitting} f) w WHERE before < ${mostBytes}`;

/** Rows one page may look at. A filter that fits few of many ends in a short page, not in a long wait. */
const mostLookedAt = 20_000;

/** Newest first, in the order of ids. */
export async function scanNewest<Row extends { readonly id: string }>(db: Queryable, scan: Scan): Promise<Walked<Row>> {
  const { table, columns, before = lastUuid, from = firstUuid, limit } = scan;
  const values: unknown[] = [before, from, limit];
  const sqlOf = (conditions: readonly Condition[]): string =>
    conditions
      .filter(([, value]) => value !== undefined)
      .map(([sql, value]) => ` AND ${sql.replaceAll('?', `$${values.push(value)}`)}`)
      .join('');
  const [key, fits] = [sqlOf(scan.key ?? []), sqlOf(scan.fits)];
  const most = fits === '' ? limit : mostLookedAt;
  const { rows } = await db.query<Row & { seen: string; oldest: string | null; fitting: string; before: string }>(
    `WITH seen AS MATERIALIZED (
       SELECT * FROM ${table} WHERE id < $1 AND id >= $2${key}${scan.partial ? ` AND ${scan.partial}` : ''}
         ORDER BY id DESC LIMIT ${most}),
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
