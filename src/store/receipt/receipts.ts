import type { Queryable } from '../../database/db.ts';
import { numbersNamed } from '../../domain/receipt/receipt.ts';
import { oldestId, recentCondition } from '../message/parts.ts';
import { arrayLiteral, rowSet } from '../row-set.ts';

export type UnmatchedReceipt = {
  readonly id: string;
  /** The carrier that sent it. */
  readonly carrierId: string;
  /** Carriers whose messages it may belong to. */
  readonly carriers: readonly string[];
  /** The certain key first. */
  readonly keys: readonly string[];
  readonly outcome: string;
  readonly destination: string;
  /** Possible destinations of its message; empty if it names no number. */
  readonly numbers: readonly string[];
  readonly error: string | undefined;
  readonly text: string;
};

const receiptRows = rowSet<UnmatchedReceipt>(
  { id: 'uuid', carrierId: 'uuid', outcome: 'text', destination: 'text', error: 'text', text: 'text' },
  {
    carriers: ['text', ({ carriers }) => arrayLiteral(carriers)],
    keys: ['text', ({ keys }) => keys.join('\n')],
    numbers: ['text', ({ numbers }) => arrayLiteral(numbers)],
  },
);

export async function parkReceipts(tx: Queryable, receipts: readonly UnmatchedReceipt[]): Promise<void> {
  if (receipts.length === 0) return;
  await tx.query(
    `INSERT INTO unmatched_receipts (id, carrier_id, carriers, keys, outcome, destination, numbers, error, text)
     SELECT id, carrier_id, carriers::uuid[], string_to_array(keys, E'\\n'), outcome, destination, numbers::text[], error, text
     FROM ${receiptRows.from('w')}`,
    receiptRows.values(receipts),
  );
}

/** In place of an outcome: a callback that could not be parsed. It has no keys, so it matches nothing. */
export const unreadOutcome = 'unread';
/** Callbacks kept per carrier, newest first. */
const mostUnread = 1_000;

export async function trimUnread(tx: Queryable, carrierIds: readonly string[]): Promise<void> {
  const isUnread = (row: string) => `${row}.keys[1] IS NULL AND ${row}.outcome = '${unreadOutcome}'`;
  await tx.query({
    name: 'trim unread',
    text: `DELETE FROM unmatched_receipts u USING unnest($1::uuid[]) AS w (carrier_id), LATERAL (
        SELECT k.id FROM unmatched_receipts k WHERE k.carrier_id = w.carrier_id AND ${isUnread('k')}
        ORDER BY k.id DESC OFFSET ${mostUnread} LIMIT 1) o
      WHERE u.carrier_id = w.carrier_id AND ${isUnread('u')} AND u.id <= o.id`,
    values: [carrierIds],
  });
}

type ParkedRow = Omit<UnmatchedReceipt, 'carrierId' | 'carriers' | 'numbers' | 'error'> & {
  carrier_id: string;
  carriers: string[] | null;
  numbers: string[] | null;
  error: string | null;
};

const columns = `u.id, u.carrier_id, u.carriers, u.keys, u.outcome, u.destination, u.numbers, u.error, u.text`;

function toUnmatched({ carrier_id: carrierId, carriers, numbers, error, ...rest }: ParkedRow): UnmatchedReceipt {
  return {
    ...rest,
    carrierId,
    carriers: carriers ?? [carrierId],
    numbers: numbers ?? numbersNamed({ source: rest.destination, destination: '' }),
    error: error ?? undefined,
  };
}

/** Parked receipts with one of these references as certain key: the receipt arrived before the response to the submit. */
export async function parkedFor(
  db: Queryable,
  carrierIds: readonly string[],
  references: readonly string[],
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'parked for references',
    text: `SELECT u.id FROM unnest($2::text[]) AS w (reference)
      JOIN unmatched_receipts u ON u.carrier_id = ANY ($1::uuid[]) AND u.keys[1] = w.reference`,
    values: [[...new Set(carrierIds)], references],
  });
  return rows.map(({ id }) => id);
}

/** Locks the free ones of these parked receipts until the transaction ends: both sides of a match process them. */
export async function lockParked(tx: Queryable, ids: readonly string[]): Promise<UnmatchedReceipt[]> {
  const { rows } = await tx.query<ParkedRow>({
    name: 'lock parked receipts',
    text: `SELECT ${columns} FROM unmatched_receipts u WHERE u.id = ANY ($1::uuid[]) FOR UPDATE SKIP LOCKED`,
    values: [ids],
  });
  return rows.map(toUnmatched);
}

export async function dropParked(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query({
    name: 'drop parked receipts',
    text: 'DELETE FROM unmatched_receipts WHERE id = ANY ($1::uuid[])',
    values: [ids],
  });
}

/** The part of the rule in `domain/receipt/receipt.ts` that excludes most receipts. The first key is the certain one. */
const mayFit = `EXISTS (
  SELECT 1 FROM parts p JOIN messages m ON m.account_id = p.account_id AND m.id = p.message_id
  WHERE p.carrier_id = ANY (coalesce(u.carriers, ARRAY[u.carrier_id])) AND p.reference = ANY (u.keys) AND ${recentCondition('$3')}
    AND (p.reference = u.keys[1] OR m.state IN ('SENT', 'UNKNOWN'))
    AND (cardinality(u.numbers) > 0 IS NOT TRUE
      OR EXISTS (SELECT 1 FROM unnest(u.numbers) AS n WHERE right(m.destination, length(n)) = n))
  OFFSET 0)`; // evaluated row by row, through the index of parts

/** Times of arrival, as texts of the database: a Date has no microseconds. */
export type ArrivalSpan = { readonly after: string; readonly until: string | undefined };

/** Parked receipts of a span, or of the last minute, that may have a match now: at least 2 s old, so that both sides have committed. */
export async function lockMatching(
  tx: Queryable,
  limit: number,
  now: number,
  span?: ArrivalSpan,
): Promise<UnmatchedReceipt[]> {
  const { rows } = await tx.query<ParkedRow>(
    `SELECT ${columns} FROM unmatched_receipts u
     WHERE u.received_at <= coalesce($4::timestamptz, now() - interval '2 seconds')
       AND u.received_at > coalesce($2::timestamptz, now() - interval '1 minute') AND ${mayFit}
     LIMIT $1 FOR UPDATE OF u SKIP LOCKED`,
    [limit, span?.after ?? null, oldestId(now), span?.until ?? null],
  );
  return rows.map(toUnmatched);
}

/** When the last of the next `count` receipts arrived; undefined if there are fewer. */
export async function endOfParked(db: Queryable, after: string, count: number): Promise<string | undefined> {
  const { rows } = await db.query<{ until: string }>(
    `SELECT received_at::text AS until FROM unmatched_receipts
     WHERE received_at > $1::timestamptz AND received_at < now() - interval '2 seconds'
     ORDER BY received_at OFFSET $2 LIMIT 1`,
    [after, count - 1],
  );
  return rows[0]?.until;
}
