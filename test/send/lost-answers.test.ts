/** The connection breaks around the statement that accepts: the customer always gets the true outcome. */
import { expect, test } from 'vitest';
import { books, idsOf, sender, testAccount, times } from '../harness/accounts.ts';
import { testDatabase } from '../harness/database.ts';
import { lockAccount, untilWaiting } from '../harness/locks.ts';
import { faultProxy, type Moment } from '../harness/proxy.ts';
import { serviceOn } from '../harness/service.ts';

const { db, url } = await testDatabase();
const proxy = await faultProxy(url);
const service = await serviceOn(proxy.url);
/** The prepared statements of store/message/accept.ts, by their names on the wire. */
const accepting = 'accept, skip\0';
const acceptingApart = 'accept, wait\0';
const moments: Moment[] = ['before', 'after', 'during'];

test.each(moments)('cut %s the statement: one response, one submission, one charge', async (moment) => {
  const account = await testAccount(db);
  const send = sender(service, account);
  expect((await send()).status).toBe(202);
  const cut = proxy.cut(accepting, moment);
  const [answer] = await Promise.all([send(), cut]);
  expect(answer.status).toBe(202);
  const { rows } = await db.query<{ id: string }>('SELECT id FROM messages WHERE account_id = $1 ORDER BY id', [
    account.id,
  ]);
  expect(rows.map(({ id }) => id).slice(1)).toEqual(idsOf(answer));
  expect(await books(db, account)).toMatchObject({ submissions: 2, balance: '999.980000', ledger: '999.980000' });
});

test.each(moments)('cut %s under concurrency: each of forty exists once', async (moment) => {
  const account = await testAccount(db);
  const send = sender(service, account);
  const cut = proxy.cut(accepting, moment);
  const answers = await Promise.all(times(40, () => send({ scheduledTime: 4_000_000_000 })));
  await cut;
  expect(answers.map(({ status }) => status)).toEqual(times(40, () => 202));
  expect(answers.every(({ body }) => (body as { scheduledTime?: number }).scheduledTime === 4_000_000_000)).toBe(true);
  expect(new Set(answers.flatMap(idsOf)).size).toBe(40);
  expect(await books(db, account)).toMatchObject({ submissions: 40, messages: 40, balance: '999.600000' });
});

test.each(['before', 'after'] as const)('with an Idempotency-Key, cut %s its COMMIT', async (moment) => {
  const account = await testAccount(db);
  const send = sender(service, account);
  const cut = proxy.cut('COMMIT', moment);
  const [answer] = await Promise.all([send({}, { 'idempotency-key': 'one' }), cut]);
  expect(answer.status).toBe(202);
  expect(await books(db, account)).toMatchObject({ submissions: 1, messages: 1, balance: '999.990000' });
  const again = await send({}, { 'idempotency-key': 'one' });
  expect(again).toMatchObject({ status: 202, text: answer.text });
  expect(await books(db, account)).toMatchObject({ submissions: 1 });
});

test('the lost attempt still runs and takes the last money: the customer does not get a balance error', async () => {
  const account = await testAccount(db, { balance: '0.01' });
  const send = sender(service, account);
  const release = await lockAccount(url, account);
  const cut = proxy.cut(acceptingApart, 'during');
  const answer = send();
  await cut;
  // The attempt whose connection is lost, and the one that replaced it.
  await untilWaiting(db, 2);
  await release();
  expect((await answer).body).toMatchObject({ status: 'accepted' });
  expect(await books(db, account)).toMatchObject({ submissions: 1, messages: 1, balance: '0.000000' });
});

test.each([
  ['before', {}],
  ['after', {}],
  ['after', { 'idempotency-key': 'again' }],
] as const)('messages sent again, cut %s the COMMIT: one response, each copy once', async (moment, headers) => {
  const account = await testAccount(db);
  const send = sender(service, account);
  const ids = [...idsOf(await send()), ...idsOf(await send({ message: { content: 'Another' } }))];
  await db.query(`UPDATE messages SET state = 'FAILED', queue = NULL, lease = NULL WHERE id = ANY ($1)`, [ids]);
  const resend = () =>
    service.call({ path: '/v1/sms/messages/resend', key: account.key, body: { messageIds: ids }, headers });
  const cut = proxy.cut('COMMIT', moment);
  const [answer] = await Promise.all([resend(), cut]);
  expect(answer).toMatchObject({ status: 202, body: { price: 0.02 } });
  const { messages } = answer.body as { messages: { resentAs: string }[] };
  const { rows } = await db.query<{ id: string }>('SELECT id FROM messages WHERE account_id = $1', [account.id]);
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([...ids, ...messages.map(({ resentAs }) => resentAs)]));
  expect(await books(db, account)).toMatchObject({ submissions: 4, balance: '999.960000', ledger: '999.960000' });
  if ('idempotency-key' in headers) expect((await resend()).text).toBe(answer.text);
});
