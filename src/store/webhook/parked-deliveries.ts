import type { Queryable } from '../../database/db.ts';
import { bindOrigin } from '../../domain/receipt/report-target.ts';
import { literal } from '../literal.ts';
import type { Due } from './deliveries.ts';
import { isParked, parked } from './outbox.ts';

/** At most `room` events of an account that wait for the binds that `url` names. */
export type WantedParked = { readonly accountId: string; readonly url: string; readonly room: number };

/** Events that wait for these binds, those that have waited longest first. What waits for other binds is not read: it may be a lot. */
export async function lookAtParked(db: Queryable, wanted: readonly WantedParked[]): Promise<Due[]> {
  const { rows } = await db.query<{ account_id: string; id: string }>({
    name: 'look at parked events',
    text: `SELECT w.account_id, f.id FROM unnest($1::uuid[], $2::text[], $3::integer[]) AS w (account_id, url, room), LATERAL (
        SELECT o.id FROM outbox o
        WHERE o.state = 'ready' AND o.origin = '${bindOrigin}' AND o.account_id = w.account_id AND o.url = w.url
          AND ${isParked('o.due_at')}
        ORDER BY o.due_at, o.id LIMIT w.room) f`,
    values: [
      literal(wanted.map(({ accountId }) => accountId)),
      wanted.map(({ url }) => url),
      literal(wanted.map(({ room }) => room)),
    ],
  });
  return rows.map(({ account_id: accountId, id }) => ({ accountId, id, origin: bindOrigin }));
}

/** Due events for binds that this process does not have: from now on they wait, and only those who have a bind look at them. */
export async function parkEvents(db: Queryable, due: readonly Due[]): Promise<void> {
  await db.query({
    name: 'park events',
    text: `UPDATE outbox o SET lease = NULL, due_at = ${parked} FROM unnest($1::uuid[], $2::uuid[]) AS w (account_id, id)
      WHERE o.account_id = w.account_id AND o.id = w.id AND o.state = 'ready' AND o.due_at <= now()`,
    values: [literal(due.map(({ accountId }) => accountId)), literal(due.map(({ id }) => id))],
  });
}

/** Events of an account that are looked at for those that wait for their next attempt on a bind. */
const mostLookedAt = 5_000;

/** What a bind of this account did not take a while ago is tried again now, as there is a new one. */
export async function parkRetries(db: Queryable, accountId: string): Promise<number> {
  const { rowCount } = await db.query({
    name: 'park retries',
    text: `UPDATE outbox o SET due_at = ${parked}
      FROM (SELECT account_id, id FROM (
          SELECT account_id, id, origin, lease FROM outbox
          WHERE state = 'ready' AND account_id = $1 AND due_at > now() AND NOT ${isParked('due_at')}
          ORDER BY due_at LIMIT ${mostLookedAt}) waiting
        WHERE origin = '${bindOrigin}' AND lease IS NULL) w
      WHERE o.account_id = w.account_id AND o.id = w.id AND o.state = 'ready' AND o.lease IS NULL`,
    values: [accountId],
  });
  return rowCount ?? 0;
}

/** Of each account, in one look for what has waited too long. */
const mostOverdue = 500;

/** Events that no bind has come for in so long. Jumps from account to account, as the look for due events does. */
export async function overdueParked(db: Queryable, waitedMs: number): Promise<Due[]> {
  const first = (place: string) =>
    `SELECT account_id FROM outbox WHERE state = 'ready' AND account_id > ${place} ORDER BY account_id, due_at LIMIT 1`;
  const { rows } = await db.query<{ account_id: string; id: string }>({
    name: 'overdue parked events',
    text: `WITH RECURSIVE found AS (
        (${first(`'00000000-0000-0000-0000-000000000000'`)})
        UNION ALL
        SELECT n.* FROM found f, LATERAL (${first('f.account_id')}) n)
      SELECT o.account_id, o.id FROM found f, LATERAL (
        SELECT account_id, id FROM outbox
        WHERE state = 'ready' AND account_id = f.account_id AND ${isParked('due_at')}
          AND due_at < ${parked} - $1::float8 * interval '1 millisecond'
        ORDER BY due_at LIMIT ${mostOverdue}) o`,
    values: [waitedMs],
  });
  return rows.map(({ account_id: accountId, id }) => ({ accountId, id, origin: bindOrigin }));
}
