import type { Queryable } from '../../database/db.ts';

/** The circuit of a carrier that is not closed, with times as milliseconds from now. */
export type SharedCircuit = {
  readonly carrierId: string;
  readonly failures: number;
  readonly reason: string | null;
  readonly retryMs: number;
  readonly probeMs: number;
  readonly restMs: number;
};

const msUntil = (column: string): string =>
  `greatest(-1, extract(epoch FROM greatest(${column}, now() - interval '1 day') - now()) * 1000)::float8`;

/** In SQL: a JSON array of all circuits that are not closed. */
export const openCircuitsSql = `coalesce((
  SELECT json_agg(json_build_object('carrierId', carrier_id, 'failures', failures, 'reason', reason,
    'retryMs', ${msUntil('retry_at')}, 'probeMs', ${msUntil('probe_until')}, 'restMs', ${msUntil('rest_until')}))
  FROM carrier_circuits WHERE failures > 0 OR rest_until > now()), '[]')`;

/** A refusal during the wait changes nothing: processes that are refused together count once. A deleted carrier has no circuit. */
export async function openCircuit(db: Queryable, carrierId: string, reason: string, waitMs: number): Promise<void> {
  await db.query({
    name: 'open circuit',
    text: `INSERT INTO carrier_circuits AS c (carrier_id, failures, reason, refused_at, retry_at)
      SELECT id, 1, $2, now(), now() + $3 * interval '1 millisecond' FROM carriers WHERE id = $1
      ON CONFLICT (carrier_id) DO UPDATE SET failures = c.failures + 1, reason = excluded.reason, refused_at = now(),
        retry_at = excluded.retry_at, probe_until = '-infinity'
      WHERE c.retry_at <= now()`,
    values: [carrierId, reason, Math.round(waitMs)],
  });
}

/** True if this process may send the one probe; until it is answered, or for `probeMs`, no other process may. */
export async function takeProbe(db: Queryable, carrierId: string, probeMs: number): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'take probe',
    text: `UPDATE carrier_circuits SET probe_until = now() + $2 * interval '1 millisecond'
      WHERE carrier_id = $1 AND failures > 0 AND retry_at <= now() AND probe_until <= now() AND rest_until <= now()`,
    values: [carrierId, Math.round(probeMs)],
  });
  return rowCount === 1;
}

/** The probe was not sent: another process may send one. */
export async function leaveProbe(db: Queryable, carrierId: string): Promise<void> {
  await db.query(`UPDATE carrier_circuits SET probe_until = '-infinity' WHERE carrier_id = $1`, [carrierId]);
}

/** The carrier accepts calls again. */
export async function closeCircuit(db: Queryable, carrierId: string): Promise<void> {
  await db.query(
    `UPDATE carrier_circuits SET failures = 0, reason = NULL, probe_until = '-infinity' WHERE carrier_id = $1`,
    [carrierId],
  );
}

/** The carrier has requested a pause, such as with Retry-After. */
export async function restCircuit(db: Queryable, carrierId: string, ms: number): Promise<void> {
  await db.query({
    name: 'rest circuit',
    text: `INSERT INTO carrier_circuits AS c (carrier_id, rest_until)
      SELECT id, now() + $2 * interval '1 millisecond' FROM carriers WHERE id = $1
      ON CONFLICT (carrier_id) DO UPDATE SET rest_until = greatest(c.rest_until, excluded.rest_until)`,
    values: [carrierId, Math.round(ms)],
  });
}
