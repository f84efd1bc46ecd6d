import type { Queryable } from '../../database/db.ts';
import { firstUuid } from '../../domain/uuid.ts';
import { accountsWithReadyEvents, isParked } from '../webhook/outbox.ts';

/** Counts stop here. */
export const mostCounted = 1_000;
/** Accounts whose events are read, and events at each end of the queue of one. */
const mostAccounts = 200;
const mostEvents = 50;

export type Waiting = { readonly pendingSenders: number; readonly unmatchedReceipts: number };

const counted = (rows: string) => `(SELECT count(*)::integer FROM (SELECT ${rows} LIMIT ${mostCounted}) c)`;

/** What waits for a decision. A receipt that arrives before its submit response is matched within seconds and not counted. */
export async function countWaiting(db: Queryable): Promise<Waiting> {
  const { rows } = await db.query<Waiting>({
    name: 'count waiting',
    text: `SELECT ${counted(`FROM senders WHERE status = 'Pending' AND deleted_at IS NULL`)} AS "pendingSenders",
      ${counted(`FROM unmatched_receipts WHERE received_at < now() - interval '1 minute'`)} AS "unmatchedReceipts"`,
  });
  return rows[0]!;
}

/**
 * Endpoints with failed attempts that will be repeated, and without a success since. In the queue of an account, new events come first
 * and repetitions last, so both ends are read.
 */
export async function countFailingEndpoints(db: Queryable): Promise<number> {
  const end = (order: 'ASC' | 'DESC') => `(SELECT origin, attempts, attempted_at FROM outbox
      WHERE account_id = w.account_id AND state = 'ready' AND NOT ${isParked('due_at')}
      ORDER BY due_at ${order}, id ${order} LIMIT ${mostEvents})`;
  const { rows } = await db.query<{ failing: number }>({
    name: 'count failing endpoints',
    text: `${accountsWithReadyEvents(`'${firstUuid}'::uuid`)}
      SELECT count(*)::integer AS failing FROM (
        SELECT w.account_id, e.origin, max(e.attempted_at) AS failed_at
        FROM (SELECT * FROM found LIMIT ${mostAccounts}) w, LATERAL (${end('ASC')} UNION ALL ${end('DESC')}) e
        WHERE e.attempts > 0 GROUP BY 1, 2) f
      WHERE NOT EXISTS (SELECT FROM (
          SELECT origin, state, attempted_at FROM outbox WHERE account_id = f.account_id AND id >= '${firstUuid}'
          ORDER BY id DESC LIMIT ${mostEvents * 4}) n
        WHERE n.origin = f.origin AND n.state = 'delivered' AND n.attempted_at > f.failed_at)`,
  });
  return rows[0]!.failing;
}
