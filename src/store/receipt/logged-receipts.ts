import type { Queryable } from '../../database/db.ts';
import { literal } from '../literal.ts';

/** A receipt as a carrier sent it. */
export type Receipt = {
  /** Over which it came. */
  readonly carrierId: string;
  readonly text: string;
};

/** One that belongs to a part of a message. */
export type LoggedReceipt = Receipt & {
  readonly accountId: string;
  /** Of the message. */
  readonly id: string;
  readonly part: number;
  readonly outcome: string;
};

/** Between texts of receipts: the unit separator of ASCII, which stands in none. */
const separator = '\x1f';
const columns = 'account_id, message_id, carrier_id, part, outcome, text, received_at';

/**
 * Keeps receipts of messages with one part, within the statement that moves those: $1 and $2 are their accounts and ids, and three
 * parameters follow from this place on. Reading parameters is what costs: 4 µs a receipt in this way, 8 µs with all columns as
 * arrays of their own, of which 2 µs are the row.
 */
export function keepReceiptsSql(first: number, outcome: string): string {
  return `INSERT INTO receipt_log (${columns})
    SELECT account_id, id, ($${first}::uuid[])[carrier], 1, ${outcome}, text, now()
    FROM unnest($1::uuid[], $2::uuid[], $${first + 1}::smallint[], string_to_array($${first + 2}::text, E'\\x1f', ''))
      AS l (account_id, id, carrier, text) WHERE text IS NOT NULL`;
}

/** In the order of the messages. */
export function receiptColumns(receipts: readonly (Receipt | undefined)[]): unknown[] {
  const carriers = [...new Set(receipts.flatMap((receipt) => receipt?.carrierId ?? []))];
  const places = new Map(carriers.map((id, index) => [id, index + 1]));
  return [
    literal(carriers),
    literal(receipts.map((receipt) => (receipt === undefined ? 1 : places.get(receipt.carrierId)!))),
    receipts.map((receipt) => (receipt === undefined ? '' : storable(receipt.text))).join(separator),
  ];
}

/** Of the text of a receipt: what SMSCs write has 150 characters, and whatever else one sends is not worth more. */
const longestText = 500;

/** PostgreSQL stores no NUL, and a receipt that could not be stored would come again for ever. What is empty counts as none. */
function storable(text: string): string {
  const kept = text.slice(0, longestText).replaceAll('\0', '').replaceAll(separator, '');
  return kept.toWellFormed() || ' ';
}

/** Of long messages, which have one for each part. */
export async function logReceipts(tx: Queryable, receipts: readonly LoggedReceipt[]): Promise<void> {
  if (receipts.length === 0) return;
  await tx.query({
    name: 'log receipts',
    text: `INSERT INTO receipt_log (${columns})
      SELECT *, now() FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::smallint[], $5::text[], $6::text[])`,
    values: [
      literal(receipts.map(({ accountId }) => accountId)),
      literal(receipts.map(({ id }) => id)),
      literal(receipts.map(({ carrierId }) => carrierId)),
      literal(receipts.map(({ part }) => part)),
      literal(receipts.map(({ outcome }) => outcome)),
      receipts.map(({ text }) => storable(text)),
    ],
  });
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
