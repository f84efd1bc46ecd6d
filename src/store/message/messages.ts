import type { Queryable } from '../../database/db.ts';
import type { Reason } from '../../domain/carrier/reasons/reason.ts';
import { type Event, refundedStates, type State, stateAfter, statesBefore } from '../../domain/message/message.ts';
import { type Money, parseMoney } from '../../domain/money/money.ts';
import { uuidsBetween } from '../../domain/uuid.ts';
import { keepReceiptsSql, type Receipt, receiptColumns } from '../receipt/receipt-log.ts';
import { rowOf } from '../row.ts';
import { rowSet } from '../row-set.ts';
import { undecidedQueue } from './queues.ts';

export type MessageRef = { readonly accountId: string; readonly id: string };
export const messageRefs = rowSet<MessageRef>({ accountId: 'uuid', id: 'uuid' });

/** A message that an event applies to. */
export type Concerned = MessageRef & {
  readonly reason?: string | undefined;
  /** The receipt that caused the event, for a message with one part. */
  readonly receipt?: Receipt | undefined;
};

/** What delivery reports of a message are built from. */
export type ReportFacts = {
  readonly url: string | undefined;
  readonly segments: number;
  readonly price: Money;
  readonly showsPrice: boolean;
  /** A scheduled message has a report at its scheduled time, so SENT is not its first. */
  readonly isScheduled: boolean;
  /** The customer's own text. */
  readonly reference?: string | undefined;
};

/** The columns that `toReportFacts` reads, of a message `m` and its submission `s`. */
export const reportColumns = `m.price, s.segments, s.price_report, s.delivery_report_url, s.scheduled_at IS NOT NULL AS scheduled, s.reference`;
export type ReportRow = {
  price: string;
  segments: number;
  price_report: boolean;
  delivery_report_url: string | null;
  scheduled: boolean;
  reference: string | null;
};

export const toReportFacts = (row: ReportRow): ReportFacts => ({
  url: row.delivery_report_url ?? undefined,
  segments: row.segments,
  price: parseMoney(row.price),
  showsPrice: row.price_report,
  isScheduled: row.scheduled,
  reference: row.reference ?? undefined,
});

/** A message whose state has changed, with what its report and its refund need. */
export type Moved = MessageRef & {
  readonly report: ReportFacts;
  /** The process that holds it, or held it: reports of it may exist only in the memory of that process. */
  readonly holder: string | undefined;
  /** A report of it waits in the outbox. Known only if `holder` was given. */
  readonly isReportWaiting: boolean;
};

type MovedRow = ReportRow & { account_id: string; id: string; lease: string | null; waiting: boolean };

/** `lease`: only messages that this process holds; it releases them. `holder`: a process that takes those that are free. */
type Holding = {
  readonly lease?: string | undefined;
  readonly holder?: { readonly id: string; readonly since: string } | undefined;
};

const movedRows = rowSet<Concerned>({ accountId: 'uuid', id: 'uuid', reason: 'text' });

/** Applies an event to those of the messages whose state allows it. The guard is in the UPDATE itself. */
export async function moveMessages(
  tx: Queryable,
  concerned: readonly Concerned[],
  event: Event,
  { lease, holder }: Holding = {},
): Promise<Moved[]> {
  if (concerned.length === 0) return [];
  // In a fixed order, so that two sets with the same messages do not deadlock.
  const refs = concerned.toSorted((a, b) => compare(a.accountId, b.accountId) || compare(a.id, b.id));
  const isLogging = refs.some(({ receipt }) => receipt !== undefined);
  const { rows } = await tx.query<MovedRow>({
    name: isLogging ? 'move messages, keep receipts' : 'move messages',
    text: isLogging ? moveAndLogText : moveText,
    values: [
      ...movedRows.values(refs),
      stateAfter(event),
      statesBefore(event),
      lease ?? null,
      holder?.id ?? null,
      holder?.since ?? null,
      ...uuidsBetween(
        refs.map(({ id }) => id),
        Date.now(),
      ),
      ...(isLogging ? receiptColumns(refs.map(({ receipt }) => receipt)) : []),
    ],
  });
  return rows.map(toMoved);
}

/**
 * One submission for each message, looked up by its key. As a join, the planner may read all submissions instead: it does when its
 * statistics are old, for example with a backlog after a crash of the database.
 */
export const withSubmission = `CROSS JOIN LATERAL (
  SELECT * FROM submissions WHERE account_id = m.account_id AND id = m.submission_id OFFSET 0) s`;

const moveSql = (also: string): string => `WITH moved AS (
    UPDATE messages m SET state = $4, state_at = now(), reason = coalesce(w.reason, m.reason),
      queue = CASE WHEN $4 = 'QUEUED' THEN ${undecidedQueue} END,
      due_at = CASE WHEN $4 = 'QUEUED' THEN now() ELSE m.due_at END,
      lease = CASE WHEN $6::uuid IS NULL THEN coalesce(m.lease, CASE WHEN m.id >= $8 THEN $7::uuid END) END
    FROM ${movedRows.from('w')}
    WHERE m.account_id = w.account_id AND m.id = w.id AND m.state = ANY ($5::text[])
      AND ($6::uuid IS NULL OR m.lease = $6)
    RETURNING m.account_id, m.id, m.submission_id, m.price, m.lease)${also}
  SELECT m.account_id, m.id, m.lease, ${reportColumns},
    $7::uuid IS NOT NULL AND EXISTS (
      -- with OFFSET it is searched for each message; otherwise all unfinished events are read
      SELECT 1 FROM outbox o WHERE o.subject_id = m.id AND o.id >= $9 AND o.id < $10 AND o.state IN ('ready', 'blocked') OFFSET 0
    ) AS waiting
  FROM moved m ${withSubmission}`;
const moveText = moveSql('');
const moveAndLogText = moveSql(`, logged AS (${keepReceiptsSql(11, 'lower($4)')})`);

const toMoved = (row: MovedRow): Moved => ({
  accountId: row.account_id,
  id: row.id,
  report: toReportFacts(row),
  holder: row.lease ?? undefined,
  isReportWaiting: row.waiting,
});

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** The states of the messages that this process holds, after waiting for transactions that are changing them. */
export async function statesHeld(
  db: Queryable,
  holder: string,
  refs: readonly MessageRef[],
): Promise<Map<string, State>> {
  const { rows } = await db.query<{ id: string; state: State }>(
    `SELECT m.id, m.state FROM ${messageRefs.from('w')} JOIN messages m ON m.account_id = w.account_id AND m.id = w.id
     WHERE m.lease = $3 ORDER BY m.account_id, m.id FOR NO KEY UPDATE OF m`,
    [...messageRefs.values(refs), holder],
  );
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** Locks in the order of ids, until the transaction ends. */
export async function lockMessages(tx: Queryable, refs: readonly MessageRef[]): Promise<void> {
  await tx.query(
    `SELECT 1 FROM messages m JOIN ${messageRefs.from('w')} USING (account_id, id)
     ORDER BY m.account_id, m.id FOR NO KEY UPDATE OF m`,
    messageRefs.values(refs),
  );
}

/** A message as lists and look-ups show it. */
export type MessageRow = {
  readonly id: string;
  readonly state: State;
  readonly destination: string;
  readonly country: string;
  readonly price: string;
  readonly sender: string;
  readonly segments: number;
  readonly encoding: string;
  readonly scheduled_at: Date | null;
  readonly accepted_at: Date;
  readonly state_at: Date;
  readonly content: string | null;
  readonly reference: string | null;
  readonly reason: string | null;
  /** Failed attempts, and the time of the next one if it waits for that. */
  readonly attempts: number;
  readonly next_attempt_at: Date | null;
  /** The reason in plain words, added by `flows/messages/reasons.ts`. */
  readonly explained?: Reason;
};

const triesShown = `m.attempts,
  CASE WHEN m.state = 'QUEUED' AND m.attempts > 0 AND m.lease IS NULL THEN m.due_at END AS next_attempt_at`;
/** States whose messages were refunded, as a list in SQL. */
export const refundedSql = `('${refundedStates.join("', '")}')`;
/** What the message costs its account according to the ledger; used by every look-up, list and export. */
const priceShown = `CASE WHEN m.state IN ${refundedSql} THEN 0 ELSE m.price END AS price`;
export const messageShown = `m.id, m.state, m.destination, m.country, ${priceShown}, m.state_at, m.reason, ${triesShown},
  s.sender, s.segments, s.encoding, s.scheduled_at, s.accepted_at, s.reference`;
/** The text with the digits of a verification code masked. */
export const contentShown = `CASE WHEN s.via = 'verify' THEN regexp_replace(s.content, '[0-9]', '*', 'g') ELSE s.content END`;

export const findMessage = (db: Queryable, { accountId, id }: MessageRef): Promise<MessageRow | undefined> =>
  rowOf(db, {
    name: 'message',
    text: `SELECT ${messageShown}, ${contentShown} AS content FROM messages m ${withSubmission} WHERE m.account_id = $1 AND m.id = $2`,
    values: [accountId, id],
  });
