/** Who is on the console now, the role of a new operator, and what waits for a person. */
import { expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { ensureDefaultCarrier } from '../../src/flows/carriers/carriers.ts';
import { until } from '../dispatch/carrier.ts';
import { testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { adminToken, testService } from '../harness/service.ts';
import { browser, linkIn } from './browser.ts';

const service = await testService({
  HERMOD_SENDER_APPROVAL: 'manual',
  HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8',
  HERMOD_WEBHOOK_RETRY_SCALE: '0.5',
});
const { db } = service;
await ensureDefaultCarrier(db, undefined);
const call = operator(service);

type Person = { kind: string; name: string; role?: string; sessions: number; addresses?: string[] };
const people = async (visitor: { call: (options: { path: string }) => Promise<{ body: unknown }> }) =>
  ((await visitor.call({ path: '/admin/v1/operators/online' })).body as { people: Person[] }).people;

async function visitorOf(body: object) {
  const visitor = browser(service);
  await visitor.logIn({ link: linkIn(await call({ path: '/operators', body })) });
  return visitor;
}

test('a new operator has the least role, and those there keep theirs', async () => {
  const admin = await call({ path: '/operators', body: { name: 'Zora', role: 'admin' } });
  expect(admin.body).toMatchObject({ role: 'admin' });
  const created = await call({ path: '/operators', body: { name: 'Bor' } });
  expect(created).toMatchObject({ status: 201, body: { role: 'support', grants: [] } });
  const { body } = await call({ path: '/operators' });
  expect(body).toMatchObject({
    operators: [
      { name: 'Bor', role: 'support' },
      { name: 'Zora', role: 'admin' },
    ],
  });
  const { entries } = (await call({ path: '/audit?action=operator%20create&limit=1' })).body as { entries: object[] };
  expect(entries[0]).toMatchObject({ details: { name: 'Bor', role: 'support' } });
  expect(await call({ path: '/operators', body: { name: 'Cid', role: 'root' } })).toMatchObject({ status: 400 });
});

test('everyone on the console is listed once; addresses are shown to administrators only', async () => {
  const account = await testAccount(db);
  const anna = await visitorOf({ name: 'Anna', role: 'admin' });
  const link = await call({ path: `/operators/${await idOf('Anna')}/links`, method: 'POST' });
  await browser(service).logIn({ link: linkIn(link) });
  const support = await visitorOf({ name: 'Sven' });
  await browser(service).logIn({ token: adminToken }, { 'x-operator': 'root' });
  await browser(service).logIn({
    link: linkIn(await call({ path: `/accounts/${account.id}/console-links`, body: { name: 'Mia' } })),
  });
  const seen = await people(anna);
  expect(seen).toMatchObject([
    { kind: 'operator', name: 'Anna', role: 'admin', sessions: 2, addresses: ['127.0.0.1'] },
    { kind: 'operator-token', name: 'root', role: 'admin', sessions: 1 },
    { kind: 'operator', name: 'Sven', role: 'support', sessions: 1 },
    { kind: 'account', name: 'Mia', accountId: account.id, accountName: expect.any(String) },
  ]);
  expect(await people(support)).toEqual(seen.map((person) => ({ ...person, addresses: undefined })));
  await db.query(`UPDATE console_sessions SET last_seen_at = now() - interval '6 minutes' WHERE name = 'Mia'`);
  expect((await people(support)).map(({ name }) => name)).toEqual(['Anna', 'root', 'Sven']);
});

async function idOf(name: string): Promise<string> {
  const { operators } = (await call({ path: '/operators' })).body as {
    operators: { operatorId: string; name: string }[];
  };
  return operators.find((each) => each.name === name)!.operatorId;
}

test('what waits for a person is counted for operators', async () => {
  type Attention = { pendingSenders: number; unmatchedReceipts: number; failingEndpoints: number };
  const attention = async () => (await call({ path: '/attention' })).body as Attention;
  const account = await testAccount(db);
  await service.call({ path: '/v1/senders', key: account.key, body: { value: 'Bakery', type: 0, channel: 'SMS' } });
  const { rows } = await db.query<{ id: string }>('SELECT id FROM carriers LIMIT 1');
  const receipt = (age: string) =>
    db.query(
      `INSERT INTO unmatched_receipts (id, carrier_id, keys, outcome, destination, text, received_at)
       VALUES ($1, $2, '{x}', 'delivered', '', 'id:x', now() - $3::interval)`,
      [newId(), rows[0]!.id, age],
    );
  await receipt('2 minutes');
  // This one may still find its message.
  await receipt('1 second');
  const [broken, recovered] = [await webhookReceiver(), await webhookReceiver()];
  broken.answer = () => 500;
  recovered.answer = () => 500;
  const sample = (url: string) =>
    service.call({ path: '/v1/webhooks/sample', key: account.key, body: { kind: 'inbound message', url } });
  await sample(broken.url);
  await sample(recovered.url);
  await until(() => broken.received.length > 0 && recovered.received.length > 0);
  recovered.answer = () => 200;
  await sample(recovered.url);
  // Endpoints are counted every 20 seconds, so the outcome of the attempts is awaited before.
  await until(async () => {
    const sql = `SELECT count(*) FILTER (WHERE origin = $1 AND attempts > 0 AND state = 'ready') > 0
      AND count(*) FILTER (WHERE origin = $2 AND state = 'delivered') > 0 AS ended FROM outbox`;
    return (await db.query<{ ended: boolean }>(sql, [broken.url, recovered.url])).rows[0]!.ended;
  });
  expect(await attention()).toEqual({ pendingSenders: 1, unmatchedReceipts: 1, failingEndpoints: 1 });
  const sven = browser(service);
  await sven.logIn({ link: linkIn(await call({ path: `/operators/${await idOf('Sven')}/links`, method: 'POST' })) });
  expect((await sven.call({ path: '/admin/v1/attention' })).body).toMatchObject({ pendingSenders: 1 });
});
