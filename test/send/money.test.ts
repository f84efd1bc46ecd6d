/** The balance under concurrency: never overspent by a cent, and no request refused that it covers. */
import { expect, test } from 'vitest';
import {
  type AccountOptions,
  books,
  countErrors,
  croatian,
  numbers,
  sender,
  slovenian,
  testAccount,
  times,
} from '../harness/accounts.ts';
import { serviceOn, testService } from '../harness/service.ts';

const service = await testService();
const { db, url } = service;
const second = await serviceOn(url);
const short = 'Error: 6 - Balance too low to send';

async function accountWith(options: AccountOptions) {
  const account = await testAccount(db, options);
  return { account, send: sender(service, account), books: () => books(db, account) };
}

test('of a thousand concurrent requests, a balance for 200 accepts exactly 200', async () => {
  const { send, books } = await accountWith({ balance: '2' });
  const answers = await Promise.all(times(1_000, () => send()));
  expect(countErrors(answers)).toEqual({ accepted: 200, [short]: 800 });
  const zero = '0.000000';
  expect(await books()).toEqual({
    balance: zero,
    ledger: zero,
    charged: '2.000000',
    messages: 200,
    submissions: 200,
  });
});

test('a credit limit is spent to the last millionth, and no further', async () => {
  const { send, books } = await accountWith({ balance: '0.5', creditLimit: '0.500009' });
  const answers = await Promise.all(times(150, () => send()));
  expect(countErrors(answers)).toEqual({ accepted: 100, [short]: 50 });
  expect(await books()).toMatchObject({ balance: '-0.500000', ledger: '-0.500000', messages: 100 });
});

test('without money only free messages are sent', async () => {
  const { send, books } = await accountWith({ balance: '0', prices: { SI: '0', HR: '0.000001' } });
  expect(countErrors([await send(), await send({ destinations: [croatian] })])).toEqual({ accepted: 1, [short]: 1 });
  expect(await books()).toMatchObject({ balance: '0.000000', ledger: '0.000000', messages: 1 });
});

test('a request too large does not block smaller ones behind it', async () => {
  const { send, books } = await accountWith({ balance: '0.5' });
  const sizes = times(60, (index) => (index % 2 === 0 ? 51 : 1));
  const answers = await Promise.all(sizes.map((size) => send({ destinations: numbers(size) })));
  expect(answers.map(({ status }) => status)).toEqual(sizes.map((size) => (size === 51 ? 400 : 202)));
  expect(await books()).toMatchObject({ balance: '0.200000', ledger: '0.200000', messages: 30 });
});

test('mixed sizes: the charge is that of the accepted requests, and the rest is less than any refused one', async () => {
  const { send, books } = await accountWith({ balance: '3' });
  const sizes = times(150, (index) => 1 + ((index * 7) % 13));
  const answers = await Promise.all(sizes.map((size) => send({ destinations: numbers(size) })));
  const sum = (status: number) => sizes.filter((_, index) => answers[index]!.status === status);
  const sent = sum(202).reduce((total, size) => total + size, 0);
  const { balance, ledger, messages } = await books();
  expect({ balance, ledger, messages }).toEqual({
    balance: ((300 - sent) / 100).toFixed(6),
    ledger: balance,
    messages: sent,
  });
  expect(sum(400).length).toBeGreaterThan(0);
  // Balances only fall, so the smallest refused one must have been more than the rest at the end.
  expect(Math.min(...sum(400))).toBeGreaterThan(300 - sent);
});

test('fifty accounts with forty requests each have separate ledgers', async () => {
  const all = await Promise.all(times(50, (index) => accountWith({ balance: `${(index + 1) / 100}` })));
  const answers = await Promise.all(all.map(({ send }) => Promise.all(times(40, () => send()))));
  for (const [index, { books }] of all.entries()) {
    const affords = Math.min(40, index + 1);
    expect(answers[index]!.filter(({ status }) => status === 202)).toHaveLength(affords);
    const balance = ((index + 1 - affords) / 100).toFixed(6);
    expect(await books()).toMatchObject({ balance, ledger: balance, messages: affords, submissions: affords });
  }
});

test('two processes share one balance', async () => {
  const { account, send, books } = await accountWith({ balance: '3' });
  const ways = [send, sender(second, account)];
  const accepted = [0, 0];
  // Ten clients on each, one request after the other, until the money is spent.
  const client = async (index: number): Promise<void> => {
    while ((await ways[index % 2]!()).status === 202) accepted[index % 2]! += 1;
  };
  await Promise.all(times(20, client));
  expect(accepted[0]! + accepted[1]!).toBe(300);
  expect(Math.min(...accepted)).toBeGreaterThan(0);
  expect(await books()).toMatchObject({ balance: '0.000000', ledger: '0.000000', messages: 300, submissions: 300 });
});

test('a millionth, times segments, times recipients, is exact', async () => {
  const { send, books } = await accountWith({ balance: '0.008191', prices: { SI: '0.000001' } });
  const message = { content: 'a'.repeat(640) };
  expect((await send({ message, destinations: numbers(1_000) })).status).toBe(202);
  expect(await books()).toMatchObject({ balance: '0.003191', ledger: '0.003191', charged: '0.005000' });
  const answers = await Promise.all(times(700, () => send({ message, destinations: [slovenian] })));
  expect(countErrors(answers)).toEqual({ accepted: 638, [short]: 62 });
  expect(await books()).toMatchObject({ balance: '0.000001', ledger: '0.000001', charged: '0.008190' });
});

test('large amounts keep their millionths', async () => {
  const { send, books } = await accountWith({ balance: '99999999999999.999999', prices: { SI: '999999.999999' } });
  expect((await send({ destinations: numbers(3) })).status).toBe(202);
  expect(await books()).toMatchObject({ balance: '99999997000000.000002', charged: '2999999.999997' });
});

test.each(['UPDATE ledger SET amount = 0', 'DELETE FROM ledger', 'TRUNCATE ledger'])('refused: %s', async (sql) => {
  await expect(db.query(sql)).rejects.toThrow('the ledger is append-only');
});

test('no balance can fall below its credit limit, and no price list changes a currency', async () => {
  const { account } = await accountWith({ balance: '1', creditLimit: '1' });
  const spend = (amount: string) => db.query(`UPDATE accounts SET balance = ${amount} WHERE id = $1`, [account.id]);
  await expect(spend('-1.000001')).rejects.toThrow('balance_covered');
  await db.query(`INSERT INTO price_lists (id, name, currency) VALUES (gen_random_uuid(), 'Dollars', 'USD')`);
  const assign = `INSERT INTO account_price_lists SELECT $1, id, 'EUR' FROM price_lists WHERE currency = 'USD'`;
  await expect(db.query(assign, [account.id])).rejects.toThrow('foreign key');
});
