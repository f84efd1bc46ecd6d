import type { Queryable } from '../../db.ts';
import { literal } from '../literal.ts';

/** A receipt that belongs to a message, as the carrier sent it. */
export type LoggedReceipt = {
  readonly accountId: string;
  /** Of the message. */
  readonly id: string;
  /** Over which it came. */
  readonly carrierId: string;
  readonly part: number;
  readonly outcome: string;
  readonly text: string;
};

/** Of the text of a receipt: what SMSCs write has 150 characters, and whatever else one sends is not worth more. */
const longestText = 500;

/** The statement, or part of another one, with its six parameters from this place on. */
export function logReceiptsSql(first: number): string {
  const [account, message, carrier, part, outcome, text] = [0, 1, 2, 3, 4, 5].map((place) => `$${first + place}`);
  return `INSERT INTO receipt_log (account_id, message_id, carrier_id, part, outcome, text, received_at)
    SELECT account_id, message_id, carrier_id, part, outcome, text, now()
    FROM unnest(${account}::uuid[], ${message}::uuid[], ${carrier}::uuid[], ${part}::smallint[], ${outcome}::text[], ${text}::text[])
      AS l (account_id, message_id, carrier_id, part, outcome, text)`;
}

export function logColumns(receipts: readonly LoggedReceipt[]): unknown[] {
  return [
    literal(receipts.map(({ accountId }) => accountId)),
    literal(receipts.map(({ id }) => id)),
    literal(receipts.map(({ carrierId }) => carrierId)),
    literal(receipts.map(({ part }) => part)),
    literal(receipts.map(({ outcome }) => outcome)),
    receipts.map(({ text }) => storable(text)),
  ];
}

/** PostgreSQL stores no NUL. A receipt that could not be stored would come again for ever. */
function storable(text: string): string {
  return text.slice(0, longestText).replaceAll('\0', '').toWellFormed();
}

/** Of receipts that move no message: the others are stored by the statement that does. */
export async function logReceipts(tx: Queryable, receipts: readonly LoggedReceipt[]): Promise<void> {
  if (receipts.length === 0) return;
  await tx.query({ name: 'log receipts', text: logReceiptsSql(1), values: logColumns(receipts) });
}

export type ReceiptRow = {
  readonly carrier_id: string;
  /** Null if it was deleted. */
  readonly carrier: string | null;
  readonly part: number;
  readonly outcome: string;
  readonly text: string;
  readonly received_at: Date;
};

type Message = Pick<LoggedReceipt, 'accountId' | 'id'>;

/** A message has a few; whoever sends more of them about one message gets no more shown. */
const mostShown = 200;

/** The first one first. */
export async function receiptsOfMessage(db: Queryable, { accountId, id }: Message): Promise<ReceiptRow[]> {
  const { rows } = await db.query<ReceiptRow>({
    name: 'receipts of a message',
    text: `SELECT r.carrier_id, c.name AS carrier, r.part, r.outcome, r.text, r.received_at
      FROM receipt_log r LEFT JOIN carriers c ON c.id = r.carrier_id
      WHERE r.message_id = $2 AND r.account_id = $1 ORDER BY r.received_at LIMIT ${mostShown}`,
    values: [accountId, id],
  });
  return rows;
}
