import { randomUUID } from 'node:crypto';
import { newId } from '../../src/base/ids.ts';
import type { Db, Queryable } from '../../src/database/db.ts';
import { keyHash, keyPrefix } from '../../src/domain/access/key.ts';
import type { SendRequest } from '../../src/domain/message/send.ts';
import type { SendResponse } from '../../src/flows/sending/order.ts';
import { insertAccount } from '../../src/store/account/account-details.ts';
import { insertKey } from '../../src/store/account/key-details.ts';
import { insertTopUp } from '../../src/store/account/ledger-entries.ts';
import { assignPriceList, insertPriceList } from '../../src/store/account/price-lists.ts';
import { insertSenders, type NewSender } from '../../src/store/sender/senders.ts';
import type { Answer, RunningService } from './service.ts';
/** Accounts to send with, and their books as the database keeps them. */

export const slovenian = '+38640123456';
export const croatian = '+385912345678';

export type TestAccount = { readonly id: string; readonly key: string; readonly keyId: string };
export type AccountOptions = {
  balance?: string;
  creditLimit?: string;
  /** Price per segment by country; an empty one leaves the account without a price list. */
  prices?: Record<string, string>;
  senders?: Partial<NewSender>[];
};

export async function testAccount(db: Db, options: AccountOptions = {}): Promise<TestAccount> {
  const { balance = '1000', creditLimit = '0', prices = { SI: '0.01', HR: '0.02' }, senders = [{}] } = options;
  const accountId = newId();
  return db.transaction(async (tx) => {
    await insertAccount(tx, { id: accountId, name: 'Test', currency: 'EUR', creditLimit });
    const { key, keyId } = await addKey(tx, accountId);
    await insertSenders(
      tx,
      senders.map((sender) => ({ id: newId(), accountId, ...confirmed, ...sender })),
    );
    if (Object.keys(prices).length > 0) await addPriceList(tx, accountId, prices);
    if (Number(balance) > 0) await topUp(tx, accountId, balance);
    return { id: accountId, key, keyId };
  });
}

const confirmed = { value: 'Shop', type: 0, channel: 'SMS', status: 'Confirmed' } as const;

export async function addKey(tx: Queryable, accountId: string): Promise<{ key: string; keyId: string }> {
  const key = randomUUID();
  const keyId = newId();
  await insertKey(tx, { id: keyId, accountId, hash: keyHash(key), prefix: keyPrefix(key) });
  return { key, keyId };
}

/** `from` and `to` are SQL times. */
export async function addPriceList(
  tx: Queryable,
  accountId: string,
  prices: Record<string, string>,
  { from = 'now()', to = 'NULL' } = {},
): Promise<string> {
  const id = newId();
  const entries = Object.entries(prices).map(([country, unitPrice]) => ({ country, unitPrice }));
  await insertPriceList(tx, { id, name: 'Prices', currency: 'EUR', prices: entries });
  await tx.query(`UPDATE price_lists SET active_from = ${from}, active_to = ${to} WHERE id = $1`, [id]);
  await assignPriceList(tx, accountId, id);
  return id;
}

export function topUp(tx: Queryable, accountId: string, amount: string): Promise<void> {
  return insertTopUp(tx, { id: newId(), accountId, amount, note: 'Test' });
}

/** A request that is in order, with these fields instead. */
export function request(fields: Partial<Record<keyof SendRequest, unknown>> = {}): Record<string, unknown> {
  return { sender: 'Shop', destinations: [slovenian], message: { content: 'Hello' }, ...fields };
}

/** Different valid numbers. */
export function numbers(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `+38640${String(100_000 + index)}`);
}

export type Sender = (fields?: Parameters<typeof request>[0], headers?: Record<string, string>) => Promise<Answer>;

export function sender({ call }: Pick<RunningService, 'call'>, { key }: TestAccount): Sender {
  return (fields, headers = {}) => call({ path: '/v1/sms/messages', key, body: request(fields), headers });
}

export function idsOf({ body }: Answer): string[] {
  return (body as SendResponse).messages.map(({ messageId }) => messageId);
}

export type Books = { balance: string; ledger: string; charged: string; messages: number; submissions: number };

/** Amounts as decimals with six digits: `ledger` is the sum of all entries, `charged` that of the messages' prices. */
export async function books(db: Queryable, { id }: { id: string }): Promise<Books> {
  const { rows } = await db.query<Books>(
    `SELECT balance::text,
       (SELECT coalesce(sum(amount), 0)::numeric(20, 6)::text FROM ledger WHERE account_id = $1) AS ledger,
       (SELECT coalesce(sum(price), 0)::numeric(20, 6)::text FROM messages WHERE account_id = $1) AS charged,
       (SELECT count(*)::integer FROM messages WHERE account_id = $1) AS messages,
       (SELECT count(*)::integer FROM submissions WHERE account_id = $1) AS submissions
     FROM accounts WHERE id = $1`,
    [id],
  );
  return rows[0]!;
}

export function countStatuses(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** How many answers say what. */
export function countErrors(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const said = status === 202 ? 'accepted' : String((body as { error?: unknown }).error);
    counts[said] = (counts[said] ?? 0) + 1;
  }
  return counts;
}

export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
