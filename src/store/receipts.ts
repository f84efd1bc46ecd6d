import type { Queryable } from '../db.ts';
import { isRecent, oldestId } from './parts.ts';
import { deleteInSets } from './sets.ts';

export type UnmatchedReceipt = {
  readonly id: string;
  readonly carrierId: string;
  /** The certain key first. */
  readonly keys: readonly string[];
  readonly outcome: string;
  readonly destination: string;
  readonly error: string | undefined;
  readonly text: string;
  /** Set on one that is parked again: its 72 hours do not begin anew. */
  readonly receivedAt?: Date;
};

export async function parkReceipts(tx: Queryable, receipts: readonly UnmatchedReceipt[]): Promise<void> {
  if (receipts.length === 0) return;
  await tx.query(
    `INSERT INTO unmatched_receipts (id, carrier_id, keys, outcome, destination, error, text, received_at)
     SELECT id, carrier_id, string_to_array(keys, E'\\n'), outcome, destination, error, text, coalesce(received_at, now())
     FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[])
       AS w (id, carrier_id, keys, outcome, destination, error, text, received_at)`,
    [
      receipts.map(({ id }) => id),
      receipts.map(({ carrierId }) => carrierId),
      receipts.map(({ keys }) => keys.join('\n')),
      receipts.map(({ outcome }) => outcome),
      receipts.map(({ destination }) => destination),
      receipts.map(({ error }) => error ?? null),
      receipts.map(({ text }) => text),
      receipts.map(({ receivedAt }) => receivedAt ?? null),
    ],
  );
}

type ParkedRow = Omit<UnmatchedReceipt, 'carrierId' | 'receivedAt' | 'error'> & {
  carrier_id: string;
  error: string | null;
  received_at: Date;
};

const columns = 'u.id, u.carrier_id, u.keys, u.outcome, u.destination, u.error, u.text, u.received_at';

function toUnmatched({ carrier_id: carrierId, received_at: receivedAt, error, ...rest }: ParkedRow): UnmatchedReceipt {
  return { ...rest, carrierId, receivedAt, error: error ?? undefined };
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

/** Takes those of these parked ones that nobody else has taken, or is about to: both sides of a match look for it. */
export async function unparkReceipts(tx: Queryable, ids: readonly string[]): Promise<UnmatchedReceipt[]> {
  const { rows } = await tx.query<ParkedRow>({
    name: 'unpark receipts',
    text: `DELETE FROM unmatched_receipts u WHERE u.id IN (
        SELECT id FROM unmatched_receipts WHERE id = ANY ($1::uuid[]) FOR UPDATE SKIP LOCKED)
      RETURNING ${columns}`,
    values: [ids],
  });
  return rows.map(toUnmatched);
}

/** The first key is certain; by another, only a message to that destination that still waits may be meant. */
const fits = `EXISTS (
  SELECT 1 FROM parts p
  LEFT JOIN messages m
    ON (p.reference <> u.keys[1] OR p.message_id < $3::uuid) AND m.account_id = p.account_id AND m.id = p.message_id
  WHERE p.carrier_id = u.carrier_id AND p.reference = ANY (u.keys) AND ${isRecent('$3')}
    AND (p.reference = u.keys[1] OR (m.destination = u.destination AND m.state IN ('SENT', 'UNKNOWN'))))`;

/** By when they came. Times as the database writes them: a Date has no microseconds. */
export type Span = { readonly after: string; readonly until: string | undefined };

/** Parked ones of a span, or else of the last minute, that may have found their match since: old enough that both sides have committed. */
export async function takeParked(tx: Queryable, limit: number, now: number, span?: Span): Promise<UnmatchedReceipt[]> {
  const { rows } = await tx.query<ParkedRow>(
    `DELETE FROM unmatched_receipts u WHERE u.id IN (
       SELECT u.id FROM unmatched_receipts u
       WHERE u.received_at <= coalesce($4::timestamptz, now() - interval '2 seconds')
         AND u.received_at > coalesce($2::timestamptz, now() - interval '1 minute') AND ${fits}
       LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING ${columns}`,
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
