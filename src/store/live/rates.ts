import type { Queryable } from '../../database/db.ts';
import { rowSet } from '../row-set.ts';

export type Rate = { readonly accountId: string; readonly accepted: number; readonly delivered: number };
const rateRows = rowSet<Rate>({ accountId: 'uuid', accepted: 'float8', delivered: 'float8' });

/** A process writes every 2 s while there are readers; older rates are ignored. */
const freshSeconds = 6;
/** A reader renews its row at least every 2 s. */
const wantedSeconds = 10;

/** Registers this process as a reader, so that all processes write their rates. */
export async function wantRates(db: Queryable, holder: string): Promise<void> {
  await db.query({
    name: 'want rates',
    text: `INSERT INTO live_readers (holder, seen_at) VALUES ($1, now())
      ON CONFLICT (holder) DO UPDATE SET seen_at = excluded.seen_at`,
    values: [holder],
  });
}

/** In SQL: whether the process of a row of `live_readers` still reads. */
export const isReading = `seen_at > now() - interval '${wantedSeconds} seconds'`;

/** Replaces the rates of this process, and deletes those of dead processes. */
export async function writeRates(db: Queryable, holder: string, rates: readonly Rate[]): Promise<void> {
  await db.query({
    name: 'write rates',
    text: `WITH gone AS (
        DELETE FROM live_rates WHERE holder = $1 AND account_id <> ALL ($2::uuid[]) OR seen_at < now() - interval '1 minute'),
      readers AS (DELETE FROM live_readers WHERE seen_at < now() - interval '1 minute')
      INSERT INTO live_rates (holder, account_id, accepted, delivered, seen_at)
      SELECT $1, *, now() FROM ${rateRows.from('w', 2)}
      ON CONFLICT (account_id, holder) DO UPDATE
        SET accepted = excluded.accepted, delivered = excluded.delivered, seen_at = excluded.seen_at`,
    values: [holder, ...rateRows.values(rates)],
  });
}

/** Messages per second over all processes: of each of these accounts, or of all together. */
export async function readRates(db: Queryable, accountIds: readonly string[] | undefined): Promise<Map<string, Rate>> {
  const { rows } = await db.query<Rate>({
    name: accountIds === undefined ? 'rates of all' : 'rates of accounts',
    text: `SELECT ${accountIds === undefined ? `''` : 'account_id'} AS "accountId",
        coalesce(sum(accepted), 0) AS accepted, coalesce(sum(delivered), 0) AS delivered FROM live_rates
      WHERE seen_at > now() - interval '${freshSeconds} seconds'
        ${accountIds === undefined ? '' : 'AND account_id = ANY ($1::uuid[]) GROUP BY account_id'}`,
    values: accountIds === undefined ? [] : [accountIds],
  });
  return new Map(rows.map((row) => [row.accountId, row]));
}
