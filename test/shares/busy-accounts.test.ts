/** An account whose row is locked by other work delays only its own requests. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { books, sender, testAccount, times } from '../harness/accounts.ts';
import { lockAccount, untilWaiting } from '../harness/locks.ts';
import { type Answer, testService } from '../harness/service.ts';

const service = await testService();
const { db, url } = service;

const ways: [string, () => Record<string, string>][] = [
  ['requests', () => ({})],
  ['requests with an Idempotency-Key', () => ({ 'idempotency-key': randomUUID() })],
];

test.each(ways)('%s of other accounts are accepted while accounts are locked', async (_, headers) => {
  const accounts = await Promise.all(times(4, () => testAccount(db)));
  const [other, ...busy] = accounts.map((account) => {
    const send = sender(service, account);
    return { account, send: (): Promise<Answer> => send({}, headers()) };
  });
  for (const { send } of [other!, ...busy]) expect((await send()).status).toBe(202);
  const releases = await Promise.all(busy.map(({ account }) => lockAccount(url, account)));
  const waiting = busy.flatMap(({ send }) => times(3, send));
  // Two of the three accounts wait for their rows at the same time, the third behind one of them.
  await untilWaiting(db, 2);
  for (let round = 0; round < 5; round++) expect((await other!.send()).status).toBe(202);
  for (const { account } of busy) expect(await books(db, account)).toMatchObject({ messages: 1 });
  for (const release of releases) await release();
  for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(202);
  for (const { account } of busy)
    expect(await books(db, account)).toMatchObject({ messages: 4, balance: '999.960000' });
  // Then they are no longer treated as busy.
  for (const { send } of busy) expect((await send()).status).toBe(202);
});
