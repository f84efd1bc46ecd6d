import type { Queryable } from '../db.ts';
import { literal } from './literal.ts';
import { deliveryLeaseSeconds } from './outbox.ts';
import { uuidsBetween } from './span.ts';

/** An event that this process has taken to deliver. */
export type ClaimedEvent = {
  readonly accountId: string;
  readonly id: string;
  readonly kind: string;
  readonly subjectId: string;
  readonly url: string;
  readonly origin: string;
  readonly payload: string;
  readonly attempts: number;
  /** Whether there was an attempt before, be it before a replay. */
  readonly attempted: boolean;
};

export type Endpoint = { readonly accountId: string; readonly origin: string };

const endpointsPerClaim = 200;
/** What is under way, then by the database's clock: ids come from machines whose clocks differ. */
const inOrder = 'subject_id, state DESC, created_at, id';
const takenUntil = `now() + interval '${deliveryLeaseSeconds} seconds'`;

/**
 * Endpoints with events that may be delivered now, from behind `after` on. Jumps from endpoint to endpoint through the
 * index: a hundred thousand waiting retries cost as much as one.
 */
export async function endpointsWithWork(db: Queryable, after: Endpoint): Promise<Endpoint[]> {
  const first = (place: string) =>
    `SELECT account_id, origin, due_at FROM outbox WHERE state = 'ready' AND (account_id, origin) > ${place}
     ORDER BY account_id, origin, due_at LIMIT 1`;
  const { rows } = await db.query<{ account_id: string; origin: string }>({
    name: 'endpoints with work',
    text: `WITH RECURSIVE found AS (
        (${first('($1::uuid, $2::text)')})
        UNION ALL
        SELECT n.* FROM found f, LATERAL (${first('(f.account_id, f.origin)')}) n)
      SELECT account_id, origin FROM found WHERE due_at <= now() LIMIT ${endpointsPerClaim}`,
    values: [after.accountId, after.origin],
  });
  return rows.map((row) => ({ accountId: row.account_id, origin: row.origin }));
}

type EventRow = Omit<ClaimedEvent, 'accountId' | 'subjectId'> & { account_id: string; subject_id: string };
const claimedColumns = `o.account_id, o.id, o.kind, o.subject_id, o.url, o.origin, o.payload, o.attempts,
  o.attempted_at IS NOT NULL AS attempted`;

function toClaimed(row: EventRow): ClaimedEvent {
  const { id, kind, url, origin, payload, attempts, attempted } = row;
  return { id, kind, url, origin, payload, attempts, attempted, accountId: row.account_id, subjectId: row.subject_id };
}

/** Takes up to `room` events of each endpoint. */
export async function claimEvents(
  db: Queryable,
  lease: string,
  wanted: readonly (Endpoint & { room: number })[],
): Promise<ClaimedEvent[]> {
  const { rows } = await db.query<EventRow>({
    name: 'claim events',
    text: `WITH taken AS (
        SELECT t.account_id, t.id FROM unnest($2::uuid[], $3::text[], $4::integer[]) AS w (account_id, origin, room), LATERAL (
          SELECT o.account_id, o.id FROM outbox o
          WHERE o.state = 'ready' AND o.account_id = w.account_id AND o.origin = w.origin AND o.due_at <= now()
          ORDER BY o.due_at LIMIT w.room FOR UPDATE SKIP LOCKED) t)
      UPDATE outbox o SET lease = $1, due_at = ${takenUntil}
      FROM taken t WHERE o.account_id = t.account_id AND o.id = t.id
      RETURNING ${claimedColumns}`,
    values: [
      lease,
      wanted.map(({ accountId }) => accountId),
      wanted.map(({ origin }) => origin),
      wanted.map(({ room }) => room),
    ],
  });
  return rows.map(toClaimed);
}

/** What came of one request. */
export type DeliveryResult = {
  readonly event: ClaimedEvent;
  readonly durationMs: number;
  readonly status: number | undefined;
  readonly error: string | undefined;
  readonly answer: string;
  /** delivered, given up, or ready again after `delayMs`. */
  readonly state: 'delivered' | 'given up' | 'ready';
  readonly delayMs: number;
};

/** The last attempts of events that are about to get a newer one move to the log of attempts. */
export async function logEarlierAttempts(tx: Queryable, lease: string, events: readonly ClaimedEvent[]): Promise<void> {
  await tx.query({
    name: 'log earlier attempts',
    text: `INSERT INTO webhook_attempts (account_id, event_id, attempted_at, duration_ms, status, error, answer)
      SELECT o.account_id, o.id, o.attempted_at, o.duration_ms, o.status, o.error, o.answer
      FROM unnest($2::uuid[], $3::uuid[]) AS w (account_id, id) JOIN outbox o ON o.account_id = w.account_id AND o.id = w.id
      WHERE o.lease = $1 AND o.attempted_at IS NOT NULL`,
    values: [lease, events.map(({ accountId }) => accountId), events.map(({ id }) => id)],
  });
}

/**
 * Writes the results; one of a process that slept through its lease is refused. What waited behind an event that has ended
 * may go: behind a delivered one it is taken at once, and returned; where the endpoint has failed for good, it takes its turn
 * like any other. All in one statement, as a transaction of several costs more than the work.
 */
export async function recordResults(
  db: Queryable,
  lease: string,
  results: readonly DeliveryResult[],
): Promise<ClaimedEvent[]> {
  const { rows } = await db.query<EventRow & { taken: boolean }>({
    name: 'record results',
    text: `WITH done AS (
        UPDATE outbox o SET state = w.state, lease = NULL, attempts = o.attempts + 1,
          due_at = CASE w.state WHEN 'ready' THEN now() + w.delay * interval '1 millisecond' ELSE o.due_at END,
          attempted_at = now(), duration_ms = w.duration_ms, status = w.status, error = w.error, answer = w.answer
        FROM unnest($2::uuid[], $3::uuid[], $4::integer[], $5::smallint[], $6::text[], $7::text[], $8::text[], $9::bigint[])
          AS w (account_id, id, duration_ms, status, error, answer, state, delay)
        WHERE o.account_id = w.account_id AND o.id = w.id AND o.lease = $1
        RETURNING o.id, o.subject_id, o.state),
      next AS (
        SELECT DISTINCT ON (o.subject_id) o.subject_id, o.account_id, o.id, o.state FROM outbox o
        WHERE o.subject_id = ANY (ARRAY(SELECT subject_id FROM done WHERE state <> 'ready')) AND o.id >= $10 AND o.id < $11
          AND o.state IN ('ready', 'blocked') AND o.id NOT IN (SELECT id FROM done)
        ORDER BY ${inOrder})
      UPDATE outbox o SET state = 'ready', lease = CASE WHEN d.state = 'delivered' THEN $1 END,
        due_at = CASE WHEN d.state = 'delivered' THEN ${takenUntil} ELSE now() END
      FROM next n JOIN done d USING (subject_id)
      WHERE n.state = 'blocked' AND o.account_id = n.account_id AND o.id = n.id AND o.state = 'blocked'
      RETURNING ${claimedColumns}, o.lease IS NOT NULL AS taken`,
    values: [
      lease,
      literal(results.map(({ event }) => event.accountId)),
      literal(results.map(({ event }) => event.id)),
      literal(results.map(({ durationMs }) => Math.round(durationMs))),
      literal(results.map(({ status }) => status ?? 'NULL')),
      results.map(({ error }) => error ?? null),
      results.map(({ answer }) => answer),
      results.map(({ state }) => state),
      literal(results.map(({ delayMs }) => Math.round(delayMs))),
      ...uuidsBetween(results.map(({ event }) => event.subjectId)),
    ],
  });
  return rows.filter(({ taken }) => taken).map(toClaimed);
}

/** The next event of each of these subjects becomes ready, if nothing before it is still under way. */
async function unblock(db: Queryable, blocked: readonly { subject_id: string }[]): Promise<number> {
  if (blocked.length === 0) return 0;
  const { rowCount } = await db.query({
    name: 'unblock',
    text: `UPDATE outbox o SET state = 'ready', lease = NULL, due_at = now()
      FROM (SELECT DISTINCT ON (subject_id) subject_id, account_id, id, state FROM outbox
            WHERE subject_id = ANY ($1::uuid[]) AND state IN ('ready', 'blocked') ORDER BY ${inOrder}) first
      WHERE o.account_id = first.account_id AND o.id = first.id AND first.state = 'blocked' AND o.state = 'blocked'`,
    values: [blocked.map((row) => row.subject_id)],
  });
  return rowCount ?? 0;
}

/** Blocked events with nothing before them: the one before ended while they were being written. */
const forgotten = `b.state = 'blocked' AND b.created_at < now() - interval '200 milliseconds'
  AND NOT EXISTS (SELECT 1 FROM outbox e
    WHERE e.subject_id = b.subject_id AND e.state IN ('ready', 'blocked')
      AND (e.state = 'ready' OR (e.created_at, e.id) < (b.created_at, b.id)))`;

/** That can only just have happened, so only the latest are looked at, however many wait behind a failing endpoint. */
export async function unblockForgotten(db: Queryable, limit: number): Promise<number> {
  const { rows } = await db.query<{ subject_id: string }>(
    `SELECT b.subject_id FROM outbox b WHERE ${forgotten} AND b.created_at > now() - interval '30 seconds' LIMIT $1`,
    [limit],
  );
  return unblock(db, rows);
}

/**
 * The older ones too, so many in one statement, from behind the given time on (as the database writes it: a Date has no
 * microseconds). Returns where to go on; undefined at the end.
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

/** What an endpoint that fails for hours leaves blocked would be too much for one statement. */
const mostInOne = 20_000;

export async function unblockAll(db: Queryable): Promise<void> {
  for (let after: string | undefined = '-infinity'; after !== undefined; ) {
    after = await unblockOlder(db, after, mostInOne);
  }
}
