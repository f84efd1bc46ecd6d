import type { Queryable } from '../../database/db.ts';
import { bindOrigin } from '../../domain/receipt/report-target.ts';
import { firstUuid } from '../../domain/uuid.ts';
import { rowSet } from '../row-set.ts';
import { type Due, eventRefs, inOrder, isInState } from './deliveries.ts';
import { accountsWithReadyEvents, isParked, parked } from './outbox.ts';

/** Makes the next event of each of these subjects ready, unless an earlier one has not ended. */
async function unblock(db: Queryable, blocked: readonly { subject_id: string }[]): Promise<number> {
  if (blocked.length === 0) return 0;
  const { rowCount } = await db.query({
    name: 'unblock',
    text: `UPDATE outbox o SET state = 'ready', lease = NULL, due_at = now()
      FROM (SELECT DISTINCT ON (subject_id) subject_id, account_id, id, state FROM outbox
            WHERE subject_id = ANY ($1::uuid[]) AND state IN ('ready', 'blocked') ORDER BY ${inOrder}) first
      WHERE o.account_id = first.account_id AND o.id = first.id AND first.state = 'blocked' AND ${isInState('blocked')}`,
    values: [blocked.map((row) => row.subject_id)],
  });
  return rowCount ?? 0;
}

/**
 * In SQL: blocked events with no event before them, because that ended while they were written. An event in the memory of a process
 * has not ended: it is stored later, by that process or by the one that takes over from it. OFFSET makes the planner search for each
 * event, and not read all unfinished ones.
 */
const forgotten = `b.state = 'blocked' AND b.created_at < now() - interval '200 milliseconds'
  AND (b.behind IS NULL OR EXISTS (SELECT 1 FROM outbox e WHERE e.account_id = b.account_id AND e.id = b.behind OFFSET 0))
  AND NOT EXISTS (SELECT 1 FROM outbox e
    WHERE e.subject_id = b.subject_id AND e.state IN ('ready', 'blocked')
      AND (e.state = 'ready' OR (e.created_at, e.id) < (b.created_at, b.id)) OFFSET 0)`;

/** Reads only the latest events, regardless of how many wait behind a failing endpoint: this race is always recent. */
export async function unblockForgotten(db: Queryable, limit: number): Promise<number> {
  const { rows } = await db.query<{ subject_id: string }>(
    `SELECT b.subject_id FROM outbox b WHERE ${forgotten} AND b.created_at > now() - interval '30 seconds' LIMIT $1`,
    [limit],
  );
  return unblock(db, rows);
}

/**
 * Like `unblockForgotten`, for `most` older events after the given time (a text of the database: a Date has no microseconds).
 * Returns where to continue; undefined at the end.
 */
export async function unblockOlder(db: Queryable, after: string, most: number): Promise<string | undefined> {
  const { rows: ends } = await db.query<{ until: string }>(
    `SELECT created_at::text AS until FROM outbox WHERE state = 'blocked' AND created_at > $1::timestamptz
     ORDER BY created_at OFFSET $2 LIMIT 1`,
    [after, most - 1],
  );
  const until = ends[0]?.until;
  const { rows } = await db.query<{ subject_id: string }>(
    `SELECT b.subject_id FROM outbox b WHERE ${forgotten} AND b.created_at > $1::timestamptz AND b.created_at <= $2::timestamptz`,
    [after, until ?? 'infinity'],
  );
  await unblock(db, rows);
  return until;
}

/** Events in one statement: an endpoint that fails for hours leaves too many for one. */
const mostInOne = 20_000;

export async function unblockAll(db: Queryable): Promise<void> {
  for (let after: string | undefined = '-infinity'; after !== undefined; ) {
    after = await unblockOlder(db, after, mostInOne);
  }
}

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
