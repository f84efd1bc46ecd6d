import type { Queryable } from '../db.ts';

export type UnmatchedReceipt = {
  readonly id: string;
  readonly carrierId: string;
  /** The certain key first. */
  readonly keys: readonly string[];
  readonly outcome: string;
  readonly destination: string;
  readonly error: string | undefined;
  readonly text: string;
};

export async function parkReceipts(tx: Queryable, receipts: readonly UnmatchedReceipt[]): Promise<void> {
  if (receipts.length === 0) return;
  await tx.query(
    `INSERT INTO unmatched_receipts (id, carrier_id, keys, outcome, destination, error, text)
     SELECT id, carrier_id, string_to_array(keys, E'\\n'), outcome, destination, error, text
     FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
       AS w (id, carrier_id, keys, outcome, destination, error, text)`,
    [
      receipts.map(({ id }) => id),
      receipts.map(({ carrierId }) => carrierId),
      receipts.map(({ keys }) => keys.join('\n')),
      receipts.map(({ outcome }) => outcome),
      receipts.map(({ destination }) => destination),
      receipts.map(({ error }) => error ?? null),
      receipts.map(({ text }) => text),
    ],
  );
}

/** Takes parked receipts that name one of these references: the submit was answered after its receipt had come. */
export async function unparkReceipts(
  tx: Queryable,
  carrierIds: readonly string[],
  references: readonly string[],
): Promise<UnmatchedReceipt[]> {
  const { rows } = await tx.query<UnmatchedReceipt & { carrier_id: string; error: string | null }>({
    name: 'unpark receipts',
    text: `DELETE FROM unmatched_receipts u
      USING (SELECT DISTINCT carrier_id FROM unnest($1::uuid[]) AS c (carrier_id)) c
      WHERE u.carrier_id = c.carrier_id AND u.keys && $2::text[]
      RETURNING u.id, u.carrier_id, u.keys, u.outcome, u.destination, u.error, u.text`,
    values: [carrierIds, references],
  });
  return rows.map(({ carrier_id: carrierId, error, ...rest }) => ({ ...rest, carrierId, error: error ?? undefined }));
}

/** Parked ones that may have found their match since: old enough that both sides have committed. */
export async function takeParked(tx: Queryable, limit: number): Promise<UnmatchedReceipt[]> {
  const { rows } = await tx.query<UnmatchedReceipt & { carrier_id: string; error: string | null }>(
    `DELETE FROM unmatched_receipts WHERE id IN (
       SELECT u.id FROM unmatched_receipts u
       WHERE u.received_at < now() - interval '2 seconds'
         AND EXISTS (SELECT 1 FROM parts p WHERE p.carrier_id = u.carrier_id AND p.reference = ANY (u.keys))
       LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING id, carrier_id, keys, outcome, destination, error, text`,
    [limit],
  );
  return rows.map(({ carrier_id: carrierId, error, ...rest }) => ({ ...rest, carrierId, error: error ?? undefined }));
}

export async function dropOldReceipts(db: Queryable): Promise<number> {
  const { rowCount } = await db.query(`DELETE FROM unmatched_receipts WHERE received_at < now() - interval '72 hours'`);
  return rowCount ?? 0;
}
