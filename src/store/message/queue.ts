import type { Queryable } from '../../database/db.ts';
import type { Route } from '../../domain/carrier/route.ts';
import type { Encoding } from '../../domain/text/text.ts';
import { rowSet } from '../row-set.ts';
import {
  type MessageRef,
  messageRefs,
  type ReportFacts,
  type ReportRow,
  reportColumns,
  toReportFacts,
  withSubmission,
} from './messages.ts';
import { heldQueue, queuesInUse, undecidedQueue } from './queues.ts';
import { aliveWorker } from './workers.ts';

/** A message that this process has claimed, with all that a carrier needs. */
export type ClaimedMessage = MessageRef & {
  readonly destination: string;
  readonly country: string;
  readonly sender: string;
  readonly text: string;
  readonly encoding: Encoding;
  readonly attempts: number;
  /** Attempts without a response. */
  readonly unanswered: number;
  /** Start of its validity by the clock of this process: its acceptance, or its scheduled time. */
  readonly since: Date;
  /** The validity that its request gives; undefined: the validity of the service. */
  readonly validitySeconds?: number | undefined;
  /** Where it waited until it was claimed. */
  readonly queue: number;
  /** The message belongs to a request to many recipients. */
  readonly isBulk?: boolean;
  /** A process crashed while it submitted the message to this carrier, so it may have been sent. */
  readonly carrierId?: string | undefined;
  readonly report: ReportFacts;
};

export const queueChannel = 'hermod_queue';

/** Notifies the processes that serve these queues. */
export async function notifyQueue(db: Queryable, queues: Iterable<number> = [undecidedQueue]): Promise<void> {
  await db.query({
    name: 'notify queue',
    text: 'SELECT pg_notify($1, $2)',
    values: [queueChannel, [...queues].join()],
  });
}

/** Most lines in one claim. The next claim continues after the last of them, so that every account gets its turn. */
export const linesPerClaim = 64;

/** The messages of one account in one queue. */
export type QueueLine = { readonly queue: number; readonly accountId: string };
const lineRows = rowSet<QueueLine>({ queue: 'integer', accountId: 'uuid' });

const nextLine = (from: string) => `LATERAL (
  SELECT q.account_id, q.due_at FROM messages q
  WHERE q.queue = ${from}.queue AND q.bulk = $3 AND q.account_id > ${from}.account_id
  ORDER BY q.account_id, q.due_at LIMIT 1) n`;
const linesText = `WITH RECURSIVE found AS (
    (SELECT w.queue, n.account_id, n.due_at FROM ${lineRows.from('w')}, ${nextLine('w')})
    UNION ALL
    SELECT f.queue, n.account_id, n.due_at FROM found f, ${nextLine('f')})
  SELECT queue, account_id AS "accountId" FROM found WHERE due_at <= now() AND account_id <> ALL ($4::uuid[]) LIMIT $5`;

/**
 * Accounts with messages that may be claimed now, in each queue after the given account. Skips from account to account through the
 * index, so an account with a million waiting messages costs as much as one with a single message. Paused accounts are skipped.
 */
export async function linesWithWork(
  db: Queryable,
  bulk: boolean,
  after: readonly QueueLine[],
  most: number,
  without: readonly string[] = [],
): Promise<QueueLine[]> {
  const { rows } = await db.query<QueueLine>({
    name: 'lines with work',
    text: linesText,
    values: [...lineRows.values(after), bulk, without, Math.min(most, linesPerClaim)],
  });
  return rows;
}

export async function findQueuesInUse(db: Queryable): Promise<number[]> {
  const { rows } = await db.query<{ queue: number }>({
    name: 'queues in use',
    text: `${queuesInUse} SELECT queue FROM used`,
  });
  return rows.map(({ queue }) => queue);
}

type ClaimedRow = ReportRow &
  Pick<
    ClaimedMessage,
    'id' | 'destination' | 'country' | 'attempts' | 'unanswered' | 'sender' | 'encoding' | 'queue'
  > & {
    account_id: string;
    content: string;
    age: number;
    validity: number | null;
    carrier_id: string | null;
  };

type RoutePattern = Pick<Route, 'country' | 'prefix'>;
const patternRows = rowSet<RoutePattern>({ country: 'text', prefix: 'text' });

const claimSql = (condition: string): string => `WITH worker AS (${aliveWorker('$1')}),
    taken AS (
      SELECT m.account_id, m.id, m.queue FROM worker, ${lineRows.from('a', 4)}, LATERAL (
        SELECT q.account_id, q.id, q.queue FROM messages q
        WHERE q.queue = a.queue AND q.bulk = $2 AND q.account_id = a.account_id AND q.due_at <= now()
          AND ${condition}
        ORDER BY q.due_at LIMIT $3 FOR UPDATE SKIP LOCKED) m),
    leased AS (
      UPDATE messages m SET lease = $1, queue = ${heldQueue}
      -- as arrays, so that the planner assumes few rows whatever the queue holds, and looks each up by its key
      FROM unnest(ARRAY(SELECT account_id FROM taken), ARRAY(SELECT id FROM taken), ARRAY(SELECT queue FROM taken))
        AS t (account_id, id, queue)
      WHERE m.account_id = t.account_id AND m.id = t.id
      RETURNING m.account_id, m.id, m.submission_id, m.destination, m.country, m.attempts, m.unanswered, m.carrier_id, m.price,
        m.expires_at, t.queue AS queue)
    SELECT m.account_id, m.id, m.destination, m.country, m.attempts, m.unanswered, m.queue, m.carrier_id,
      s.sender, s.content, s.encoding, ${reportColumns},
      extract(epoch FROM now() - coalesce(s.scheduled_at, s.accepted_at))::float8 AS age,
      extract(epoch FROM m.expires_at - coalesce(s.scheduled_at, s.accepted_at))::float8 AS validity
    FROM leased m ${withSubmission}`;
const claimText = claimSql('true');
const claimMatchingText = claimSql(`EXISTS (SELECT 1 FROM ${patternRows.from('r', 6)}
  WHERE (r.country IS NULL OR r.country = q.country) AND (r.prefix IS NULL OR starts_with(q.destination, r.prefix)))`);

/** Claims up to `perLine` messages of each line; with routes, only messages that one of them takes. Skips rows that another process has locked. */
export async function claim(
  db: Queryable,
  lease: string,
  bulk: boolean,
  lines: readonly QueueLine[],
  perLine: number,
  routes?: readonly RoutePattern[],
): Promise<ClaimedMessage[]> {
  const values = [lease, bulk, perLine, ...lineRows.values(lines)];
  const { rows } = await db.query<ClaimedRow>(
    routes === undefined
      ? { name: 'claim', text: claimText, values }
      : { name: 'claim matching', text: claimMatchingText, values: [...values, ...patternRows.values(routes)] },
  );
  return rows.map((row) => toClaimed(row, bulk));
}

function toClaimed(row: ClaimedRow, isBulk: boolean): ClaimedMessage {
  const { id, destination, country, sender, encoding, attempts, unanswered, queue } = row;
  return {
    ...{ accountId: row.account_id, id, destination, country, sender, encoding, attempts, unanswered, queue, isBulk },
    text: row.content,
    since: new Date(Date.now() - row.age * 1_000),
    validitySeconds: row.validity ?? undefined,
    carrierId: row.carrier_id ?? undefined,
    report: toReportFacts(row),
  };
}

type Submitting = MessageRef & { carrierId: string };
const submittingRows = rowSet<Submitting>({ accountId: 'uuid', id: 'uuid', carrierId: 'uuid' });

/**
 * Marks messages that are about to be submitted to a carrier that must never get one twice. If the process crashes now, only
 * this mark shows later that they may have been sent. Returns the ids of those that this process still holds: another
 * process may have claimed the others, and sent them.
 */
export async function markSubmitting(db: Queryable, lease: string, marks: readonly Submitting[]): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    `UPDATE messages m SET carrier_id = w.carrier_id
     FROM ${submittingRows.from('w', 2)}
     WHERE m.account_id = w.account_id AND m.id = w.id AND m.state = 'QUEUED' AND m.lease = $1
     RETURNING m.id`,
    [lease, ...submittingRows.values(marks)],
  );
  return new Set(rows.map((row) => row.id));
}

/** A message that returns to a queue; with a reason if a carrier did not accept it. */
type Returned = MessageRef & {
  readonly queue: number;
  readonly delayMs: number;
  readonly tried: boolean;
  readonly unanswered: boolean;
  readonly reason: string | undefined;
};

const returnedRows = rowSet<Returned>(
  { accountId: 'uuid', id: 'uuid', tried: 'boolean', queue: 'integer', unanswered: 'boolean', reason: 'text' },
  { delay: ['integer', ({ delayMs }) => Math.round(delayMs)] },
);

const putBackText = `UPDATE messages m SET lease = NULL, carrier_id = NULL, attempts = m.attempts + w.tried::int,
    unanswered = m.unanswered + w.unanswered::int, reason = coalesce(w.reason, m.reason),
    queue = w.queue, due_at = now() + w.delay * interval '1 millisecond'
  FROM ${returnedRows.from('w', 2)}
  WHERE m.account_id = w.account_id AND m.id = w.id AND m.state = 'QUEUED' AND m.lease = $1`;

/** Returns messages that this process still holds to a queue, to be claimed again after their delay. */
export async function putBack(db: Queryable, lease: string, messages: readonly Returned[]): Promise<void> {
  await db.query({ name: 'put back', text: putBackText, values: [lease, ...returnedRows.values(messages)] });
}

/** Messages that a process has claimed and not settled. */
export async function claimedBy(db: Queryable, lease: string): Promise<MessageRef[]> {
  const { rows } = await db.query<MessageRef>(
    `SELECT account_id AS "accountId", id FROM messages WHERE queue = ${heldQueue} AND lease = $1`,
    [lease],
  );
  return rows;
}

/** Releases messages that a process may hold without knowing it, because the response to their acceptance was lost. */
export async function putBackOwn(db: Queryable, lease: string, refs: readonly MessageRef[]): Promise<void> {
  await db.query(
    `UPDATE messages m SET lease = NULL, queue = ${undecidedQueue} FROM ${messageRefs.from('w', 2)}
     WHERE m.account_id = w.account_id AND m.id = w.id AND m.state = 'QUEUED' AND m.lease = $1`,
    [lease, ...messageRefs.values(refs)],
  );
}
