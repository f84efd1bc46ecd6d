/** Messages sent again and cancelled by their ids, on the command line. */
import { expect, test } from 'vitest';
import { books, idsOf, numbers, sender, testAccount } from '../harness/accounts.ts';
import { operations } from '../harness/operations.ts';
import { testService } from '../harness/service.ts';

const service = await testService();
const { db } = service;
const { run, json } = operations(service.base);
const account = await testAccount(db);
const send = sender(service, account);
type Copy = { messageId: string; resentAs: string };

test('resend shows what is left out and the price, asks, and sends once per key', async () => {
  const ids = idsOf(await send({ destinations: numbers(3) }));
  await db.query(`UPDATE messages SET state = 'FAILED', queue = NULL, reason = 'no route' WHERE id = ANY ($1)`, [ids]);
  const [open] = idsOf(await send());
  const before = await books(db, account);
  const args = ['messages', 'resend', '--account', account.id, '--message', `${ids.join(',')},${open}`];
  const refused = await run(args);
  expect(refused).toMatchObject({ code: expect.any(Number), out: '' });
  expect(refused.said).toContain(`${open} is left out: error: 400 - The message is ACCEPTED`);
  expect(await books(db, account)).toEqual(before);

  const again = [...args, '--yes', '--idempotency-key', 'first'];
  const copies = await json<Copy[]>(again);
  expect(copies.map(({ messageId }) => messageId)).toEqual(ids);
  expect(await json<Copy[]>(again)).toEqual(copies);
  expect((await books(db, account)).messages).toBe(before.messages + 3);
  expect((await run(['messages', 'resend', '--account', account.id, '--message', open!, '--yes'])).said).toContain(
    'none of the messages can be sent again',
  );
  const found = await json<Copy[]>(['messages', 'list', '--reason', 'no route', '--text', 'HELL']);
  expect(found.map(({ messageId }) => messageId)).toEqual(ids.toReversed());
});

test('cancel takes several ids', async () => {
  const ids = idsOf(await send({ destinations: numbers(3), scheduledTime: 4_000_000_000 }));
  const cancelled = ['messages', 'cancel', '--message', ids[0]!, '--message', ids[2]!, '--yes'];
  expect(await json(cancelled)).toMatchObject({ messages: 2, accounts: [{ amount: '0.02' }] });
  expect(await json(['messages', 'show', ids[1]!])).toMatchObject({ status: 'SCHEDULED' });
  expect(await json(['messages', 'cancel', '--message', ids[1]!, '--yes'])).toMatchObject({ messages: 1 });
});
