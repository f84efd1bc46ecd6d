/** Writes have a share of the database connections: an account with too many concurrent writes delays only itself. */
import { expect, test } from 'vitest';
import { countStatuses, sender, testAccount, times } from '../harness/accounts.ts';
import { lockAccount, untilWaiting } from '../harness/locks.ts';
import { operator } from '../harness/operator.ts';
import { type Answer, testService } from '../harness/service.ts';

const service = await testService();
const { call, db, url } = service;

test('while writes of one account wait, another sends and writes, and so does the operator', async () => {
  const [busy, other] = [await testAccount(db), await testAccount(db)];
  const release = await lockAccount(url, busy);
  const answers: Answer[] = [];
  const all = times(32, async (index) => {
    const body = { value: `Shop${index}`, type: 0, channel: 'SMS' };
    answers.push(await call({ path: '/v1/senders', key: busy.key, body }));
  });
  // One account has at most two concurrent writes.
  await untilWaiting(db, 2);
  for (const answer of await Promise.all(times(16, () => sender(service, other)()))) expect(answer.status).toBe(202);
  const body = { value: 'Other', type: 0, channel: 'SMS' };
  expect((await call({ path: '/v1/senders', key: other.key, body })).status).toBe(202);
  const topUp = { amount: '1.00' };
  expect((await operator(service)({ path: `/accounts/${other.id}/top-ups`, body: topUp })).status).toBeLessThan(300);
  expect(answers).toEqual([]);
  await release();
  await Promise.all(all);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
});

test('a client that disconnects while it waits frees its slot', async () => {
  const [busy, other] = [await testAccount(db), await testAccount(db)];
  const release = await lockAccount(url, busy);
  const leaving = new AbortController();
  const body = JSON.stringify({ value: 'Gone', type: 0, channel: 'SMS' });
  const headers = { apikey: busy.key, 'content-type': 'application/json' };
  const gone = times(20, () =>
    fetch(`${service.base}/v1/senders`, { method: 'POST', headers, body, signal: leaving.signal }).catch(() => 'gone'),
  );
  await untilWaiting(db, 2);
  leaving.abort();
  expect(await Promise.all(gone)).toEqual(gone.map(() => 'gone'));
  await release();
  for (let round = 0; round < 10; round++) {
    const again = { value: `Again${round}`, type: 0, channel: 'SMS' };
    expect((await call({ path: '/v1/senders', key: busy.key, body: again })).status).toBe(202);
    expect((await call({ path: '/v1/senders', key: other.key, body: again })).status).toBe(202);
  }
});

test('a delayed refusal does not hold its slot', async () => {
  const { key } = await testAccount(db);
  const change = () => call({ path: '/v1/webhooks/replay', key, body: { since: '2026-01-01T00:00:00Z' } });
  // Sixty per hour; then sixty refusals, which would take half a minute if they held the two slots.
  const answers = [...(await Promise.all(times(60, change))), ...(await Promise.all(times(60, change)))];
  const { 200: done = 0, 429: refused = 0 } = countStatuses(answers);
  expect(done + refused).toBe(120);
  expect(refused).toBeGreaterThan(50);
});
