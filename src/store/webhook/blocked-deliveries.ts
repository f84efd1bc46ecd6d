import type { Queryable } from '../../database/db.ts';
import { inOrder, isInState } from './deliveries.ts';

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
 * The same for `most` older events, after the given time (a text of the database: a Date has no microseconds). Returns where to
 * continue; undefined at the end.
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
