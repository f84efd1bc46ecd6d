import type { Queryable } from '../../database/db.ts';
import { keepReceiptsSql, type Receipt, receiptColumns } from '../receipt/receipt-log.ts';
import { rowSet } from '../row-set.ts';
import type { MessageRef } from './messages.ts';
import { watchedQueue } from './queues.ts';

/** A message that a carrier has accepted. */
export type SubmittedMessage = MessageRef & {
  readonly carrierId: string;
  /** One for each part. */
  readonly references: readonly string[];
  /** A receipt for the delivery has already arrived. */
  readonly isDelivered: boolean;
  /** That receipt, to be logged. */
  readonly receipt?: Receipt | undefined;
  /** The process keeps holding it, because its reports exist only in the memory of the process. */
  readonly isHeld: boolean;
};

/** A message older than `before` when it is sent gets its own check for a missing receipt after `seconds`. */
export type Watch = { readonly before: string; readonly seconds: number };

const submittedRows = rowSet<SubmittedMessage>(
  { accountId: 'uuid', id: 'uuid' },
  { delivered: ['boolean', ({ isDelivered }) => isDelivered], held: ['boolean', ({ isHeld }) => isHeld] },
);

type NewPart = Pick<SubmittedMessage, 'carrierId' | 'accountId'> & {
  readonly reference: string;
  readonly messageId: string;
  readonly part: number;
  readonly total: number;
};
const partRows = rowSet<NewPart>({
  carrierId: 'uuid',
  reference: 'text',
  accountId: 'uuid',
  messageId: 'uuid',
  part: 'smallint',
  total: 'smallint',
});

const submittedSql = (also: string): string => `WITH known AS (
    INSERT INTO parts (${partRows.names}, taken_at) SELECT *, now() FROM ${partRows.from('p', 8)})${also}
  UPDATE messages m SET state = CASE WHEN w.delivered THEN 'DELIVERED' ELSE 'SENT' END, state_at = now(),
    -- the reason of an earlier failed attempt no longer applies
    reason = NULL,
    lease = CASE WHEN w.held THEN m.lease END,
    queue = CASE WHEN m.id < $5 AND NOT w.delivered THEN ${watchedQueue} END,
    due_at = CASE WHEN m.id < $5 AND NOT w.delivered THEN now() + $6 * interval '1 second' ELSE m.due_at END
  FROM ${submittedRows.from('w')}
  WHERE m.account_id = w.account_id AND m.id = w.id AND m.state = 'QUEUED' AND m.lease = $7
  RETURNING m.id`;
const submittedText = submittedSql('');
const submittedAndLoggedText = submittedSql(`, logged AS (${keepReceiptsSql(14, `'delivered'`)})`);

/**
 * Stores that carriers have accepted these messages, and their references: in one statement, as this runs for every message.
 * Returns the ids of those that this process still held. The parts are stored in any case: the carrier has accepted them, and
 * their receipts will arrive.
 */
export async function storeSubmitted(
  db: Queryable,
  worker: string,
  submitted: readonly SubmittedMessage[],
  watch: Watch,
): Promise<Set<string>> {
  const isLogging = submitted.some(({ receipt }) => receipt !== undefined);
  const { rows } = await db.query<{ id: string }>({
    name: isLogging ? 'store submitted, keep receipts' : 'store submitted',
    text: isLogging ? submittedAndLoggedText : submittedText,
    values: [
      ...submittedRows.values(submitted),
      watch.before,
      watch.seconds,
      worker,
      ...partRows.values(submitted.flatMap(partsOf)),
      ...(isLogging ? receiptColumns(submitted.map(({ receipt }) => receipt)) : []),
    ],
  });
  return new Set(rows.map(({ id }) => id));
}

const partsOf = ({ carrierId, accountId, id: messageId, references }: SubmittedMessage): NewPart[] =>
  references.map((reference, index) => ({
    ...{ carrierId, reference, accountId, messageId },
    part: index + 1,
    total: references.length,
  }));
