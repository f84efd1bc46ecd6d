/** What the checklist of the first day reads, and who is shown the key of the demo account. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { receiverUrl } from '../../src/domain/webhook/receiver.ts';
import { addCarrier, untilState } from '../dispatch/carrier.ts';
import { idsOf, sender, type TestAccount, testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { patienceMs } from '../harness/patience.ts';
import { recount } from '../harness/recount.ts';
import { adminToken, demoKey, serviceOn, testService } from '../harness/service.ts';
import { browser, linkIn } from './browser.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'hermod-first-steps-'));
writeFileSync(join(dataDir, 'demo-key'), `${demoKey}\n`);
const service = await testService({ HERMOD_DATA_DIR: dataDir, HERMOD_TRUSTED_PROXIES: '127.0.0.1' });
const { db, call } = service;
const given = await serviceOn(service.url, { HERMOD_DATA_DIR: dataDir, HERMOD_DEMO_KEY: demoKey });
const elsewhere = mkdtempSync(join(tmpdir(), 'hermod-first-steps-'));
const other = await serviceOn(service.url, { HERMOD_DATA_DIR: elsewhere });
const withoutDemo = await serviceOn(service.url, { HERMOD_DATA_DIR: dataDir, HERMOD_DEMO: 'false' });
const admin = operator(service);

type Steps = Record<'isNew' | 'sent', boolean> &
  Record<'delivered' | 'failed' | 'webhook' | 'carrier', { done: boolean } & Record<string, unknown>>;
const ofOperator = async () => (await admin({ path: '/first-steps' })).body as Steps;
const ofAccount = async ({ key }: Pick<TestAccount, 'key'>) =>
  (await call({ path: '/v1/first-steps', key })).body as Steps;
/** Answers are kept for a second. */
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: patienceMs, interval: 100 });

const signedIn = async (body: object = { token: adminToken }) => {
  const person = browser(service);
  expect((await person.logIn(body)).status).toBe(200);
  return person;
};
const keyFor = async (person: Awaited<ReturnType<typeof signedIn>>, headers = {}) =>
  person.call({ path: '/console/v1/demo-key', headers });

test('only an admin at this machine is shown the key', async () => {
  const person = await signedIn();
  const file = join(dataDir, 'demo-key');
  const shown = await keyFor(person);
  expect(shown).toMatchObject({ status: 200, body: { file, key: demoKey }, headers: { 'cache-control': 'no-store' } });
  const passedOn = [
    { 'x-forwarded-for': '198.51.100.7' },
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { 'x-real-ip': '127.0.0.1' },
    { via: '1.1 proxy' },
  ];
  for (const headers of passedOn) expect((await keyFor(person, headers)).body).toEqual({ file });
  const url = await call({ method: 'POST', path: '/v1/console/link' });
  expect(await keyFor(await signedIn({ link: linkIn(url) }))).toMatchObject({ status: 403 });
  const { body } = await admin({ path: '/operators', body: { name: 'Sue', role: 'support' } });
  const link = linkIn({ body } as never);
  expect(await keyFor(await signedIn({ link }))).toMatchObject({ status: 403 });
  expect(await call({ path: '/console/v1/demo-key', key: demoKey })).toMatchObject({ status: 401 });
  expect(await keyFor(person, { 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 403 });
});

test('a key that was set, was replaced or was revoked is not shown', async () => {
  const person = (await signedIn()).at(given);
  expect((await keyFor(person)).body).not.toHaveProperty('key');
  expect((await keyFor(person.at(other))).body).toEqual({ file: join(elsewhere, 'demo-key') });
  writeFileSync(join(elsewhere, 'demo-key'), '99999999-2222-4333-8444-555555555555\n');
  expect((await keyFor(person.at(other))).body).not.toHaveProperty('key');
  expect((await keyFor(person.at(withoutDemo))).status).toBe(404);
});

test('nothing was done at first', async () => {
  const nothing = { isNew: true, sent: false, ...none('delivered', 'failed', 'webhook') };
  expect(await ofOperator()).toEqual({ ...nothing, ...none('carrier') });
  expect(await ofAccount({ key: demoKey })).toEqual(nothing);
});

function none(...steps: string[]) {
  return Object.fromEntries(steps.map((step) => [step, { done: false }]));
}

test('each step is known as soon as it has happened, before statistics are counted', async () => {
  await addCarrier(db, 'simulator:?receipt_delay=20');
  const account = await testAccount(db);
  const unrelated = await testAccount(db);
  const send = sender(service, account);
  const [good] = idsOf(await send({ deliveryReportUrl: receiverUrl }));
  await untilState(db, good!, 'DELIVERED');
  await eventually(async () => {
    expect(await ofAccount(account)).toMatchObject({
      isNew: true,
      sent: true,
      delivered: { done: true, messageId: good, destination: '+38640123456' },
      failed: { done: false },
      webhook: { done: true, deliveryId: expect.any(String), url: receiverUrl },
    });
  });
  const [bad] = idsOf(await send({ destinations: ['+38640000001'] }));
  await untilState(db, bad!, 'FAILED');
  const failed = {
    done: true,
    messageId: bad,
    destination: '+38640000001',
    status: 'FAILED',
    reason: expect.any(String),
  };
  await eventually(async () => {
    expect(await ofAccount(account)).toMatchObject({ failed });
    expect(await ofOperator()).toMatchObject({
      sent: true,
      failed,
      delivered: { done: true },
      carrier: { done: false },
    });
  });
  expect(await ofAccount(account)).not.toHaveProperty('carrier');
  expect(await ofAccount(unrelated)).toEqual({ isNew: true, sent: false, ...none('delivered', 'failed', 'webhook') });

  // The counts outlive the messages.
  await recount(db);
  await db.query('DELETE FROM messages WHERE account_id = $1', [account.id]);
  await db.query('DELETE FROM outbox WHERE account_id = $1', [account.id]);
  await eventually(async () => {
    expect(await ofAccount(account)).toEqual({
      isNew: true,
      sent: true,
      delivered: { done: true },
      failed: { done: true },
      webhook: { done: false },
    });
    expect(await ofOperator()).toMatchObject({ sent: true, delivered: { done: true }, failed: { done: true } });
  });

  await db.query(`UPDATE traffic SET starts_at = starts_at - interval '8 days' WHERE account_id = $1`, [account.id]);
  await eventually(async () => expect(await ofAccount(account)).toMatchObject({ isNew: false, sent: true }));
});

test('a carrier counts once it is enabled, and the simulator never does', async () => {
  const { body } = await admin({
    path: '/carriers',
    body: { name: 'Network', url: 'smpp://user:password@127.0.0.1:1', enabled: false },
  });
  await eventually(async () => expect(await ofOperator()).toMatchObject({ carrier: { done: false } }));
  const { carrierId } = body as { carrierId: string };
  await admin({ method: 'PATCH', path: `/carriers/${carrierId}`, body: { enabled: true } });
  await eventually(async () => expect(await ofOperator()).toMatchObject({ carrier: { done: true, name: 'Network' } }));
});

test('with a second account, the key of the demo account is not shown any more', async () => {
  const person = await signedIn();
  expect((await keyFor(person)).body).toEqual({ file: join(dataDir, 'demo-key') });
});
