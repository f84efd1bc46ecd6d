import type { Queryable } from '../../database/db.ts';
import { msisdn, type SenderType } from '../../domain/sender/sender.ts';
import { type WrongCodes, wrongLimits } from '../../domain/sender/sender-code.ts';
import { lockSeed } from '../lock-seed.ts';

export type Guessed = {
  readonly id: string;
  readonly account_id: string;
  readonly value: string;
  readonly type: SenderType;
};

/** Before wrong codes are counted: nobody else adds to them, at any sender of this account or of this number. */
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
     FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::smallint[]) AS w (id, account_id, value, type)`,
    [
      senders.map(({ id }) => id),
      senders.map(({ account_id }) => account_id),
      senders.map(({ value }) => value),
      senders.map(({ type }) => type),
    ],
  );
  return new Map(rows.map(({ id, ...wrong }) => [id, wrong]));
}

/** Who has proved to own a value is no stranger to it. */
export async function forgetWrongCodes(tx: Queryable, { account_id, value }: Guessed): Promise<void> {
  await tx.query('UPDATE sender_codes SET tries = 0 WHERE account_id = $1 AND value = $2 AND tries > 0', [
    account_id,
    value,
  ]);
}

/** By an operator's word: whatever kept this sender from going on. */
export async function forgiveWrongCodes(tx: Queryable, { account_id, value, type }: Guessed): Promise<void> {
  await tx.query(
    `UPDATE sender_codes SET tries = 0 WHERE tries > 0 AND (account_id = $1 OR (value = $2 AND $3 = ${msisdn}))`,
    [account_id, value, type],
  );
}
