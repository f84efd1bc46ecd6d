import type { Queryable } from '../../database/db.ts';
import { arrayLiteral, rowSet } from '../row-set.ts';
import { type ScanPage, scanNewest } from '../scan/newest.ts';
import type { Walked } from '../scan/walk.ts';

/** A receipt that matches no message. */
export type UnmatchedRow = {
  readonly id: string;
  readonly carrier_id: string;
  readonly keys: string[];
  readonly outcome: string;
  readonly destination: string;
  readonly error: string | null;
  readonly text: string;
  readonly received_at: Date;
};

export type UnmatchedFilter = ScanPage & {
  readonly carrierId?: string | undefined;
  readonly outcome?: string | undefined;
};

/** Newest first. */
export function listUnmatched(db: Queryable, filter: UnmatchedFilter): Promise<Walked<UnmatchedRow>> {
  const fits = [
    ['carrier_id = ?', filter.carrierId],
    ['outcome = ?', filter.outcome],
  ] as const;
  return scanNewest(db, { table: 'unmatched_receipts', columns: '*', fits, page: filter });
}

/** A receipt as a carrier sent it. */
export type Receipt = {
  readonly carrierId: string;
  readonly text: string;
};

/** A receipt of a part of a message. */
export type LoggedReceipt = Receipt & {
  readonly accountId: string;
  /** The id of the message. */
  readonly id: string;
  readonly part: number;
  readonly outcome: string;
};

/** Separates texts of receipts: the ASCII unit separator, which is removed from them. */
const separator = '\x1f';

/**
 * Logs receipts of messages with one part, within the statement that moves those: $1 and $2 are their accounts and ids, and the three
 * parameters of `receiptColumns` begin at `first`. A receipt takes 4 µs in this way and 8 µs with an array for each column, because
 * parsing parameters is most of the cost; the row itself takes 2 µs.
 */
export function keepReceiptsSql(first: number, outcome: string): string {
  return `INSERT INTO receipt_log (account_id, message_id, carrier_id, part, outcome, text, received_at)
    SELECT account_id, id, ($${first}::uuid[])[carrier], 1, ${outcome}, text, now()
    FROM unnest($1::uuid[], $2::uuid[], $${first + 1}::smallint[], string_to_array($${first + 2}::text, E'\\x1f', ''))
      AS l (account_id, id, carrier, text) WHERE text IS NOT NULL`;
}

/** The parameters of `keepReceiptsSql`, in the order of the messages. */
export function receiptColumns(receipts: readonly (Receipt | undefined)[]): unknown[] {
  const carriers = [...new Set(receipts.flatMap((receipt) => receipt?.carrierId ?? []))];
  const places = new Map(carriers.map((id, index) => [id, index + 1]));
  return [
    arrayLiteral(carriers),
    arrayLiteral(receipts.map((receipt) => (receipt === undefined ? 1 : places.get(receipt.carrierId)!))),
    receipts.map((receipt) => (receipt === undefined ? '' : storable(receipt.text))).join(separator),
  ];
}

/** Characters kept of the text of a receipt; those of SMSCs have about 150. */
const longestText = 500;

/** PostgreSQL does not store NUL, and a receipt that cannot be stored would be sent again forever. An empty text means no receipt. */
function storable(text: string): string {
  const kept = text.slice(0, longestText).replaceAll('\0', '').replaceAll(separator, '');
  return kept.toWellFormed() || ' ';
}

const receiptRows = rowSet<LoggedReceipt>(
  { accountId: 'uuid', carrierId: 'uuid', part: 'smallint', outcome: 'code' },
  { message_id: ['uuid', ({ id }) => id], text: ['text', ({ text }) => storable(text)] },
);
const logText = `INSERT INTO receipt_log (${receiptRows.names}, received_at) SELECT *, now() FROM ${receiptRows.from('w')}`;

/** Receipts of long messages, which have one for each part. */
export async function logReceipts(tx: Queryable, receipts: readonly LoggedReceipt[]): Promise<void> {
  if (receipts.length === 0) return;
  await tx.query({ name: 'log receipts', text: logText, values: receiptRows.values(receipts) });
}

export type ReceiptRow = {
  readonly carrier_id: string;
  /** Null if the carrier was deleted. */
  readonly carrier: string | null;
  readonly part: number;
  readonly outcome: string;
  readonly text: string;
  readonly received_at: Date;
};

type Message = Pick<LoggedReceipt, 'accountId' | 'id'>;

/** Receipts shown of one message; usually there are a few. */
const mostShown = 200;

/** Oldest first. */
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
