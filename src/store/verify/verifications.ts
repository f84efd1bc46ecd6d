import type { Queryable } from '../../database/db.ts';
import type { StoredCode } from '../../domain/sender/sender-code.ts';
import { lockSeed } from '../locks/seed.ts';
import { insertRow, Sql, updateRow } from '../row.ts';
import { deleteInSets } from '../scan/sets.ts';

/** Locked while the codes of an account are counted, until the transaction ends. */
export async function lockVerify(tx: Queryable, accountId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, ${lockSeed.verify}))`, [accountId]);
}

/** The recipient of a code, and the scopes in which it is counted. */
export type CodeTarget = {
  readonly accountId: string;
  readonly number: string;
  readonly prefix: string;
  readonly country: string;
};

type NewVerification = StoredCode &
  CodeTarget & {
    readonly id: string;
    readonly mostTries: number;
    readonly lifetimeSeconds: number;
    readonly submissionId: string;
    /** The customer's key, stored with the hash of its request. */
    readonly idempotencyKey: string | undefined;
    readonly requestHash: Buffer | undefined;
  };

/** Returns when the code expires. */
export async function insertVerification(tx: Queryable, { lifetimeSeconds, ...row }: NewVerification): Promise<Date> {
  const expiresAt = new Sql(`now() + interval '${lifetimeSeconds} seconds'`);
  const values = { ...row, expiresAt };
  const { rows } = await insertRow<{ expires_at: Date }>(tx, 'verifications', values, 'RETURNING expires_at');
  return rows[0]!.expires_at;
}

export type VerificationRef = { readonly accountId: string; readonly id: string };

export async function deleteVerification(tx: Queryable, { accountId, id }: VerificationRef): Promise<Date | undefined> {
  const { rows } = await tx.query<{ created_at: Date }>(
    'DELETE FROM verifications WHERE account_id = $1 AND id = $2 AND confirmed_at IS NULL RETURNING created_at',
    [accountId, id],
  );
  return rows[0]?.created_at;
}

export type KeyedVerification = {
  readonly id: string;
  readonly request_hash: Buffer;
  readonly number: string;
  readonly expires_at: Date;
  readonly age: number;
  /** Null if its request was never accepted. */
  readonly message_id: string | null;
};

/** The verification that the first request with this key has created. */
export async function findKeyed(tx: Queryable, accountId: string, key: string): Promise<KeyedVerification | undefined> {
  const { rows } = await tx.query<KeyedVerification>(
    `SELECT v.id, v.request_hash, v.number, v.expires_at, extract(epoch FROM now() - v.created_at)::float8 AS age,
       (SELECT m.id FROM messages m WHERE m.account_id = v.account_id AND m.id > v.submission_id
          AND m.id < uuid_after(v.submission_id, 60000) AND m.submission_id = v.submission_id LIMIT 1) AS message_id
     FROM verifications v WHERE v.account_id = $1 AND v.idempotency_key = $2`,
    [accountId, key],
  );
  return rows[0];
}

/** A verification by its id or by its recipient. */
export type VerificationLookup = {
  readonly accountId: string;
  readonly id?: string | undefined;
  readonly number?: string | undefined;
};

type TriedVerification = StoredCode &
  Pick<CodeTarget, 'prefix' | 'country'> & { readonly id: string; readonly created_at: Date };

/**
 * Uses one of the attempts and returns the code to compare with, if the newest code to this number is valid and has attempts left. The
 * count is in the row, so a concurrent request waits for the lock and finds one attempt less, or a confirmed code.
 */
export async function takeVerificationTry(
  tx: Queryable,
  { accountId, id, number }: VerificationLookup,
): Promise<TriedVerification | undefined> {
  const { rows } = await tx.query<TriedVerification>(
    `UPDATE verifications v SET tries = v.tries + 1
     WHERE v.account_id = $1 AND v.id = (
         SELECT n.id FROM verifications n WHERE n.account_id = $1
           AND n.number = coalesce($3, (SELECT number FROM verifications WHERE account_id = $1 AND id = $2))
         ORDER BY n.created_at DESC, n.id DESC LIMIT 1)
       AND v.hash IS NOT NULL AND v.tries < v.most_tries AND v.expires_at > now()
     RETURNING v.id, v.prefix, v.country, v.created_at, v.salt, v.hash`,
    [accountId, id ?? null, number ?? null],
  );
  return rows[0];
}

export async function markConfirmed(tx: Queryable, ref: VerificationRef): Promise<void> {
  await updateRow(tx, 'verifications', ref, { confirmedAt: new Sql('now()'), salt: null, hash: null });
}

const perSet = 1_000;

/** Masks the codes in texts of messages that can no longer be sent, one hour later because of clock skew. */
async function maskOldTexts(db: Queryable): Promise<number> {
  for (let masked = 0; ; ) {
    const { rowCount } = await db.query(
      `WITH ended AS (
         SELECT account_id, id, submission_id FROM verifications
         WHERE NOT masked AND expires_at < now() - interval '1 hour' ORDER BY expires_at LIMIT ${perSet} FOR UPDATE SKIP LOCKED),
       texts AS (
         UPDATE submissions s SET content = regexp_replace(s.content, '[0-9]', '*', 'g')
         FROM ended o WHERE s.account_id = o.account_id AND s.id = o.submission_id AND s.via = 'verify')
       UPDATE verifications v SET masked = true, salt = NULL, hash = NULL
       FROM ended o WHERE v.account_id = o.account_id AND v.id = o.id`,
    );
    masked += rowCount ?? 0;
    if ((rowCount ?? 0) < perSet) return masked;
  }
}

/** Deletes verifications that the limits no longer count (after one day) and whose texts are masked. */
export async function dropOldVerifications(db: Queryable): Promise<number> {
  await maskOldTexts(db);
  return deleteInSets(db, 'verifications', `masked AND created_at < now() - interval '2 days'`);
}
