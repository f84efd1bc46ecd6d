import type { Queryable } from '../../database/db.ts';
import { bindOrigin } from '../../domain/receipt/report-target.ts';
import { uuidsBetween } from '../../domain/uuid.ts';
import { rowSet } from '../row-set.ts';
import { type ClaimedEvent, claimedColumns, eventRefs, inOrder, isInState, takenUntil } from './deliveries.ts';
import { parked } from './outbox.ts';

/** The result of one request. */
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

/** The result of an event that existed only in memory; or it was not tried, and waits in the outbox from now on. */
export type FirstResult =
  | DeliveryResult
  | { readonly event: ClaimedEvent; readonly state: 'not tried' }
  /** Waits for another event of its subject, which may be stored later than this one. */
  | { readonly event: ClaimedEvent; readonly state: 'blocked'; readonly behind: string };

/** Moves the last attempts of events that are about to get a newer one to the log of attempts. */
export async function logEarlierAttempts(tx: Queryable, lease: string, events: readonly ClaimedEvent[]): Promise<void> {
  await tx.query({
    name: 'log earlier attempts',
    text: `INSERT INTO webhook_attempts (account_id, event_id, attempted_at, duration_ms, status, error, answer)
      SELECT o.account_id, o.id, o.attempted_at, o.duration_ms, o.status, o.error, o.answer
      FROM ${eventRefs.from('w', 2)} JOIN outbox o ON o.account_id = w.account_id AND o.id = w.id
      WHERE o.lease = $1 AND o.attempted_at IS NOT NULL`,
    values: [lease, ...eventRefs.values(events)],
  });
}

/**
 * `next`: the first event behind each event of `done` that has ended. It becomes ready; behind a delivered event this process
 * claims it. Where the endpoint has failed for good, it takes its turn like any other. The bounds exclude all other partitions.
 */
const claimNext = (ended: string) => `next AS (
    SELECT DISTINCT ON (o.subject_id) o.subject_id, o.account_id, o.id, o.state FROM outbox o
    WHERE o.subject_id = ANY (ARRAY(SELECT subject_id FROM done WHERE ${ended})) AND o.id >= $2 AND o.id < $3
      AND o.state IN ('ready', 'blocked') AND o.id NOT IN (SELECT id FROM done)
    ORDER BY ${inOrder})
  UPDATE outbox o SET state = 'ready', lease = CASE WHEN d.state = 'delivered' THEN $1::uuid END,
    due_at = CASE WHEN d.state = 'delivered' THEN ${takenUntil} ELSE now() END
  FROM next n JOIN done d USING (subject_id)
  WHERE n.state = 'blocked' AND o.account_id = n.account_id AND o.id = n.id AND ${isInState('blocked')}
  RETURNING ${claimedColumns}, o.lease IS NOT NULL AS taken`;

const resultRows = rowSet<DeliveryResult>(
  { status: 'smallint', error: 'text', answer: 'text', state: 'text' },
  {
    account_id: ['uuid', ({ event }) => event.accountId],
    id: ['uuid', ({ event }) => event.id],
    duration_ms: ['integer', ({ durationMs }) => Math.round(durationMs)],
    delay: ['bigint', ({ delayMs }) => Math.round(delayMs)],
  },
);
const recordText = `WITH done AS (
    UPDATE outbox o SET state = w.state, lease = NULL, claims = 0, attempts = o.attempts + 1,
      due_at = CASE w.state WHEN 'ready' THEN now() + w.delay * interval '1 millisecond' ELSE o.due_at END,
      attempted_at = now(), duration_ms = w.duration_ms, status = w.status, error = w.error, answer = w.answer
    FROM ${resultRows.from('w', 4)}
    WHERE o.account_id = w.account_id AND o.id = w.id AND o.lease = $1
    RETURNING o.id, o.subject_id, o.state),
  ${claimNext(`state <> 'ready'`)}`;

/**
 * Stores the results, except those of a process whose lease has ended. Returns the events that waited behind delivered ones, and that
 * this process has claimed. One statement, as a transaction of several costs more than the work.
 */
export function recordResults(
  db: Queryable,
  lease: string,
  results: readonly DeliveryResult[],
): Promise<ClaimedEvent[]> {
  return store(db, { name: 'record results', text: recordText }, lease, results, resultRows.values(results));
}

/** The request of a first result, if it was tried. */
const triedOf = (result: FirstResult) => ('answer' in result ? result : undefined);
const rounded = (value: number | undefined) => (value === undefined ? undefined : Math.round(value));

const firstResultRows = rowSet<FirstResult>(
  {},
  {
    account_id: ['uuid', ({ event }) => event.accountId],
    id: ['uuid', ({ event }) => event.id],
    kind: ['text', ({ event }) => event.kind],
    subject_id: ['uuid', ({ event }) => event.subjectId],
    url: ['text', ({ event }) => event.url],
    origin: ['text', ({ event }) => event.origin],
    payload: ['text', ({ event }) => event.payload],
    state: ['text', ({ state }) => (state === 'not tried' ? 'ready' : state)],
    delay: ['bigint', (result) => Math.round(triedOf(result)?.delayMs ?? 0)],
    tried: ['boolean', (result) => triedOf(result) !== undefined],
    duration_ms: ['integer', (result) => rounded(triedOf(result)?.durationMs)],
    status: ['smallint', (result) => triedOf(result)?.status],
    error: ['text', (result) => triedOf(result)?.error],
    answer: ['text', (result) => triedOf(result)?.answer],
    behind: ['uuid', (result) => ('behind' in result ? result.behind : undefined)],
  },
);
const insertText = `WITH done AS (
    INSERT INTO outbox (account_id, id, kind, subject_id, url, origin, payload, created_at, state, due_at, attempts,
      attempted_at, duration_ms, status, error, answer, behind)
    SELECT account_id, id, kind, subject_id, url, origin, payload,
      clock_timestamp() - coalesce(duration_ms, 0) * interval '1 millisecond', state,
      CASE WHEN tried OR origin <> '${bindOrigin}' THEN now() + delay * interval '1 millisecond' ELSE ${parked} END,
      CASE WHEN tried THEN 1 ELSE 0 END, CASE WHEN tried THEN now() END,
      duration_ms, status, error, answer, behind
    FROM ${firstResultRows.from('w', 4)}
    ON CONFLICT (account_id, id) DO NOTHING
    RETURNING id, subject_id, state),
  ${claimNext(`state IN ('delivered', 'given up')`)}`;

/**
 * Stores events for the first time, with their results. One that exists was taken over from this process after its lease had ended.
 * Events behind those that have ended are treated as above: another process may have reported on the same message.
 */
export function insertResults(db: Queryable, lease: string, results: readonly FirstResult[]): Promise<ClaimedEvent[]> {
  return store(db, { name: 'insert results', text: insertText }, lease, results, firstResultRows.values(results));
}

async function store(
  db: Queryable,
  statement: { readonly name: string; readonly text: string },
  lease: string,
  results: readonly FirstResult[],
  rowValues: readonly unknown[],
): Promise<ClaimedEvent[]> {
  const bounds = uuidsBetween(
    results.map(({ event }) => event.subjectId),
    Date.now(),
  );
  const { rows } = await db.query<ClaimedEvent & { taken: boolean }>({
    ...statement,
    values: [lease, ...bounds, ...rowValues],
  });
  return rows.filter(({ taken }) => taken).map(({ taken: _taken, ...event }) => event);
}
