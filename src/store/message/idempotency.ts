import type { Queryable } from '../../database/db.ts';
import { lockSeed } from '../lock-seed.ts';
import { deleteInSets } from '../sets.ts';

/**
 * A customer's Idempotency-Key, and what it was sent with. For an e-mail `keyId` is the account, since a mail may come
 * again after its key was changed, and `key` is what identifies the mail.
 */
export type Reservation = {
  readonly keyId: string;
  readonly key: string;
  readonly requestHash: Buffer;
  readonly keptHours: number;
};
export type StoredAnswer = { readonly requestHash: Buffer; readonly answer: string };

const columns = (wanted: readonly Reservation[]) => [wanted.map(({ keyId }) => keyId), wanted.map(({ key }) => key)];

/** What stands for a key among the locks of the database. */
export const reservationLock = `hashtextextended(api_key_id || ' ' || key, ${lockSeed.reservation})`;

/** Locks these keys until the transaction ends; false where another request holds one, that is, still runs. */
export async function lockReservations(tx: Queryable, wanted: readonly Reservation[]): Promise<boolean[]> {
  const { rows } = await tx.query<{ free: boolean }>(
    `SELECT pg_try_advisory_xact_lock(${reservationLock}) AS free
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS w (api_key_id, key, place) ORDER BY place`,
    columns(wanted),
  );
  return rows.map(({ free }) => free);
}

/** Answers that still count, in the order asked for. */
export async function findAnswers(
  db: Queryable,
  wanted: readonly Reservation[],
): Promise<(StoredAnswer | undefined)[]> {
  const { rows } = await db.query<{ request_hash: Buffer | null; answer: string }>(
    `SELECT a.request_hash, a.answer
     FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS w (api_key_id, key, place)
     LEFT JOIN idempotent_answers a
       ON a.api_key_id = w.api_key_id AND a.key = w.key AND a.expires_at > now()
     ORDER BY place`,
    columns(wanted),
  );
  return rows.map(({ request_hash, answer }) =>
    request_hash === null ? undefined : { requestHash: request_hash, answer },
  );
}

/** An answer that has outlived its time is replaced. False if one of the keys has been taken meanwhile. */
export async function storeAnswers(
  tx: Queryable,
  wanted: readonly Reservation[],
  answers: readonly string[],
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO idempotent_answers AS a (api_key_id, key, request_hash, answer, expires_at)
     SELECT w.api_key_id, w.key, w.request_hash, w.answer, now() + w.hours * interval '1 hour'
     FROM unnest($1::uuid[], $2::text[], $3::bytea[], $4::text[], $5::integer[])
       AS w (api_key_id, key, request_hash, answer, hours)
     ON CONFLICT (api_key_id, key) DO UPDATE
       SET request_hash = excluded.request_hash, answer = excluded.answer, created_at = excluded.created_at,
         expires_at = excluded.expires_at
       WHERE a.expires_at < now()`,
    [
      ...columns(wanted),
      wanted.map(({ requestHash }) => requestHash),
      answers,
      wanted.map(({ keptHours }) => keptHours),
    ],
  );
  return rowCount === wanted.length;
}

export function dropOldAnswers(db: Queryable): Promise<number> {
  return deleteInSets(db, 'idempotent_answers', `expires_at < now()`);
}
