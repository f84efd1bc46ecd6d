import type pg from 'pg';
import type { Queryable } from '../database/db.ts';
import { snakeCase } from './row-set.ts';

/** Values by column, in camel or snake case; undefined values are left out. */
export type Values = Readonly<Record<string, unknown>>;

/** A value that the database computes. */
export class Sql {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Written = readonly [column: string, sql: string];

/** The columns and the SQL of their values, which are added to `parameters`. */
function written(values: Values, parameters: unknown[]): Written[] {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [snakeCase(name), value instanceof Sql ? value.text : `$${parameters.push(value)}`]);
}

const assigned = (columns: readonly Written[]): string[] => columns.map(([column, sql]) => `${column} = ${sql}`);

/** `ending` follows the values: a conflict clause, or RETURNING. */
export function insertRow<Row extends pg.QueryResultRow>(
  db: Queryable,
  table: string,
  values: Values,
  ending = '',
): Promise<pg.QueryResult<Row>> {
  const parameters: unknown[] = [];
  const columns = written(values, parameters);
  const [names, places] = [columns.map(([column]) => column), columns.map(([, sql]) => sql)];
  return db.query<Row>(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places.join(', ')}) ${ending}`,
    parameters,
  );
}

/** Inserts the row, or changes the one with this key. */
export function upsertRow<Row extends pg.QueryResultRow>(
  db: Queryable,
  table: string,
  key: Values,
  values: Values,
  ending = '',
): Promise<pg.QueryResult<Row>> {
  const columnsOf = (given: Values) => written(given, []).map(([column]) => column);
  const changes = columnsOf(values).map((column) => `${column} = excluded.${column}`);
  const conflict = `ON CONFLICT (${columnsOf(key).join()}) DO UPDATE SET ${changes.join()}`;
  return insertRow<Row>(db, table, { ...key, ...values }, `${conflict} ${ending}`);
}

/** Changes the row with this key. `ending` follows the condition on the key. */
export function updateRow<Row extends pg.QueryResultRow>(
  db: Queryable,
  table: string,
  key: Values,
  values: Values,
  ending = '',
): Promise<pg.QueryResult<Row>> {
  const parameters: unknown[] = [];
  const where = assigned(written(key, parameters));
  const changes = assigned(written(values, parameters));
  // Without a change, the row is still found and returned.
  const set = changes.length > 0 ? changes.join(', ') : where[0];
  return db.query<Row>(`UPDATE ${table} SET ${set} WHERE ${where.join(' AND ')} ${ending}`, parameters);
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
