/** What the operator's views ask for: a preview of prices, webhook endpoints, and how the service is doing. */
import { expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { version } from '../../src/base/version.ts';
import { uuidAt } from '../../src/domain/uuid.ts';
import { addCarrier, until } from '../dispatch/carrier.ts';
import { addPriceList, testAccount } from '../harness/accounts.ts';
import { operations } from '../harness/operations.ts';
import { operator } from '../harness/operator.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { testService } from '../harness/service.ts';

const service = await testService({ HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8', HERMOD_WEBHOOK_RETRY_SCALE: '0.5' });
const { db } = service;
const call = operator(service);
const receiver = await webhookReceiver();
const broken = await webhookReceiver();
broken.answer = () => 500;

type Found = { check: string; verdict: string; text: string; advice?: string };
type Report = {
  findings: Found[];
  processes: { id: string; host: string; pid: number; since: string; version: string }[];
};
const health = async () => (await call({ path: '/health' })).body as Report;
const finding = async (check: string) => (await health()).findings.find((each) => each.check === check);

test('an import says what it would change, changes nothing, and is refused like the real one', async () => {
  const { id } = await testAccount(db);
  const priceListId = await addPriceList(db, id, { SI: '0.0125', AT: '0.05' });
  const send = (raw: string, query = '') =>
    call({ path: `/price-lists/${priceListId}/import${query}`, raw, headers: { 'content-type': 'text/csv' } });
  const pricesNow = async () => (await call({ path: `/price-lists/${priceListId}` })).body;
  const audit = async () => (await call({ path: `/audit?subjectId=${priceListId}` })).text;
  const before = [await pricesNow(), await audit()];
  const csv = 'country;price\nSI;0,012500\nHR;0,02\n';
  expect(await send(csv, '?preview=true')).toMatchObject({
    status: 200,
    body: {
      ...{ added: 1, removed: 1, changed: 0, unchanged: 1 },
      changes: [
        { country: 'AT', name: 'Austria', before: '0.05' },
        { country: 'HR', name: 'Croatia', after: '0.02' },
      ],
    },
  });
  const wrong = 'country,price\nSI,x\n';
  expect((await send(wrong, '?preview=true')).text).toBe((await send(wrong)).text);
  expect(await send(csv, '?preview=perhaps')).toMatchObject({ status: 400 });
  const missing = await call({
    path: `/price-lists/${newId()}/import?preview=true`,
    raw: csv,
    headers: { 'content-type': 'text/csv' },
  });
  expect(missing).toMatchObject({ status: 404 });
  expect([await pricesNow(), await audit()]).toEqual(before);
  expect((await send(csv, '?preview=false')).body).toEqual({ imported: 2 });
  expect((await send(csv, '?preview=true')).body).toMatchObject({
    added: 0,
    removed: 0,
    changed: 0,
    unchanged: 2,
    changes: [],
  });
});

test('endpoints: one that answers, one that fails, one that is left alone', async () => {
  type Endpoint = {
    origin: string;
    state: string;
    waiting: number;
    retrying: number;
    delivered24h: number;
    lastStatus?: number;
  };
  const account = await testAccount(db);
  const sample = (url: string) =>
    service.call({ path: '/v1/webhooks/sample', key: account.key, body: { kind: 'inbound message', url } });
  const own = async () =>
    ((await service.call({ path: '/v1/webhooks/endpoints', key: account.key })).body as { endpoints: Endpoint[] })
      .endpoints;
  const state = async (url: string) => (await own()).find(({ origin }) => origin === url);
  expect(await own()).toEqual([]);
  await sample(receiver.url);
  await sample(broken.url);
  await until(async () => (await state(receiver.url))?.delivered24h === 1 && (await state(broken.url))?.retrying === 1);
  expect(await state(receiver.url)).toMatchObject({ state: 'healthy', lastStatus: 200, waiting: 0, retrying: 0 });
  expect(await state(broken.url)).toMatchObject({
    state: 'failing',
    lastStatus: 500,
    lastError: expect.any(String),
    retryAt: expect.any(String),
  });
  for (let count = 0; count < 5; count++) await sample(broken.url);
  await until(async () => (await state(broken.url))?.state === 'open');
  expect((await own())[0]).toMatchObject({ origin: broken.url, retryAt: expect.any(String) });
  const all = (await call({ path: `/webhooks/endpoints?accountId=${account.id}` })).body as { endpoints: object[] };
  expect(all.endpoints.map((each) => each)).toMatchObject([
    { accountId: account.id, accountName: expect.any(String), origin: broken.url, state: 'open' },
    { accountId: account.id, origin: receiver.url, state: 'healthy' },
  ]);
  expect((await call({ path: '/webhooks/endpoints' })).text).toContain(broken.url);
  expect(await finding('Webhook endpoints')).toMatchObject({
    verdict: 'note',
    text: expect.stringContaining(broken.url),
  });
});

test('many events of one account are looked at so far and no further, and it is said', async () => {
  const account = await testAccount(db);
  await db.query(
    `INSERT INTO outbox (account_id, id, kind, subject_id, url, origin, payload, created_at, state, attempts, attempted_at, status)
     SELECT $1, ($2 || lpad(to_hex(n), 12, '0'))::uuid, 'inbound message', $3, 'https://busy.example/', 'https://busy.example', '{}',
       now(), 'delivered', 1, now(), 200 FROM generate_series(1, 5100) AS n`,
    [account.id, uuidAt(Date.now() - 60_000).slice(0, 24), newId()],
  );
  const { body } = await service.call({ path: '/v1/webhooks/endpoints', key: account.key });
  expect(body).toEqual({
    endpoints: [
      expect.objectContaining({ origin: 'https://busy.example', state: 'healthy', delivered24h: 5_000, atLeast: true }),
    ],
  });
});

test('health: what is well, what is not, and what to do', async () => {
  const { findings, processes } = await health();
  expect(findings.filter(({ verdict }) => verdict !== 'ok').every(({ advice }) => advice !== undefined)).toBe(true);
  const byCheck = Object.fromEntries(findings.map(({ check, verdict }) => [check, verdict]));
  expect(byCheck).toMatchObject({
    Schema: 'ok',
    Clock: 'ok',
    Carriers: 'problem',
    'Operator token': 'ok',
    Processes: 'ok',
  });
  expect(processes).toEqual([
    { id: expect.any(String), host: expect.any(String), pid: process.pid, since: expect.any(String), version },
  ]);
  expect(Math.abs(Date.parse(processes[0]!.since) - Date.now())).toBeLessThan(600_000);
});

test('a carrier that is down, mails that are not sent, and a process that died are found', async () => {
  const secret = 'hunter2x';
  const carrierId = await addCarrier(db, `smpp://esme:${secret}@127.0.0.1:1`, [{}]);
  await until(async () => (await finding(`Carrier carrier ${carrierId}`))?.text.includes('ECONNREFUSED') === true);
  await db.query('INSERT INTO lost_workers (id, host, pid, seen_at) VALUES ($1, $2, 7, now())', [newId(), 'elsewhere']);
  await db.query('INSERT INTO unreadable_mails (hash, tries, reason) VALUES (sha256($1), 2, $2)', ['x', 'time']);
  const { id } = await testAccount(db);
  await db.query(
    `INSERT INTO outgoing_mails (id, account_id, kind, subject_id, recipient, subject, body, state, ended_at)
     VALUES ($1, $2, 'sender code', $1, 'a@b.example', 's', 'b', 'kept', now())`,
    [newId(), id],
  );
  const report = await health();
  expect(Object.fromEntries(report.findings.map(({ check, verdict }) => [check, verdict]))).toMatchObject({
    [`Carrier carrier ${carrierId}`]: 'problem',
    'Lost processes': 'note',
    'Mail relay': 'note',
    'Unreadable e-mails': 'note',
  });
  expect(JSON.stringify(report)).not.toContain(secret);
  const { run, json } = operations(service.base);
  const shown = await run(['health']);
  expect(shown).toMatchObject({ code: 3, out: expect.stringContaining(`✗ Carrier carrier ${carrierId}`) });
  expect((await run(['health', '--json'])).out).toContain('"Lost processes"');
  expect(await json(['routes', 'explain', '+38640123456'])).toMatchObject({ outcome: 'waits' });
  const tried = await run(['carriers', 'test', carrierId]);
  expect(tried).toMatchObject({ code: 3, out: expect.stringContaining('✗ connect') });
});

test('without the database it says so, and answers', async () => {
  await db.query('ALTER TABLE workers RENAME TO elsewhere');
  try {
    const answer = await call({ path: '/health' });
    expect(answer.status).toBe(200);
    expect((answer.body as Report).findings[0]).toMatchObject({
      check: 'Database',
      verdict: 'problem',
      advice: expect.any(String),
    });
  } finally {
    await db.query('ALTER TABLE elsewhere RENAME TO workers');
  }
});
