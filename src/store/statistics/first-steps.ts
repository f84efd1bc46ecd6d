import type { Queryable } from '../../database/db.ts';
import { serviceAccountId } from '../../domain/access/service-account.ts';
import { firstUuid } from '../../domain/uuid.ts';

type SeenMessage = {
  readonly id: string;
  readonly destination: string;
  readonly state: string;
  readonly reason: string | null;
};

/** What an account, or all accounts together, have done so far. A message or delivery is given if it is among the newest. */
export type DoneRow = {
  readonly sent: boolean;
  /** A message was accepted before the given time. */
  readonly used_before: boolean;
  readonly was_delivered: boolean;
  readonly has_failed: boolean;
  readonly delivered: SeenMessage | null;
  readonly failed: SeenMessage | null;
  readonly webhook: { readonly id: string; readonly url: string } | null;
};

/** Accounts looked at, and rows read of each and in total. */
const most = { accounts: 1_000, ofEach: 200, ofAll: 1_000, counts: 5_000 };

const newest = (table: string, columns: string): string =>
  `SELECT r.* FROM (
     SELECT id FROM accounts WHERE id <> '${serviceAccountId}' AND ($1::uuid IS NULL OR id = $1)
     ORDER BY id LIMIT ${most.accounts}) a, LATERAL (
     SELECT ${columns} FROM ${table} WHERE account_id = a.id AND id >= '${firstUuid}' ORDER BY id DESC LIMIT ${most.ofEach}) r
   LIMIT ${most.ofAll}`;

const latest = (from: string, condition: string): string =>
  `(SELECT to_json(r) FROM ${from} r WHERE ${condition} ORDER BY id DESC LIMIT 1)`;

/** A message exists before it is counted, and its counts outlive it; so both are read. Each part has a bound, whatever is stored. */
export async function findDone(db: Queryable, accountId: string | undefined, before: Date): Promise<DoneRow> {
  const counts = accountId === undefined ? 'traffic_of_all WHERE $1::uuid IS NULL' : 'traffic WHERE account_id = $1';
  const counted = (sum: string) => `EXISTS (SELECT FROM counts WHERE ${sum} > 0)`;
  const { rows } = await db.query<DoneRow>(
    `WITH seen AS MATERIALIZED (${newest('messages', 'id, destination, state, reason')}),
      events AS MATERIALIZED (${newest('outbox', 'id, url, state')}),
      counts AS MATERIALIZED (
        SELECT delivered, failed + rejected AS failed FROM ${counts} ORDER BY starts_at DESC LIMIT ${most.counts})
    SELECT EXISTS (SELECT FROM counts) OR EXISTS (SELECT FROM seen) AS sent,
      EXISTS (SELECT FROM ${counts} AND starts_at < $2) AS used_before,
      ${counted('delivered')} AS was_delivered, ${counted('failed')} AS has_failed,
      ${latest('seen', `state = 'DELIVERED'`)} AS delivered,
      ${latest('seen', `state IN ('FAILED', 'REJECTED')`)} AS failed,
      ${latest('events', `state = 'delivered'`)} AS webhook`,
    [accountId ?? null, before],
  );
  return rows[0]!;
}
