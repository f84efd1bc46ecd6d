import type { Queryable } from '../../database/db.ts';
import { bindOrigin } from '../../domain/receipt/report-target.ts';
import { firstUuid } from '../../domain/uuid.ts';
import { rowSet } from '../row-set.ts';
import { accountsWithReadyEvents } from './backlog.ts';
import { type Due, eventRefs, isInState } from './deliveries.ts';
import { isParked, parked } from './outbox.ts';

/** At most `room` events of an account that wait for the binds that `url` names. */
export type ParkedSearch = { readonly accountId: string; readonly url: string; readonly room: number };
const searchRows = rowSet<ParkedSearch>({ accountId: 'uuid', url: 'text', room: 'integer' });

/** Events that wait for these binds, longest waiting first. Does not read events that wait for other binds: there may be many. */
export async function lookAtParked(db: Queryable, searches: readonly ParkedSearch[]): Promise<Due[]> {
  const { rows } = await db.query<Due>({
    name: 'look at parked events',
    text: `SELECT w.account_id AS "accountId", f.id, '${bindOrigin}' AS origin FROM ${searchRows.from('w')}, LATERAL (
        SELECT o.id FROM outbox o
        WHERE o.state = 'ready' AND o.origin = '${bindOrigin}' AND o.account_id = w.account_id AND o.url = w.url
          AND ${isParked('o.due_at')}
        ORDER BY o.due_at, o.id LIMIT w.room) f`,
    values: searchRows.values(searches),
  });
  return rows;
}

/** Parks due events for binds that this process does not have: only a process with such a bind finds them. */
export async function parkEvents(db: Queryable, due: readonly Due[]): Promise<void> {
  await db.query({
    name: 'park events',
    text: `UPDATE outbox o SET lease = NULL, due_at = ${parked} FROM ${eventRefs.from('w')}
      WHERE o.account_id = w.account_id AND o.id = w.id AND ${isInState('ready')} AND o.due_at <= now()`,
    values: eventRefs.values(due),
  });
}

/** Events of an account that are searched for those that wait for their next attempt on a bind. */
const mostLookedAt = 5_000;

/** Retries now what earlier binds of the account did not accept, because it has a new bind. */
export async function parkRetries(db: Queryable, accountId: string): Promise<number> {
  const { rowCount } = await db.query({
    name: 'park retries',
    text: `UPDATE outbox o SET due_at = ${parked}
      FROM (SELECT account_id, id FROM (
          SELECT account_id, id, origin, lease FROM outbox
          WHERE state = 'ready' AND account_id = $1 AND due_at > now() AND NOT ${isParked('due_at')}
          ORDER BY due_at LIMIT ${mostLookedAt}) waiting
        WHERE origin = '${bindOrigin}' AND lease IS NULL) w
      WHERE o.account_id = w.account_id AND o.id = w.id AND ${isInState('ready')} AND o.lease IS NULL`,
    values: [accountId],
  });
  return rowCount ?? 0;
}

/** Events of each account in one search. */
const mostOverdue = 500;

/** Events that have waited for a bind longer than this. */
export async function overdueParked(db: Queryable, waitedMs: number): Promise<Due[]> {
  const { rows } = await db.query<Due>({
    name: 'overdue parked events',
    text: `${accountsWithReadyEvents(`'${firstUuid}'::uuid`)}
      SELECT o.account_id AS "accountId", o.id, '${bindOrigin}' AS origin FROM found f, LATERAL (
        SELECT account_id, id FROM outbox
        WHERE state = 'ready' AND account_id = f.account_id AND ${isParked('due_at')}
          AND due_at < ${parked} - $1::float8 * interval '1 millisecond'
        ORDER BY due_at LIMIT ${mostOverdue}) o`,
    values: [waitedMs],
  });
  return rows;
}
