/** Which price list applies, and when. */
import { expect, test } from 'vitest';
import type { Queryable } from '../../src/database/db.ts';
import {
  addPriceList,
  books,
  countStatuses,
  idsOf,
  sender,
  slovenian,
  testAccount,
  times,
} from '../harness/accounts.ts';
import { type Answer, testService } from '../harness/service.ts';

const service = await testService();
const { db } = service;
const unsupported = `Error: 3 - Invalid recipient (to) number: not in the price list of the account: ${slovenian} (SI) | Invalid destination numbers: ${slovenian}`;

async function accountWithout() {
  const account = await testAccount(db, { prices: {} });
  return {
    account,
    send: sender(service, account),
    add: (prices: Record<string, string>, validity?: { from?: string; to?: string }) =>
      addPriceList(db, account.id, prices, validity),
  };
}

async function priceOf(answer: Answer): Promise<string | undefined> {
  expect(answer.body).toMatchObject({ status: 'accepted' });
  const { rows } = await db.query<{ price: string }>('SELECT price FROM messages WHERE id = $1', [idsOf(answer)[0]]);
  return rows[0]?.price;
}

test('without a price list no message can be sent; a list applies from its assignment', async () => {
  const { send, add } = await accountWithout();
  expect((await send()).body).toEqual({ error: unsupported });
  await add({ HR: '0.01' });
  expect((await send()).body).toEqual({ error: unsupported });
  await add({ SI: '0.03' });
  expect(await priceOf(await send())).toBe('0.030000');
});

test('a list that starts tomorrow or has ended does not apply', async () => {
  const { send, add } = await accountWithout();
  await add({ SI: '0.01' }, { from: `now() + interval '1 day'` });
  await add({ SI: '0.02' }, { from: `now() - interval '2 days'`, to: `now() - interval '1 day'` });
  expect((await send()).body).toEqual({ error: unsupported });
});

test('of two lists the one with the later start applies, country by country', async () => {
  const { send, add } = await accountWithout();
  await add({ SI: '0.05' }, { from: `now() - interval '1 hour'` });
  await add({ SI: '0.01', HR: '0.07' }, { from: `now() - interval '1 day'` });
  expect(await priceOf(await send())).toBe('0.050000');
  expect(await priceOf(await send({ destinations: ['+385912345678'] }))).toBe('0.070000');
});

test('a change of price or an unassigned list applies from its commit', async () => {
  const { account, send, add } = await accountWithout();
  const list = await add({ SI: '0.05' });
  expect(await priceOf(await send())).toBe('0.050000');
  await db.query('UPDATE price_list_entries SET unit_price = 0.06 WHERE price_list_id = $1', [list]);
  expect(await priceOf(await send())).toBe('0.060000');
  await db.query('DELETE FROM account_price_lists WHERE account_id = $1', [account.id]);
  expect((await send()).body).toEqual({ error: unsupported });
});

test('a list starts and another ends at its time, although nothing is written then', async () => {
  const { send, add } = await accountWithout();
  await add({ SI: '0.01' });
  await add(
    { SI: '0.02' },
    { from: `clock_timestamp() + interval '1 second'`, to: `clock_timestamp() + interval '5 seconds'` },
  );
  const seen: (string | undefined)[] = [];
  while (!seen.includes('0.020000') || seen.at(-1) === '0.020000') seen.push(await priceOf(await send()));
  expect(seen.filter((price, index) => price !== seen[index - 1])).toEqual(['0.010000', '0.020000', '0.010000']);
});

test('while lists change under load, every message has one price or the other, and the charge is their sum', async () => {
  const { account, send, add } = await accountWithout();
  await add({ SI: '0.01' }, { from: `now() - interval '1 hour'` });
  const other = await add({ SI: '0.02' });
  const started = `now() - interval '1 minute'`;
  const changing = (async () => {
    for (let round = 0; round < 20; round++) {
      const from = round % 2 === 0 ? `now() + interval '1 day'` : started;
      await db.query(`UPDATE price_lists SET active_from = ${from} WHERE id = $1`, [other]);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  })();
  const answers: Answer[] = [];
  await Promise.all(
    times(20, async () => {
      for (let round = 0; round < 30; round++) answers.push(await send());
    }),
  );
  await changing;
  expect(countStatuses(answers)).toEqual({ 202: 600 });
  expect(await pricesOf(db, account.id)).toEqual(['0.010000', '0.020000']);
  const { balance, ledger, charged, messages } = await books(db, account);
  expect(messages).toBe(600);
  expect(ledger).toBe(balance);
  expect((1_000 - Number(charged)).toFixed(6)).toBe(balance);
  expect(await wrongCharges(db, account.id)).toEqual([]);
});

async function pricesOf(tx: Queryable, accountId: string): Promise<string[]> {
  const { rows } = await tx.query<{ price: string }>(
    'SELECT DISTINCT price FROM messages WHERE account_id = $1 ORDER BY price',
    [accountId],
  );
  return rows.map(({ price }) => price);
}

/** Charges that differ from the sum of the messages of their submission. */
async function wrongCharges(tx: Queryable, accountId: string): Promise<unknown[]> {
  const { rows } = await tx.query(
    `SELECT l.id FROM ledger l JOIN messages m ON m.account_id = l.account_id AND m.submission_id = l.id
     WHERE l.account_id = $1 AND l.kind = 'charge' GROUP BY l.id, l.amount HAVING sum(m.price) <> -l.amount`,
    [accountId],
  );
  return rows;
}

test('an account whose prices change all the time can still send', async () => {
  const account = await testAccount(db);
  const send = sender(service, account);
  let isOver = false;
  const changing = times(3, async () => {
    while (!isOver) await db.query('UPDATE accounts SET version = version + 1 WHERE id = $1', [account.id]);
  });
  const answers = await Promise.all(
    times(20, (index) => send({}, index % 2 === 0 ? {} : { 'idempotency-key': `${index}` })),
  );
  isOver = true;
  await Promise.all(changing);
  expect(countStatuses(answers)).toEqual({ 202: 20 });
  const { balance, ledger, messages } = await books(db, account);
  expect([balance, messages]).toEqual([ledger, 20]);
});
