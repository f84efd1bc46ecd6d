/** Prices change under load on two processes: every request is priced and charged entirely by one list. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { books, croatian, sender, slovenian, testAccount, times } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { patienceMs } from '../harness/patience.ts';
import { type Answer, serviceOn, testService } from '../harness/service.ts';

const service = await testService();
const { db } = service;
const ways = [service, await serviceOn(service.url)];
const call = operator(service);

const old = { SI: '0.010000', HR: '0.020000' };
const next = { SI: '0.030001', HR: '0.050001' };
type Prices = typeof old;
const jsonOf = (prices: Prices) => Object.entries(prices).map(([country, unitPrice]) => ({ country, unitPrice }));
const csvOf = (prices: Prices) =>
  `country;price\r\n${Object.entries(prices)
    .map((pair) => pair.join(';').replace('.', ','))
    .join('\r\n')}`;

async function createList(prices: Prices, fields: object = {}): Promise<string> {
  const answer = await call({
    path: '/price-lists',
    body: { name: 'List', currency: 'EUR', prices: jsonOf(prices), ...fields },
  });
  return (answer.body as { priceListId: string }).priceListId;
}

async function accountWith(prices: Prices) {
  const account = await testAccount(db, { balance: '1000', prices: {} });
  const list = await createList(prices, { activeFrom: new Date(Date.now() - 3_600_000).toISOString() });
  await call({ method: 'PUT', path: `/accounts/${account.id}/price-lists/${list}` });
  return { account, list };
}

/** Requests of one to three segments to both countries, repeated on both processes. */
function streamOf(account: { id: string; key: string; keyId: string }) {
  const answers: Answer[] = [];
  let running = true;
  const clients = times(8, async (index) => {
    const send = sender(ways[index % 2]!, account);
    const content = 'a'.repeat([20, 200, 400][index % 3]!);
    while (running) {
      answers.push(await send({ message: { content }, destinations: [slovenian, croatian] }));
      await sleep(2);
    }
  });
  return {
    /** Resolves after `count` more answers. */
    async waitForMore(count = 40) {
      const before = answers.length;
      await vi.waitFor(() => expect(answers.length).toBeGreaterThan(before + count), { timeout: patienceMs });
    },
    async stop() {
      running = false;
      await Promise.all(clients);
      return answers;
    },
  };
}

/** How many requests were priced entirely by which prices, in the order in which they were accepted. */
async function pricedBy(accountId: string): Promise<{ runs: string[]; counts: Record<string, number> }> {
  const { rows } = await db.query<{ units: string; charged: boolean }>(
    `SELECT string_agg(m.country || ' ' || (m.price / s.segments)::numeric(12, 6), ', ' ORDER BY m.country DESC) AS units,
       -l.amount = sum(m.price) AS charged
     FROM submissions s JOIN messages m ON m.account_id = s.account_id AND m.submission_id = s.id
     JOIN ledger l ON l.account_id = s.account_id AND l.id = s.id AND l.kind = 'charge'
     WHERE s.account_id = $1 GROUP BY s.id, s.accepted_at, l.amount ORDER BY s.accepted_at`,
    [accountId],
  );
  expect(rows.filter(({ charged }) => !charged)).toEqual([]);
  const names = new Map(
    [old, next].map((prices, index) => [`SI ${prices.SI}, HR ${prices.HR}`, ['old', 'new'][index]!]),
  );
  const named = rows.map(({ units }) => names.get(units) ?? units);
  const counts: Record<string, number> = {};
  for (const name of named) counts[name] = (counts[name] ?? 0) + 1;
  return { runs: named.filter((name, index) => name !== named[index - 1]), counts };
}

async function expectSoundBooks(account: { id: string }, answers: readonly Answer[]): Promise<void> {
  expect(answers.filter(({ status }) => status !== 202).map(({ text }) => text)).toEqual([]);
  const { balance, ledger, charged, submissions, messages } = await books(db, account);
  expect({ submissions, messages }).toEqual({ submissions: answers.length, messages: answers.length * 2 });
  expect(ledger).toBe(balance);
  const { rows } = await db.query('SELECT 1000 - $1::numeric = $2::numeric AS right', [charged, balance]);
  expect(rows).toEqual([{ right: true }]);
}

test('replaced repeatedly by import and by JSON', async () => {
  const { account, list } = await accountWith(old);
  const stream = streamOf(account);
  await stream.waitForMore();
  for (const [round, prices] of [next, old, next, old, next].entries()) {
    const answer =
      round % 2 === 0
        ? await call({
            path: `/price-lists/${list}/import`,
            raw: csvOf(prices),
            headers: { 'content-type': 'text/csv' },
          })
        : await call({ method: 'PUT', path: `/price-lists/${list}/prices`, body: { prices: jsonOf(prices) } });
    expect(answer).toMatchObject({ status: 200, body: { imported: 2 } });
    await stream.waitForMore();
  }
  await expectSoundBooks(account, await stream.stop());
  const { counts } = await pricedBy(account.id);
  expect(Object.keys(counts).toSorted()).toEqual(['new', 'old']);
});

test('by a list with a later start: first when it is assigned, then when it starts', async () => {
  for (const delayMs of [0, 1_000]) {
    const { account } = await accountWith(old);
    const stream = streamOf(account);
    await stream.waitForMore();
    const activeFrom = new Date(Date.now() + delayMs);
    const later = await createList(next, { activeFrom: activeFrom.toISOString() });
    const assigned = await call({ method: 'PUT', path: `/accounts/${account.id}/price-lists/${later}` });
    expect(assigned.status).toBe(204);
    while (Date.now() <= activeFrom.getTime()) await stream.waitForMore(1);
    await stream.waitForMore();
    await expectSoundBooks(account, await stream.stop());
    expect((await pricedBy(account.id)).runs).toEqual(['old', 'new']);
    const { rows } = await db.query(
      `SELECT count(*)::integer AS wrong FROM messages m JOIN submissions s ON s.account_id = m.account_id AND s.id = m.submission_id
       WHERE m.account_id = $1 AND m.country = 'SI' AND m.price = s.segments * $2::numeric AND s.accepted_at < $3`,
      [account.id, next.SI, activeFrom],
    );
    expect(rows).toEqual([{ wrong: 0 }]);
  }
});

test('by the end of a list: the earlier list applies again', async () => {
  const { account } = await accountWith(old);
  const over = await createList(next);
  await call({ method: 'PUT', path: `/accounts/${account.id}/price-lists/${over}` });
  const stream = streamOf(account);
  await stream.waitForMore();
  await call({ method: 'DELETE', path: `/accounts/${account.id}/price-lists/${over}` });
  await stream.waitForMore();
  await expectSoundBooks(account, await stream.stop());
  expect((await pricedBy(account.id)).runs).toEqual(['new', 'old']);
});
