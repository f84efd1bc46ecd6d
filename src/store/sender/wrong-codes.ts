import type { Queryable } from '../../database/db.ts';
import { msisdn } from '../../domain/sender/sender.ts';
import { type WrongCodes, wrongLimits } from '../../domain/sender/sender-code.ts';
import { lockSeed } from '../locks/seed.ts';
import { updateRow } from '../row.ts';
import { rowSet } from '../row-set.ts';
import type { SenderRow } from './senders.ts';

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
