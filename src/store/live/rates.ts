import type { Queryable } from '../../database/db.ts';

export type Rate = { readonly accountId: string; readonly accepted: number; readonly delivered: number };

/** A process writes every two seconds; one that has not for so long is gone, or nobody wanted to know. */
const freshSeconds = 6;
/** Whoever reads says so at least every two seconds. */
const wantedSeconds = 10;

/** Says that this process wants to know the rates, so that all write theirs. */
export async function wantRates(db: Queryable, holder: string): Promise<void> {
  await db.query({
    name: 'want rates',
    text: `INSERT INTO live_readers (holder, seen_at) VALUES ($1, now())
      ON CONFLICT (holder) DO UPDATE SET seen_at = excluded.seen_at`,
    values: [holder],
  });
}

/** In SQL: whether the process of a row of `live_readers` still wants to know them. */
export const isReading = `seen_at > now() - interval '${wantedSeconds} seconds'`;

/** What this process has to say in place of what it said last, and away with what others have left behind. */
export async function writeRates(db: Queryable, holder: string, rates: readonly Rate[]): Promise<void> {
  await db.query({
    name: 'write rates',
    text: `WITH gone AS (
        DELETE FROM live_rates WHERE holder = $1 AND account_id <> ALL ($2::uuid[]) OR seen_at < now() - interval '1 minute'),
      readers AS (DELETE FROM live_readers WHERE seen_at < now() - interval '1 minute')
      INSERT INTO live_rates (holder, account_id, accepted, delivered, seen_at)
      SELECT $1, *, now() FROM unnest($2::uuid[], $3::float8[], $4::float8[])
      ON CONFLICT (account_id, holder) DO UPDATE
        SET accepted = excluded.accepted, delivered = excluded.delivered, seen_at = excluded.seen_at`,
    values: [
      holder,
      rates.map(({ accountId }) => accountId),
      rates.map(({ accepted }) => accepted),
      rates.map(({ delivered }) => delivered),
    ],
  });
}

/** A second, over all processes: of these accounts each, or of all together. */
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
