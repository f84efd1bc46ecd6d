import type { Queryable } from '../../database/db.ts';
import { msisdn } from '../../domain/sender/sender.ts';
import {
  type CodeAges,
  codeLimits,
  codeMinutes,
  mostTries,
  type StoredCode,
  type WrongCodes,
  wrongLimits,
} from '../../domain/sender/sender-code.ts';
import { lockSeed } from '../locks/seed.ts';
import { insertRow, Sql, updateRow } from '../row.ts';
import { rowSet } from '../row-set.ts';
import { deleteInSets } from '../scan/sets.ts';
import type { SenderRow } from './senders.ts';

/** The recipient of a code: a number, or the contact of the account. */
export type CodeWay = {
  readonly senderId: string;
  readonly accountId: string;
  /** The recipient of an SMS; undefined for an e-mail. */
  readonly number: string | undefined;
  /** The recipient of an e-mail. */
  readonly contact: string | undefined;
};

/** `value`: the sender value that the code confirms. */
type NewCode = StoredCode & CodeWay & { readonly id: string; readonly value: string };

/** A sender has one code at a time: the previous one becomes invalid. */
export async function replaceCode(tx: Queryable, code: NewCode): Promise<void> {
  await eraseCodes(tx, code.senderId);
  await insertRow(tx, 'sender_codes', { ...code, expiresAt: new Sql(`now() + interval '${codeMinutes} minutes'`) });
}

export async function eraseCodes(tx: Queryable, senderId: string): Promise<void> {
  await updateRow(tx, 'sender_codes', { senderId }, { salt: null, hash: null }, 'AND hash IS NOT NULL');
}

/**
 * Uses one of the attempts and returns the code to compare with, if there is a code with attempts left. The count is in the row, so a
 * concurrent request waits for the lock and finds one attempt less.
 */
export async function takeCodeTry(
  tx: Queryable,
  senderId: string,
): Promise<(StoredCode & { tries: number }) | undefined> {
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

/** The ages of codes for this sender, to this number or contact, and by SMS for this account. */
export async function codeAges(tx: Queryable, { senderId, number, accountId, contact }: CodeWay): Promise<CodeAges> {
  const { rows } = await tx.query<CodeAges>(
    `SELECT ${latest('sender_id = $1', codeLimits.sender)} AS sender,
       ${latest('number = $2', codeLimits.number)} AS number,
       ${latest('account_id = $3 AND number IS NOT NULL AND $2::text IS NOT NULL', codeLimits.account)} AS account,
       ${latest('contact = $4', codeLimits.contact)} AS contact`,
    [senderId, number ?? null, accountId, contact ?? null],
  );
  return rows[0]!;
}

/** The age of the `most`th latest code by SMS, over all accounts. */
export async function ageOfCode(tx: Queryable, most: number): Promise<number | undefined> {
  const { rows } = await tx.query<{ age: number }>(
    `SELECT extract(epoch FROM now() - created_at)::float8 AS age FROM sender_codes WHERE number IS NOT NULL
     ORDER BY created_at DESC OFFSET $1 LIMIT 1`,
    [most - 1],
  );
  return rows[0]?.age;
}

/** Locked while the codes to a contact are counted, because accounts may share a contact. */
export async function lockContact(tx: Queryable, contact: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, ${lockSeed.codeContact}))`, [contact]);
}

/** Erases expired codes, and deletes rows that no limit counts any more. */
export async function dropOldCodes(db: Queryable): Promise<number> {
  const deleted = await deleteInSets(
    db,
    'sender_codes',
    `created_at < now() - interval '1 day' AND (tries = 0 OR created_at < now() - interval '${wrongLimits.value.days} days')`,
  );
  await db.query('UPDATE sender_codes SET salt = NULL, hash = NULL WHERE hash IS NOT NULL AND expires_at <= now()');
  return deleted;
}

export type Guessed = Pick<SenderRow, 'id' | 'account_id' | 'value' | 'type'>;

const guessedRows = rowSet<Guessed>({ id: 'uuid', account_id: 'uuid', value: 'text', type: 'smallint' });

/** Before wrong codes are counted: no other transaction adds to them, at any sender of this account or of this number. */
export async function lockWrongCodes(tx: Queryable, { account_id, value, type }: Guessed): Promise<void> {
  const names = type === msisdn ? [account_id, value] : [account_id];
  await tx.query(
    `SELECT pg_advisory_xact_lock(hashtextextended(name, ${lockSeed.wrongCodes}))
     FROM (SELECT name FROM unnest($1::text[]) AS w (name) ORDER BY name) n`,
    [names],
  );
}

const tried = (condition: string, { days }: { days: number }) =>
  `(SELECT coalesce(sum(tries), 0)::integer FROM sender_codes c
     WHERE ${condition} AND c.created_at > now() - interval '${days} days')`;

/** The wrong codes that count for each of these senders. */
export async function countWrongCodes(db: Queryable, senders: readonly Guessed[]): Promise<Map<string, WrongCodes>> {
  const { rows } = await db.query<WrongCodes & { id: string }>(
    `SELECT w.id, ${tried('c.account_id = w.account_id AND c.value = w.value', wrongLimits.value)} AS value,
       ${tried('c.account_id = w.account_id', wrongLimits.account)} AS account,
       ${tried(`c.value = w.value AND w.type = ${msisdn}`, wrongLimits.number)} AS number
     FROM ${guessedRows.from('w')}`,
    guessedRows.values(senders),
  );
  return new Map(rows.map(({ id, ...wrong }) => [id, wrong]));
}

/** Called once the account has proved that it owns the value. */
export async function forgetWrongCodes(tx: Queryable, { account_id, value }: Guessed): Promise<void> {
  await updateRow(tx, 'sender_codes', { account_id, value }, { tries: 0 }, 'AND tries > 0');
}

/** Called by an operator: removes all wrong codes that block this sender. */
export async function forgiveWrongCodes(tx: Queryable, { account_id, value, type }: Guessed): Promise<void> {
  await tx.query(
    `UPDATE sender_codes SET tries = 0 WHERE tries > 0 AND (account_id = $1 OR (value = $2 AND $3 = ${msisdn}))`,
    [account_id, value, type],
  );
}
