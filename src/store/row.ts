import type pg from 'pg';
import type { Queryable } from '../database/db.ts';

/** Values by column. Those that are undefined are left out. */
type Values = Readonly<Record<string, unknown>>;

const given = (values: Values): [column: string, value: unknown][] =>
  Object.entries(values).filter(([, value]) => value !== undefined);

/** `ending` follows the values: a conflict clause, or RETURNING. */
export function insertRow<Row extends pg.QueryResultRow>(
  db: Queryable,
  table: string,
  values: Values,
  ending = '',
): Promise<pg.QueryResult<Row>> {
  const columns = given(values);
  const places = columns.map((_, index) => `$${index + 1}`).join(', ');
  return db.query<Row>(
    `INSERT INTO ${table} (${columns.map(([column]) => column).join(', ')}) VALUES (${places}) ${ending}`,
    columns.map(([, value]) => value),
  );
}

/** Changes the row with this key. `ending` follows the condition on the key. */
export function updateRow<Row extends pg.QueryResultRow>(
  db: Queryable,
  table: string,
  key: Values,
  values: Values,
  ending = '',
): Promise<pg.QueryResult<Row>> {
  const [keys, columns] = [given(key), given(values)];
  const where = keys.map(([column], index) => `${column} = $${index + 1}`).join(' AND ');
  const changes = columns.map(([column], index) => `${column} = $${keys.length + index + 1}`).join(', ');
  // Without a change, the row is still found and returned.
  return db.query<Row>(
    `UPDATE ${table} SET ${changes || `${keys[0]![0]} = ${keys[0]![0]}`} WHERE ${where} ${ending}`,
    [...keys, ...columns].map(([, value]) => value),
  );
}

/** The row without columns that are NULL. */
export function present<Row extends object>(row: Row): Present<Row> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Present<Row>;
}

type Present<Row> = {
  readonly [K in keyof Row]: Exclude<Row[K], null> | (null extends Row[K] ? undefined : never);
};

export const rowsOf = async <Row extends object>(db: Queryable, query: pg.QueryConfig): Promise<Row[]> =>
  (await db.query<Row>(query)).rows;

/** The first row. */
export const rowOf = async <Row extends object>(db: Queryable, query: pg.QueryConfig): Promise<Row | undefined> =>
  (await db.query<Row>(query)).rows[0];
