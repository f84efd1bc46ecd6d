import type { Queryable } from '../../database/db.ts';
import { numbersNamed } from '../../domain/receipt/match.ts';
import { literal } from '../literal.ts';
import { isRecent, oldestId } from '../message/parts.ts';
import { deleteInSets } from '../sets.ts';

export type UnmatchedReceipt = {
  readonly id: string;
  /** Over which it came. */
  readonly carrierId: string;
  /** Whose messages it may be about. */
  readonly carriers: readonly string[];
  /** The certain key first. */
  readonly keys: readonly string[];
  readonly outcome: string;
  readonly destination: string;
  /** What its message must have gone to; none if it names no number. */
  readonly numbers: readonly string[];
  readonly error: string | undefined;
  readonly text: string;
};

export async function parkReceipts(tx: Queryable, receipts: readonly UnmatchedReceipt[]): Promise<void> {
  if (receipts.length === 0) return;
  await tx.query(
    `INSERT INTO unmatched_receipts (id, carrier_id, carriers, keys, outcome, destination, numbers, error, text)
     SELECT id, carrier_id, carriers::uuid[], string_to_array(keys, E'\\n'), outcome, destination, numbers::text[], error, text
     FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
       AS w (id, carrier_id, carriers, keys, outcome, destination, numbers, error, text)`,
    [
      receipts.map(({ id }) => id),
      receipts.map(({ carrierId }) => carrierId),
      receipts.map(({ carriers }) => literal(carriers)),
      receipts.map(({ keys }) => keys.join('\n')),
      receipts.map(({ outcome }) => outcome),
      receipts.map(({ destination }) => destination),
      receipts.map(({ numbers }) => literal(numbers)),
      receipts.map(({ error }) => error ?? null),
      receipts.map(({ text }) => text),
    ],
  );
}

/** In place of an outcome: a callback that was not understood. It has no keys, so that it matches nothing. */
export const unreadOutcome = 'unread';
/** Of each carrier, the newest so many. */
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

/** Parked receipts that certainly mean one of these references: the submit was answered after its receipt had come. */
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

/** Those of these parked ones that nobody else looks at just now: both sides of a match do. Until the transaction ends. */
export async function lockParked(tx: Queryable, ids: readonly string[]): Promise<UnmatchedReceipt[]> {
  const { rows } = await tx.query<ParkedRow>({
    name: 'lock parked receipts',
    text: `SELECT ${columns} FROM unmatched_receipts u WHERE u.id = ANY ($1::uuid[]) FOR UPDATE SKIP LOCKED`,
    values: [ids],
  });
  return rows.map(toUnmatched);
}

/** They have found their match. */
export async function dropParked(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query({
    name: 'drop parked receipts',
    text: 'DELETE FROM unmatched_receipts WHERE id = ANY ($1::uuid[])',
    values: [ids],
  });
}

/** The rule of `domain/receipt-match.ts`, as far as it spares looking at what cannot fit. The first key is the certain one. */
const mayFit = `EXISTS (
  SELECT 1 FROM parts p JOIN messages m ON m.account_id = p.account_id AND m.id = p.message_id
  WHERE p.carrier_id = ANY (coalesce(u.carriers, ARRAY[u.carrier_id])) AND p.reference = ANY (u.keys) AND ${isRecent('$3')}
    AND (p.reference = u.keys[1] OR m.state IN ('SENT', 'UNKNOWN'))
    AND (cardinality(u.numbers) > 0 IS NOT TRUE
      OR EXISTS (SELECT 1 FROM unnest(u.numbers) AS n WHERE right(m.destination, length(n)) = n))
  OFFSET 0)`; // looked at row by row, by the index of parts

/** By when they came. Times as the database writes them: a Date has no microseconds. */
export type Span = { readonly after: string; readonly until: string | undefined };

/** Parked ones of a span, or else of the last minute, that may have found their match since: old enough that both sides have committed. */
export async function lockMatching(
  tx: Queryable,
  limit: number,
  now: number,
  span?: Span,
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

/** When the last of so many came; undefined if there are not that many. */
export async function endOfParked(db: Queryable, after: string, count: number): Promise<string | undefined> {
  const { rows } = await db.query<{ until: string }>(
    `SELECT received_at::text AS until FROM unmatched_receipts
     WHERE received_at > $1::timestamptz AND received_at < now() - interval '2 seconds'
     ORDER BY received_at OFFSET $2 LIMIT 1`,
    [after, count - 1],
  );
  return rows[0]?.until;
}

export function dropOldReceipts(db: Queryable): Promise<number> {
  return deleteInSets(db, 'unmatched_receipts', `received_at < now() - interval '72 hours'`);
}
