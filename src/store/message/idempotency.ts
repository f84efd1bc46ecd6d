import type { Queryable } from '../../database/db.ts';
import { lockSeed } from '../locks/seed.ts';
import { rowSet } from '../row-set.ts';

/**
 * A customer's Idempotency-Key, and the hash of its request. For an e-mail `keyId` is the account, since a mail may arrive
 * again after its API key was replaced, and `key` identifies the mail.
 */
export type Reservation = {
  readonly keyId: string;
  readonly key: string;
  /** In hex. */
  readonly requestHash: string;
  readonly keptHours: number;
};
export type StoredAnswer = { readonly requestHash: string; readonly answer: string };

export type KeyedAnswer = Reservation & { readonly answer: string };

const keyRows = rowSet<Reservation>({ key: 'text' }, { api_key_id: ['code', ({ keyId }) => keyId] });
export const answerRows = rowSet<KeyedAnswer>(
  { key: 'text', requestHash: 'code', answer: 'text', keptHours: 'integer' },
  { api_key_id: ['code', ({ keyId }) => keyId] },
);

/** In SQL: the number of the advisory lock of a key. */
export const reservationLock = `hashtextextended(api_key_id || ' ' || key, ${lockSeed.reservation})`;

/** Locks these keys until the transaction ends; false for a key that a running request holds. */
export async function lockReservations(tx: Queryable, reservations: readonly Reservation[]): Promise<boolean[]> {
  const { rows } = await tx.query<{ free: boolean }>(
    `SELECT pg_try_advisory_xact_lock(${reservationLock}) AS free FROM ${keyRows.from('k', 1, 'place')} ORDER BY place`,
    keyRows.values(reservations),
  );
  return rows.map(({ free }) => free);
}

/** Answers that have not expired, in the order of the keys. */
export async function findAnswers(
  db: Queryable,
  reservations: readonly Reservation[],
): Promise<(StoredAnswer | undefined)[]> {
  const { rows } = await db.query<StoredAnswer | { requestHash: null }>(
    `SELECT encode(a.request_hash, 'hex') AS "requestHash", a.answer FROM ${keyRows.from('k', 1, 'place')}
     LEFT JOIN idempotent_answers a ON a.api_key_id = k.api_key_id::uuid AND a.key = k.key AND a.expires_at > now()
     ORDER BY place`,
    keyRows.values(reservations),
  );
  return rows.map((row) => (row.requestHash === null ? undefined : row));
}

/** Stores the answers `k`. Replaces expired answers; leaves out keys that have a valid one. */
export const storeAnswersSql = (answers: string): string => `
  INSERT INTO idempotent_answers AS a (api_key_id, key, request_hash, answer, expires_at)
  SELECT k.api_key_id::uuid, k.key, decode(k.request_hash, 'hex'), k.answer, now() + k.kept_hours * interval '1 hour' FROM ${answers}
  ON CONFLICT (api_key_id, key) DO UPDATE
    SET request_hash = excluded.request_hash, answer = excluded.answer, created_at = excluded.created_at,
      expires_at = excluded.expires_at
    WHERE a.expires_at < now()`;

/** False if one of the keys has been taken in the meantime. */
export async function storeAnswers(tx: Queryable, answers: readonly KeyedAnswer[]): Promise<boolean> {
  const { rowCount } = await tx.query(storeAnswersSql(answerRows.from('k')), answerRows.values(answers));
  return rowCount === answers.length;
}
