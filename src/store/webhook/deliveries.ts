import type { Queryable } from '../../database/db.ts';
import { bindOrigin } from '../../domain/receipt/report-target.ts';
import { longestUrl } from '../../domain/webhook/web-url.ts';
import { literal } from '../literal.ts';
import { uuidsBetween } from '../span.ts';
import { deliveryLeaseSeconds, isParked, parked } from './outbox.ts';

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
  /** How often it was taken from the queue since it last had a result, this time included. */
  readonly claims: number;
  /** In the outbox. The usual report is not before its first result. */
  readonly isStored: boolean;
};

export type Endpoint = { readonly accountId: string; readonly origin: string };

/** Accounts that one look passes: 13 µs each. */
export const accountsPerLook = 1_000;
/** What is under way, then by the database's clock: ids come from machines whose clocks differ. */
export const inOrder = 'subject_id, state DESC, created_at, id';
const takenUntil = `now() + interval '${deliveryLeaseSeconds} seconds'`;

/**
 * The next accounts that have events which are not done, and whether some of them may be delivered now. Jumps from account to
 * account through the index: what waits for its retry, on a hundred thousand endpoints, costs as much as one event.
 */
export async function accountsWithEvents(db: Queryable, after: string): Promise<{ accountId: string; due: boolean }[]> {
  const first = (place: string) =>
    `SELECT account_id, due_at FROM outbox WHERE state = 'ready' AND account_id > ${place}
     ORDER BY account_id, due_at LIMIT 1`;
  const { rows } = await db.query<{ account_id: string; due: boolean }>({
    name: 'accounts with events',
    text: `WITH RECURSIVE found AS (
        (${first('$1::uuid')})
        UNION ALL
        SELECT n.* FROM found f, LATERAL (${first('f.account_id')}) n)
      SELECT account_id, due_at <= now() AS due FROM found LIMIT ${accountsPerLook}`,
    values: [after],
  });
  return rows.map((row) => ({ accountId: row.account_id, due: row.due }));
}

/** A place among the due events of an account, as the database writes it: a Date has no microseconds. */
export type Place = { readonly dueAt: string; readonly id: string };

/** So many events of an account: of its oldest, and of so many behind a place. */
export type Wanted = {
  readonly accountId: string;
  readonly room: number;
  readonly oldest: number;
  readonly after: Place;
  readonly behind: number;
};

/** An event that may be taken. */
export type Due = Endpoint & { readonly id: string };

/** `reached` is how far the look has come in accounts that have more than was looked at. */
export type Look = { readonly due: Due[]; readonly reached: ReadonlyMap<string, Place> };

/**
 * Due events of these accounts, by turns of their endpoints: the first of each, then the second, up to `most`. Endpoints that
 * are full are passed over. If all of the oldest are theirs, those of others are found behind them, from one place to the next.
 */
export async function lookAtDue(
  db: Queryable,
  wanted: readonly Wanted[],
  { full, most }: { readonly full: readonly Endpoint[]; readonly most: number },
): Promise<Look> {
  const first = (condition: string, limit: string) =>
    `SELECT o.id, o.origin, o.due_at FROM outbox o
     WHERE o.state = 'ready' AND o.account_id = w.account_id AND o.due_at <= now() AND ${condition}
     ORDER BY o.due_at, o.id LIMIT ${limit}`;
  const { rows } = await db.query<{ account_id: string; id: string; origin: string | null; due_at: string | null }>({
    name: 'look at due events',
    text: `SELECT w.account_id, f.*
      FROM unnest($1::uuid[], $2::integer[], $3::integer[], $4::timestamptz[], $5::uuid[], $6::integer[])
        AS w (account_id, room, oldest, after_due_at, after_id, behind), LATERAL (
        WITH further AS MATERIALIZED (${first('(o.due_at, o.id) > (w.after_due_at, w.after_id)', 'w.behind')}),
        seen AS ((${first('true', 'w.oldest')}) UNION SELECT * FROM further)
        (SELECT id, origin, NULL AS due_at FROM (
          SELECT *, row_number() OVER (PARTITION BY origin ORDER BY due_at, id) AS turn FROM seen
          WHERE (w.account_id, origin) NOT IN (SELECT * FROM unnest($7::uuid[], $8::text[]))) turns
        WHERE turn <= $9 ORDER BY turn, turns.due_at LIMIT w.room)
        UNION ALL
        (SELECT id, NULL, due_at::text FROM further ORDER BY further.due_at, id OFFSET w.behind - 1)) f`,
    values: [
      wanted.map(({ accountId }) => accountId),
      wanted.map(({ room }) => room),
      wanted.map(({ oldest }) => oldest),
      wanted.map(({ after }) => after.dueAt),
      wanted.map(({ after }) => after.id),
      wanted.map(({ behind }) => behind),
      full.map(({ accountId }) => accountId),
      full.map(({ origin }) => origin),
      most,
    ],
  });
  const due = rows.flatMap(({ account_id: accountId, id, origin }) =>
    origin === null ? [] : [{ accountId, id, origin }],
  );
  const ends = rows.flatMap(({ account_id: accountId, id, due_at: dueAt }): [string, Place][] =>
    dueAt === null ? [] : [[accountId, { dueAt, id }]],
  );
  return { due, reached: new Map(ends) };
}

type EventRow = Omit<ClaimedEvent, 'accountId' | 'subjectId' | 'isStored'> & { account_id: string; subject_id: string };
/** Cut where it can no longer be right: there are URLs of a megabyte from before they had a limit. */
const claimedColumns = `o.account_id, o.id, o.kind, o.subject_id, left(o.url, ${longestUrl + 1}) AS url, o.origin, o.payload,
  o.attempts, o.attempted_at IS NOT NULL AS attempted, o.claims`;

function toClaimed(row: EventRow): ClaimedEvent {
  const { id, kind, url, origin, payload, attempts, attempted, claims } = row;
  const event = { id, kind, url, origin, payload, attempts, attempted, claims };
  return { ...event, accountId: row.account_id, subjectId: row.subject_id, isStored: true };
}

/** Of URLs and payloads in one claim; the first event always fits. */
const mostBytes = 8 * 1024 * 1024;

/** Takes those of these events that nobody else has taken meanwhile, as many as fit. */
export async function claimEvents(db: Queryable, lease: string, due: readonly Due[]): Promise<ClaimedEvent[]> {
  const { rows } = await db.query<EventRow>({
    name: 'claim events',
    text: `WITH locked AS (
        SELECT o.account_id, o.id, w.place, octet_length(o.payload) + least(octet_length(o.url), ${4 * longestUrl}) AS bytes
        FROM unnest($2::uuid[], $3::uuid[]) WITH ORDINALITY AS w (account_id, id, place)
        JOIN outbox o ON o.account_id = w.account_id AND o.id = w.id
        WHERE o.state = 'ready' AND (o.due_at <= now() OR ${isParked('o.due_at')}) FOR UPDATE OF o SKIP LOCKED),
      taken AS (
        SELECT account_id, id FROM (SELECT *, sum(bytes) OVER (ORDER BY place) - bytes AS before FROM locked) l
        WHERE before < ${mostBytes})
      UPDATE outbox o SET lease = $1, due_at = ${takenUntil}, claims = least(o.claims, 1000) + 1
      FROM taken t WHERE o.account_id = t.account_id AND o.id = t.id
      RETURNING ${claimedColumns}`,
    values: [lease, literal(due.map(({ accountId }) => accountId)), literal(due.map(({ id }) => id))],
  });
  return rows.map(toClaimed);
}

/** Events that were taken and not tried: others may have them immediately, and the claim does not count. Those for binds may wait for others than before. */
export async function giveBackEvents(db: Queryable, lease: string, events: readonly ClaimedEvent[]): Promise<void> {
  await db.query({
    name: 'give back events',
    text: `UPDATE outbox o SET lease = NULL, claims = greatest(w.claims - 1, 0),
        due_at = CASE o.origin WHEN '${bindOrigin}' THEN ${parked} ELSE now() END,
        url = CASE o.origin WHEN '${bindOrigin}' THEN w.url ELSE o.url END
      FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::smallint[]) AS w (account_id, id, url, claims)
      WHERE o.account_id = w.account_id AND o.id = w.id AND o.lease = $1 AND o.state = 'ready'`,
    values: [
      lease,
      literal(events.map(({ accountId }) => accountId)),
      literal(events.map(({ id }) => id)),
      events.map(({ url, origin }) => (origin === bindOrigin ? url : '')),
      events.map(({ claims }) => claims),
    ],
  });
}

/** What waited behind an event that has ended (`next`, `done`) becomes ready; behind a delivered one it is ours. */
const takeNext = `UPDATE outbox o SET state = 'ready', lease = CASE WHEN d.state = 'delivered' THEN $1::uuid END,
        due_at = CASE WHEN d.state = 'delivered' THEN ${takenUntil} ELSE now() END
      FROM next n JOIN done d USING (subject_id)
      WHERE n.state = 'blocked' AND o.account_id = n.account_id AND o.id = n.id AND o.state = 'blocked'
      RETURNING ${claimedColumns}, o.lease IS NOT NULL AS taken`;

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

/** What came of an event that was in memory only; or it was not tried, and waits in the outbox from now on. */
export type FirstResult =
  | DeliveryResult
  | { readonly event: ClaimedEvent; readonly state: 'not tried' }
  /** Waits for another event of its subject, which may be stored later than this one. */
  | { readonly event: ClaimedEvent; readonly state: 'blocked'; readonly behind: string };

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
        UPDATE outbox o SET state = w.state, lease = NULL, claims = 0, attempts = o.attempts + 1,
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
      ${takeNext}`,
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

/**
 * Writes events for the first time, with what came of them. One that is there already was taken over from us while we slept. What
 * waits behind an event that has ended is treated as above: another process may have told of the same message.
 */
export async function insertResults(
  db: Queryable,
  lease: string,
  results: readonly FirstResult[],
): Promise<ClaimedEvent[]> {
  const events = results.map(({ event }) => event);
  const tried = results.map((result) => ('answer' in result ? result : undefined));
  const { rows } = await db.query<EventRow & { taken: boolean }>({
    name: 'insert results',
    text: `WITH done AS (
        INSERT INTO outbox (account_id, id, kind, subject_id, url, origin, payload, created_at, state, due_at, attempts,
          attempted_at, duration_ms, status, error, answer, behind)
        SELECT account_id, id, kind, subject_id, url, origin, payload,
          clock_timestamp() - coalesce(duration_ms, 0) * interval '1 millisecond', state,
          CASE WHEN tried OR origin <> '${bindOrigin}' THEN now() + delay * interval '1 millisecond' ELSE ${parked} END,
          CASE WHEN tried THEN 1 ELSE 0 END, CASE WHEN tried THEN now() END,
          duration_ms, status, error, answer, behind
        FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::text[], $7::text[], $8::text[], $9::text[], $10::bigint[],
          $11::boolean[], $12::integer[], $13::smallint[], $14::text[], $15::text[], $16::uuid[])
          AS w (account_id, id, kind, subject_id, url, origin, payload, state, delay, tried, duration_ms, status, error, answer,
            behind)
        ON CONFLICT (account_id, id) DO NOTHING
        RETURNING id, subject_id, state),
      next AS (
        SELECT DISTINCT ON (o.subject_id) o.subject_id, o.account_id, o.id, o.state FROM outbox o
        WHERE o.subject_id = ANY (ARRAY(SELECT subject_id FROM done WHERE state IN ('delivered', 'given up')))
          AND o.id >= $17 AND o.id < $18 AND o.state IN ('ready', 'blocked')
        ORDER BY ${inOrder})
      ${takeNext}`,
    values: [
      lease,
      literal(events.map(({ accountId }) => accountId)),
      literal(events.map(({ id }) => id)),
      events.map(({ kind }) => kind),
      literal(events.map(({ subjectId }) => subjectId)),
      events.map(({ url }) => url),
      events.map(({ origin }) => origin),
      events.map(({ payload }) => payload),
      results.map(({ state }) => (state === 'not tried' ? 'ready' : state)),
      literal(tried.map((result) => Math.round(result?.delayMs ?? 0))),
      literal(tried.map((result) => result !== undefined)),
      literal(tried.map((result) => (result === undefined ? 'NULL' : Math.round(result.durationMs)))),
      literal(tried.map((result) => result?.status ?? 'NULL')),
      tried.map((result) => result?.error ?? null),
      tried.map((result) => result?.answer ?? null),
      literal(results.map((result) => ('behind' in result ? result.behind : 'NULL'))),
      ...uuidsBetween(events.map(({ subjectId }) => subjectId)),
    ],
  });
  return rows.filter(({ taken }) => taken).map(toClaimed);
}
