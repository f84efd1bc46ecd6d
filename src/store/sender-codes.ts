import type { Queryable } from '../db.ts';
import { type CodeAges, codeLimits, codeMinutes, mostTries, type StoredCode } from '../domain/sender-code.ts';
import { deleteInSets } from './sets.ts';

export type NewCode = StoredCode & {
  readonly id: string;
  readonly senderId: string;
  readonly accountId: string;
  /** Where it goes by SMS; undefined: by e-mail. */
  readonly number: string | undefined;
};

/** A sender has one code at a time: the one before it no longer counts. */
export async function replaceCode(tx: Queryable, code: NewCode): Promise<void> {
  await eraseCodes(tx, code.senderId);
  await tx.query(
    `INSERT INTO sender_codes (id, sender_id, account_id, number, salt, hash, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, now() + interval '${codeMinutes} minutes')`,
    [code.id, code.senderId, code.accountId, code.number ?? null, code.salt, code.hash],
  );
}

export async function eraseCodes(tx: Queryable, senderId: string): Promise<void> {
  await tx.query('UPDATE sender_codes SET salt = NULL, hash = NULL WHERE sender_id = $1 AND hash IS NOT NULL', [
    senderId,
  ]);
}

/**
 * Takes one of the tries and returns what to compare with, if there is a code and a try is left. The count is in the row:
 * whoever comes at the same time, from wherever, waits for it and finds one try less.
 */
export async function takeTry(tx: Queryable, senderId: string): Promise<(StoredCode & { tries: number }) | undefined> {
  const { rows } = await tx.query<{ salt: Buffer; hash: Buffer; tries: number }>(
    `UPDATE sender_codes SET tries = tries + 1
     WHERE sender_id = $1 AND hash IS NOT NULL AND tries < ${mostTries} AND expires_at > now()
     RETURNING salt, hash, tries`,
    [senderId],
  );
  return rows[0];
}

const mostOf = (limits: readonly { most: number }[]) => Math.max(...limits.map(({ most }) => most));
const latest = (condition: string, limits: readonly { most: number }[]) =>
  `ARRAY(SELECT extract(epoch FROM now() - created_at)::float8 FROM sender_codes WHERE ${condition}
     ORDER BY created_at DESC LIMIT ${mostOf(limits)})`;

/** How long ago codes were sent for this sender, to this number, and by SMS for this account. */
export async function codeAges(
  tx: Queryable,
  { senderId, number, accountId }: { senderId: string; number: string | undefined; accountId: string },
): Promise<CodeAges> {
  const { rows } = await tx.query<CodeAges>(
    `SELECT ${latest('sender_id = $1', codeLimits.sender)} AS sender,
       ${latest('number = $2', codeLimits.number)} AS number,
       ${latest('account_id = $3 AND number IS NOT NULL AND $2::text IS NOT NULL', codeLimits.account)} AS account`,
    [senderId, number ?? null, accountId],
  );
  return rows[0]!;
}

/** Codes that have expired, and what is left of those that no limit counts any more. */
export async function dropOldCodes(db: Queryable): Promise<number> {
  const deleted = await deleteInSets(db, 'sender_codes', `created_at < now() - interval '1 day'`);
  await db.query('UPDATE sender_codes SET salt = NULL, hash = NULL WHERE hash IS NOT NULL AND expires_at <= now()');
  return deleted;
}
