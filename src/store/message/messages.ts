import type { Queryable } from '../../database/db.ts';
import { type Event, refundedStates, type State, stateAfter, statesBefore } from '../../domain/message/message.ts';
import { type Money, parseMoney } from '../../domain/money/money.ts';
import { literal } from '../literal.ts';
import { keepReceiptsSql, type Receipt, receiptColumns } from '../receipt/logged-receipts.ts';
import { uuidsBetween } from '../span.ts';
import { undecidedQueue } from './queues.ts';

export type MessageRef = { readonly accountId: string; readonly id: string };
/** A message that something happens to, and why, where there is more to say than the event. */
export type Concerned = MessageRef & {
  readonly reason?: string | undefined;
  /** The receipt that it happens by, of a message with one part. */
  readonly receipt?: Receipt | undefined;
};

/** What the reports of a message are made of. */
export type ReportFacts = {
  readonly url: string | undefined;
  readonly segments: number;
  readonly price: Money;
  readonly showsPrice: boolean;
  /** Its time is reported too, if it was scheduled: SENT is not the first report then. */
  readonly isScheduled: boolean;
};

/** A message that has really moved, with what its report and its refund need. */
export type Moved = {
  readonly accountId: string;
  readonly id: string;
  readonly report: ReportFacts;
  /** The process that holds it, or held it: reports of it may be in the memory of that process only. */
  readonly holder: string | undefined;
  /** A report of it waits in the outbox. Known only where a process wanted to hold it. */
  readonly isReportWaiting: boolean;
};

type MovedRow = {
  account_id: string;
  id: string;
  price: string;
  segments: number;
  price_report: boolean;
  delivery_report_url: string | null;
  scheduled: boolean;
  lease: string | null;
  waiting: boolean;
};

/** `lease`: only those that this process holds, and it holds them no more. `holder`: a process that would hold what it may. */
export type Holding = {
  readonly lease?: string | undefined;
  readonly holder?: { readonly id: string; readonly since: string } | undefined;
};

/** Applies an event to those of the messages that are in a state where it counts. The guard is in the UPDATE itself. */
export async function moveMessages(
  tx: Queryable,
  concerned: readonly Concerned[],
  event: Event,
  { lease, holder }: Holding = {},
): Promise<Moved[]> {
  if (concerned.length === 0) return [];
  // In one order, so that two sets with the same messages do not wait for each other.
  const refs = concerned.toSorted((a, b) => compare(a.accountId, b.accountId) || compare(a.id, b.id));
  const isLogging = refs.some(({ receipt }) => receipt !== undefined);
  const { rows } = await tx.query<MovedRow>({
    name: isLogging ? 'move messages, keep receipts' : 'move messages',
    text: isLogging ? moveSql(`, logged AS (${keepReceiptsSql(11, outcomeOf)})`) : moveSql(''),
    values: [
      literal(refs.map(({ accountId }) => accountId)),
      literal(refs.map(({ id }) => id)),
      stateAfter(event),
      statesBefore(event),
      lease ?? null,
      refs.map(({ reason }) => reason ?? null),
      holder?.id ?? null,
      holder?.since ?? null,
      ...uuidsBetween(refs.map(({ id }) => id)),
      ...(isLogging ? receiptColumns(refs.map(({ receipt }) => receipt)) : []),
    ],
  });
  return rows.map(toMoved);
}

/** What a receipt said that led to a state. */
const outcomeOf = 'lower($3)';

const moveSql = (also: string): string => `WITH moved AS (
    UPDATE messages m SET state = $3, state_at = now(), reason = coalesce(w.reason, m.reason),
      queue = CASE WHEN $3 = 'QUEUED' THEN ${undecidedQueue} END,
      due_at = CASE WHEN $3 = 'QUEUED' THEN now() ELSE m.due_at END,
      lease = CASE WHEN $5::uuid IS NULL THEN coalesce(m.lease, CASE WHEN m.id >= $8 THEN $7::uuid END) END
    FROM unnest($1::uuid[], $2::uuid[], $6::text[]) AS w (account_id, id, reason)
    WHERE m.account_id = w.account_id AND m.id = w.id AND m.state = ANY ($4::text[])
      AND ($5::uuid IS NULL OR m.lease = $5)
    RETURNING m.account_id, m.id, m.submission_id, m.price, m.lease)${also}
  SELECT m.account_id, m.id, m.price, m.lease, s.segments, s.price_report, s.delivery_report_url, s.scheduled_at IS NOT NULL AS scheduled,
    $7::uuid IS NOT NULL AND EXISTS (
      SELECT 1 FROM outbox o WHERE o.subject_id = m.id AND o.id >= $9 AND o.id < $10 AND o.state IN ('ready', 'blocked')
    ) AS waiting
  FROM moved m JOIN submissions s ON s.account_id = m.account_id AND s.id = m.submission_id`;

const toMoved = (row: MovedRow): Moved => ({
  accountId: row.account_id,
  id: row.id,
  report: {
    url: row.delivery_report_url ?? undefined,
    segments: row.segments,
    price: parseMoney(row.price),
    showsPrice: row.price_report,
    isScheduled: row.scheduled,
  },
  holder: row.lease ?? undefined,
  isReportWaiting: row.waiting,
});

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** The states of those that this process holds, once whoever is about to change them has done so. */
export async function statesHeld(
  db: Queryable,
  holder: string,
  refs: readonly MessageRef[],
): Promise<Map<string, State>> {
  const { rows } = await db.query<{ id: string; state: State }>(
    `SELECT m.id, m.state FROM unnest($1::uuid[], $2::uuid[]) AS w (account_id, id)
     JOIN messages m ON m.account_id = w.account_id AND m.id = w.id
     WHERE m.lease = $3 ORDER BY m.account_id, m.id FOR NO KEY UPDATE OF m`,
    [literal(refs.map(({ accountId }) => accountId)), literal(refs.map(({ id }) => id)), holder],
  );
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** In the order of ids, until the transaction ends. */
export async function lockMessages(tx: Queryable, refs: readonly MessageRef[]): Promise<void> {
  await tx.query(
    `SELECT 1 FROM messages m JOIN unnest($1::uuid[], $2::uuid[]) AS w (account_id, id) USING (account_id, id)
     ORDER BY m.account_id, m.id FOR NO KEY UPDATE OF m`,
    [refs.map(({ accountId }) => accountId), refs.map(({ id }) => id)],
  );
}

/** What is shown of a message. */
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
  readonly reason: string | null;
  /** Tries that no carrier took, and when it is to be tried again, if it waits for that. */
  readonly attempts: number;
  readonly next_attempt_at: Date | null;
};

const triesShown = `m.attempts,
  CASE WHEN m.state = 'QUEUED' AND m.attempts > 0 AND m.lease IS NULL THEN m.due_at END AS next_attempt_at`;
/** States whose messages were refunded, as a list of SQL. */
export const refundedSql = `('${refundedStates.join("', '")}')`;
/** What the message costs its account, as the ledger has it: THE price of every look-up, list and export. */
const priceShown = `CASE WHEN m.state IN ${refundedSql} THEN 0 ELSE m.price END AS price`;
export const shown = `m.id, m.state, m.destination, m.country, ${priceShown}, m.state_at, m.reason, ${triesShown},
  s.sender, s.segments, s.encoding, s.scheduled_at, s.accepted_at`;
/** The text as it may be read: one that brings a verification code is shown without any digit, and so without the code. */
export const contentShown = `CASE WHEN s.via = 'verify' THEN regexp_replace(s.content, '[0-9]', '*', 'g') ELSE s.content END`;
export const withSubmission = 'JOIN submissions s ON s.account_id = m.account_id AND s.id = m.submission_id';

export async function findMessage(db: Queryable, { accountId, id }: MessageRef): Promise<MessageRow | undefined> {
  const { rows } = await db.query<MessageRow>({
    name: 'message',
    text: `SELECT ${shown}, ${contentShown} AS content FROM messages m ${withSubmission} WHERE m.account_id = $1 AND m.id = $2`,
    values: [accountId, id],
  });
  return rows[0];
}
