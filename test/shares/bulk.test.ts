/** Messages that wait for their commit are counted per account, and accounts take turns. */
import { expect, test, vi } from 'vitest';
import { books, idsOf, numbers, sender, testAccount, times } from '../harness/accounts.ts';
import { lockAccount, untilWaiting } from '../harness/locks.ts';
import { patienceMs } from '../harness/patience.ts';
import { type Answer, testService } from '../harness/service.ts';

vi.setConfig({ testTimeout: 120_000 });

const service = await testService({ HERMOD_RATE_LIMIT: '0' });
const { db, url } = service;
const thousand = numbers(1_000);
/** Of twenty thousand in total, one message belongs to another account. */
const waiting = 19;

test.each([
  ['one by one', {}],
  ['with an Idempotency-Key', { 'idempotency-key': 'other' }],
])('forty thousand messages of one account do not delay a single one of another (%s)', async (_, headers) => {
  const [first, bulk, single] = [
    await testAccount(db, { balance: '100000' }),
    await testAccount(db, { balance: '100000' }),
    await testAccount(db),
  ];
  // All large requests wait behind a batch that has not ended yet.
  const release = await lockAccount(url, first);
  const keyed = (key: string): Record<string, string> =>
    'idempotency-key' in headers ? { 'idempotency-key': key } : {};
  const before = sender(service, first)({ destinations: thousand }, keyed('first'));
  await untilWaiting(db, 1);
  const answers: Answer[] = [];
  const sending = times(40, async (index) => {
    answers.push(await sender(service, bulk)({ destinations: thousand }, keyed(`bulk-${index}`)));
  });
  // Twenty thousand of them may wait; the rest get 429 immediately, long before the batch ahead has waited for too long.
  await vi.waitFor(() => expect(answers).toHaveLength(40 - waiting), { timeout: patienceMs });
  for (const { status, body, headers: told } of answers) {
    const error = 'Error: 7 - Message rejected: too much of this account is waiting; nothing was sent, try again';
    expect({ status, body }).toEqual({ status: 429, body: { error } });
    expect(told['retry-after']).toBe('1');
  }
  const others = times(32, (index) => sender(service, single)({}, keyed(`single-${index}`)));
  // Small requests have separate batches.
  for (const answer of await Promise.all(others)) expect(answer.status).toBe(202);
  expect(answers).toHaveLength(40 - waiting);
  await release();
  expect((await before).status).toBe(202);
  await Promise.all(sending);
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(waiting);
  expect(await books(db, bulk)).toMatchObject({ messages: waiting * 1_000, submissions: waiting });
});

test('a request that is larger than the share is accepted while no other of its account waits', async () => {
  const account = await testAccount(db);
  const answer = await sender(service, account)({ destinations: thousand });
  expect(idsOf(answer)).toHaveLength(1_000);
});
