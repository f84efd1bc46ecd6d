/** Managing the queue: pausing, cancelling in batches, and discarding expired messages. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { books, croatian, idsOf, numbers, sender, type TestAccount, testAccount } from '../harness/accounts.ts';
import { dataDir } from '../harness/command.ts';
import { operations } from '../harness/operations.ts';
import { operator } from '../harness/operator.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { up } from '../harness/running.ts';
import { adminToken, type RunningService, serviceOn, testService } from '../harness/service.ts';
import { bound, peer, stateOf, until, untilState } from './carrier.ts';

const service = await testService();
const { db, url } = service;
const other = await serviceOn(url);
const admin = operator(service);
const receiver = await webhookReceiver();
const periods = new Map<string, string>();
const smsc = await peer({
  onSubmit: (pdu) => {
    if (pdu.command === 'submit_sm') periods.set(`+${pdu.destination_addr}`, pdu.validity_period);
    return undefined;
  },
});
const carrierId = await bound(db, smsc, { routes: [{ country: 'SI' }, { country: 'HR' }] });
const account = await testAccount(db);
const wasSent = (destination: string) => smsc.submits.some((submit) => submit.destination === destination);
const said = (id: string) =>
  receiver.received
    .filter(({ headers }) => headers['x-message-id'] === id)
    .map(({ body }) => JSON.parse(body) as object);
const seconds = () => Math.floor(Date.now() / 1_000);

let used = 0;
const number = () => `+38641${200_000 + used++}`;

/** Sends until a message remains in the queue for a while: one left there by a busy process is claimed by then. Returns its id. */
async function untilPaused(process: RunningService, by: TestAccount, fields: object = {}): Promise<string> {
  for (;;) {
    const [id] = idsOf(await sender(process, by)({ destinations: [number()], ...fields }));
    if (!(await isWaiting(id!))) continue;
    await sleep(1_000);
    if (await isWaiting(id!)) return id!;
  }
}

async function isWaiting(id: string): Promise<boolean> {
  const { rows } = await db.query<{ waits: boolean }>(
    `SELECT state = 'QUEUED' AND lease IS NULL AND queue >= 0 AS waits FROM messages WHERE id = $1`,
    [id],
  );
  return rows[0]!.waits;
}

const audited = async (action: string) =>
  ((await admin({ path: `/audit?action=${encodeURIComponent(action)}` })).body as { entries: { actor: string }[] })
    .entries;

test('a carrier receives the validity of a request; invalid values are refused, and so is another validity with the same key', async () => {
  const destination = number();
  const send = sender(service, account);
  await send({ destinations: [destination], validitySeconds: 90 });
  await until(() => wasSent(destination));
  // Relative, about a second after it was accepted.
  expect(periods.get(destination)).toMatch(/^00000000(0130|012\d|011\d)000R$/);
  for (const validitySeconds of [59, 172_801, 60.5, -1, '90', true]) {
    const { status, text } = await send({ validitySeconds });
    expect([validitySeconds, status, text]).toEqual([validitySeconds, 400, expect.stringContaining('Error: 7 - ')]);
    expect(text).toContain('validitySeconds');
  }
  expect((await send({ validitySeconds: null })).status).toBe(202);
  const key = { 'idempotency-key': 'validity' };
  expect((await send({ validitySeconds: 60 }, key)).status).toBe(202);
  expect((await send({ validitySeconds: 61 }, key)).status).toBe(422);
});

test('messages for a paused carrier wait in all processes, are shown as paused, and are sent when it is resumed', async () => {
  expect(
    (await admin({ method: 'PUT', path: `/pauses/carriers/${carrierId}`, headers: { 'x-operator': 'Ana' } })).body,
  ).toEqual(expect.objectContaining({ kind: 'carrier', carrierId, by: 'Ana' }));
  const waiting = [await untilPaused(service, account), await untilPaused(other, account)];
  const scheduledTime = seconds() + 1;
  const [scheduled] = idsOf(await sender(other, account)({ destinations: [number()], scheduledTime }));
  await untilState(db, scheduled!, 'QUEUED');
  expect(((await admin({ path: `/carriers/${carrierId}` })).body as { paused: boolean }).paused).toBe(true);
  const { text } = await admin({ path: '/health' });
  expect(text).toContain('Paused carriers, messages for them wait');
  const explained = await admin({ path: '/routes/explain?destination=%2B38641123456' });
  expect(explained.body).toMatchObject({ outcome: 'waits', carrierId });
  for (const id of [...waiting, scheduled!]) expect(await stateOf(db, id)).toBe('QUEUED');

  expect((await admin({ method: 'DELETE', path: `/pauses/carriers/${carrierId}` })).status).toBe(204);
  for (const id of [...waiting, scheduled!]) await untilState(db, id, 'DELIVERED');
  expect(await audited('carrier pause')).toMatchObject([{ actor: 'Ana' }]);
  expect(await audited('carrier resume')).toHaveLength(1);
  const unknown = '019a8f3e-5c1b-7d42-9e0f-3b6a1c2d4e5f';
  for (const what of ['carriers', 'accounts'])
    expect((await admin({ method: 'PUT', path: `/pauses/${what}/${unknown}` })).status).toBe(404);
});

test('messages of a paused account wait, those of others are sent, and an expired one is never sent', async () => {
  const held = await testAccount(db);
  const free = await testAccount(db);
  await admin({ method: 'PUT', path: `/pauses/accounts/${held.id}` });
  const waits = await untilPaused(service, held);
  expect(((await admin({ path: `/accounts/${held.id}` })).body as { paused: boolean }).paused).toBe(true);
  const [swept, late] = [number(), number()];
  const send = (destination: string) =>
    sender(service, held)({ destinations: [destination], validitySeconds: 60, deliveryReportUrl: receiver.url });
  const [sweptId] = idsOf(await send(swept));
  const [gone] = idsOf(await sender(service, free)({ destinations: [number()] }));
  await untilState(db, gone!, 'DELIVERED');
  expect(await stateOf(db, waits)).toBe('QUEUED');

  // A minute passes.
  const expire = (id: string) =>
    db.query(`UPDATE messages SET expires_at = expires_at - interval '61 seconds' WHERE id = $1`, [id]);
  await expire(sweptId!);
  await untilState(db, sweptId!, 'FAILED', 30_000);
  const [lateId] = idsOf(await send(late));
  await expire(lateId!);
  await admin({ method: 'DELETE', path: `/pauses/accounts/${held.id}` });
  await untilState(db, lateId!, 'FAILED', 30_000);
  await untilState(db, waits, 'DELIVERED');
  await until(() => said(sweptId!).length === 1);
  expect(said(sweptId!)).toEqual([{ messageId: sweptId, status: 'FAILED', segments: 1 }]);
  expect([swept, late].filter(wasSent)).toEqual([]);
  const { ledger, balance, charged } = await books(db, held);
  expect(ledger).toBe(balance);
  expect(Number(balance)).toBeCloseTo(1_000 - Number(charged), 6);
});

test('waiting messages are cancelled in batches, refunded and reported; messages a carrier may have are not cancelled', async () => {
  const asked = await testAccount(db);
  const hermod = operations(service.base);
  await admin({ method: 'PUT', path: `/pauses/accounts/${asked.id}` });
  const first = await untilPaused(service, asked, { deliveryReportUrl: receiver.url, priceReport: true });
  const send = sender(service, asked);
  idsOf(await send({ destinations: numbers(600) }));
  const [abroad] = idsOf(await send({ destinations: [croatian] }));
  const [planned] = idsOf(await send({ scheduledTime: seconds() + 3_600 }));
  const [doubtful, vanished] = idsOf(await send({ destinations: numbers(2) }));
  await db.query('UPDATE messages SET unanswered = 1 WHERE id = $1', [doubtful]);
  await db.query('UPDATE messages SET carrier_id = $2 WHERE id = $1', [vanished, carrierId]);

  const { messages, accounts } = (await admin({ path: `/messages/waiting?accountId=${asked.id}&country=SI` })).body as {
    messages: number;
    accounts: unknown[];
    bounded: boolean;
  };
  expect(accounts).toEqual([
    { accountId: asked.id, name: 'Test', currency: 'EUR', messages, amount: `${messages / 100}` },
  ]);
  const sets = { path: '/messages/cancel', headers: { 'x-operator': 'Ana' } };
  expect((await admin({ ...sets, body: {} })).status).toBe(400);
  const old = { accountId: asked.id, before: new Date(Date.now() - 3_600_000).toISOString() };
  expect((await admin({ ...sets, body: old })).body).toEqual({ messages: 0, accounts: [], done: true });
  expect((await admin({ ...sets, body: { accountId: asked.id, country: 'SI', status: 'ACCEPTED' } })).body).toEqual({
    messages: messages - 1,
    accounts: [expect.objectContaining({ messages: messages - 1, amount: `${(messages - 1) / 100}` })],
    done: true,
  });
  expect(await stateOf(db, planned!)).toBe('SCHEDULED');
  // Batches of 500.
  expect(await audited('messages cancel')).toMatchObject([{ actor: 'Ana' }, { actor: 'Ana' }]);
  await until(() => said(first).length === 1);
  expect(said(first)).toEqual([{ messageId: first, status: 'CANCELLED', segments: 1, price: 0 }]);

  expect((await hermod.run(['messages', 'cancel', '--account', asked.id])).said).toContain(
    'Cancel 2 messages and refund 0.03 EUR?',
  );
  expect(await hermod.json(['messages', 'cancel', '--account', asked.id, '--yes'])).toMatchObject({
    messages: 2,
    accounts: [{ accountId: asked.id, messages: 2, amount: '0.03' }],
  });
  for (const id of [abroad!, planned!]) expect(await stateOf(db, id)).toBe('CANCELLED');
  for (const id of [doubtful!, vanished!]) expect(await stateOf(db, id)).toBe('QUEUED');
  const { balance, ledger } = await books(db, asked);
  const { rows } = await db.query<{ left: string }>(
    `SELECT sum(price) AS left FROM messages WHERE account_id = $1 AND state <> 'CANCELLED'`,
    [asked.id],
  );
  expect(ledger).toBe(balance);
  expect(Number(balance)).toBeCloseTo(1_000 - Number(rows[0]!.left), 6);
});

test('started with --paused, nothing is sent until it is resumed, whichever process accepts it', async () => {
  const started = await up(
    { DATABASE_URL: url, HERMOD_DATA_DIR: dataDir(), HERMOD_PROCESSES: '1', HERMOD_ADMIN_TOKEN: adminToken },
    {},
    ['--paused'],
  );
  expect(started.output()).toContain('everything is paused');
  const waiting = await untilPaused(service, account);
  const hermod = operations(started.base);
  expect(await hermod.json(['pause', 'list'])).toMatchObject([
    { kind: 'all', by: 'hermod start --paused' },
    { kind: 'account' },
  ]);
  expect(await stateOf(db, waiting)).toBe('QUEUED');
  expect((await hermod.run(['resume', 'all'])).code).toBe(0);
  await untilState(db, waiting, 'DELIVERED');
  expect(await started.stop()).toBe(0);
});
