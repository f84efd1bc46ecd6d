import type { Queryable } from '../../database/db.ts';
import { literal } from '../literal.ts';
import { keepReceiptsSql, type Receipt, receiptColumns } from '../receipt/logged-receipts.ts';
import type { MessageRef } from './messages.ts';
import { watchedQueue } from './queues.ts';

/** A message that a carrier has taken. */
export type Submitted = MessageRef & {
  readonly carrierId: string;
  /** One for each part. */
  readonly references: readonly string[];
  /** Its receipt has come already, and says that it is delivered. */
  readonly isDelivered: boolean;
  /** That receipt, to be kept. */
  readonly receipt?: Receipt | undefined;
  /** Its reports stay in the memory of the process, which therefore keeps holding it. */
  readonly isHeld: boolean;
};

/** A message that is older than `before` when it is sent is watched for silence by itself. */
export type Watch = { readonly before: string; readonly seconds: number };

/**
 * Notes that carriers have taken these messages, with what they are called there: in one statement, as this is done for every
 * message. Returns the ids of those that were still ours. The parts are kept in any case: the carrier has taken them, and their
 * receipts will come.
 */
export async function storeSubmitted(
  db: Queryable,
  worker: string,
  submitted: readonly Submitted[],
  watch: Watch,
): Promise<Set<string>> {
  const isLogging = submitted.some(({ receipt }) => receipt !== undefined);
  const { rows } = await db.query<{ id: string }>({
    name: isLogging ? 'store submitted, keep receipts' : 'store submitted',
    text: isLogging ? submittedSql(`, logged AS (${keepReceiptsSql(14, `'delivered'`)})`) : submittedSql(''),
    values: [
      literal(submitted.map(({ accountId }) => accountId)),
      literal(submitted.map(({ id }) => id)),
      literal(submitted.map(({ isDelivered }) => isDelivered)),
      literal(submitted.map(({ isHeld }) => isHeld)),
      watch.before,
      ...partColumns(submitted),
      watch.seconds,
      worker,
      ...(isLogging ? receiptColumns(submitted.map(({ receipt }) => receipt)) : []),
    ],
  });
  return new Set(rows.map(({ id }) => id));
}

const submittedSql = (also: string): string => `WITH known AS (
    INSERT INTO parts (carrier_id, reference, account_id, message_id, part, total, taken_at)
    SELECT *, now() FROM unnest($6::uuid[], $7::text[], $8::uuid[], $9::uuid[], $10::smallint[], $11::smallint[]))${also}
  UPDATE messages m SET state = CASE WHEN w.delivered THEN 'DELIVERED' ELSE 'SENT' END, state_at = now(),
    -- what kept it from being sent is no news any more
    reason = NULL,
    lease = CASE WHEN w.held THEN m.lease END,
    queue = CASE WHEN m.id < $5 AND NOT w.delivered THEN ${watchedQueue} END,
    due_at = CASE WHEN m.id < $5 AND NOT w.delivered THEN now() + $12 * interval '1 second' ELSE m.due_at END
  FROM unnest($1::uuid[], $2::uuid[], $3::boolean[], $4::boolean[]) AS w (account_id, id, delivered, held)
  WHERE m.account_id = w.account_id AND m.id = w.id AND m.state = 'QUEUED' AND m.lease = $13
  RETURNING m.id`;

function partColumns(submitted: readonly Submitted[]): unknown[] {
  const parts = submitted.flatMap(({ references, ...message }) =>
    references.map((reference, index) => ({ ...message, reference, part: index + 1, total: references.length })),
  );
  return [
    literal(parts.map(({ carrierId }) => carrierId)),
    parts.map(({ reference }) => reference),
    literal(parts.map(({ accountId }) => accountId)),
    literal(parts.map(({ id }) => id)),
    literal(parts.map(({ part }) => part)),
    literal(parts.map(({ total }) => total)),
  ];
}
