/** Incoming and outgoing e-mails in the operator's endpoints. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { until } from '../dispatch/carrier.ts';
import { deliver } from '../email/client.ts';
import { body, emailService, letter, mailAccount } from '../email/rig.ts';
import { books } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { walk, wrongPaging, wrongRange } from './walk.ts';

const service = await emailService();
const { db } = service;
const call = operator(service);
const bakery = await mailAccount(db);
const garage = await mailAccount(db);

type Email = { emailId: string; outcome: string; accountId: string | null; from: string; receivedAt: string };
type Mail = { mailId: string; subjectId: string; state: string; accountId: string };
const emails = (query: Record<string, string> = {}) => walk<Email>(call, '/emails', 'emails', query);
const mails = (query: Record<string, string> = {}) => walk<Mail>(call, '/mails', 'mails', query);
const send = (text: string, from = 'alice@good.example') =>
  deliver(service.smtpPort, { raw: letter(text, { From: from }), from });

beforeAll(async () => {
  await send(body({ key: bakery.key }));
  await send(body({ key: garage.key }), 'bob@other.example');
  await send(body({ key: bakery.key, destinations: '+1' }));
  await send(body());
  await until(async () => (await emails()).length === 4);
});

test('incoming e-mails are listed newest first, in pages, and can be searched', async () => {
  const all = await emails();
  expect(all.map(({ outcome }) => outcome)).toEqual(['dropped', 'error', 'sent', 'sent']);
  for (const limit of ['1', '3']) expect(await emails({ limit })).toEqual(all);
  expect(await emails({ accountId: bakery.id, limit: '1' })).toEqual([all[1], all[3]]);
  expect(await emails({ outcome: 'sent' })).toEqual([all[2], all[3]]);
  expect(await emails({ author: 'bob@other.example' })).toEqual([all[2]]);
  expect(await emails({ from: all[1]!.receivedAt })).toEqual(all.filter((one) => one.receivedAt >= all[1]!.receivedAt));
  expect(await emails({ to: '2020-01-01T00:00:00Z' })).toEqual([]);
});

test('incoming e-mails are shown with what was read, and never with the key', async () => {
  const [sent] = await emails({ accountId: garage.id });
  const answer = await call({ path: `/emails/${sent!.emailId}` });
  expect(answer).toMatchObject({
    status: 200,
    body: { outcome: 'sent', messageIds: [expect.any(String)], tags: { sender: 'Shop' }, via: 'SMTP' },
  });
  expect(answer.text).not.toContain(garage.key);
  const missing = { status: 404, body: { error: 'error: 404 - E-mail not found' } };
  expect(await call({ path: `/emails/${randomUUID()}` })).toMatchObject(missing);
  expect(await call({ path: `/mails/${randomUUID()}` })).toMatchObject(missing);
});

test('outgoing e-mails are listed, and shown with their text', async () => {
  const [wrong] = await emails({ outcome: 'error' });
  await until(async () => (await mails({ state: 'kept' })).length === 1);
  const [mail] = await mails({ subjectId: wrong!.emailId });
  expect(mail).toMatchObject({ accountId: bakery.id, kind: 'email2sms error', recipient: 'alice@good.example' });
  expect(mail).not.toHaveProperty('body');
  expect(await mails({ accountId: bakery.id, kind: 'email2sms error', state: 'kept' })).toEqual([mail]);
  expect(await mails({ accountId: garage.id })).toEqual([]);
  expect(await mails({ state: 'given up' })).toEqual([]);
  const { status, body: shown } = await call({ path: `/mails/${mail!.mailId}` });
  expect([status, shown]).toMatchObject([200, { body: expect.stringContaining('+1') }]);
});

test('an e-mail can be tested without sending a message', async () => {
  const text = body({ key: bakery.key });
  const before = await books(db, bakery);
  for (const source of [{ text }, { raw: letter(text) }]) {
    const tried = await call({ path: '/emails/try', body: source });
    expect(tried).toMatchObject({ status: 200, body: { outcome: 'sent', preview: { segmentCount: 1, total: 0.01 } } });
    expect(tried.text).not.toContain(bakery.key);
  }
  const dropped = await call({ path: '/emails/try', body: { text: 'Subject: a text that looks like a header' } });
  expect(dropped).toMatchObject({ status: 200, body: { outcome: 'dropped', reason: 'it has no API key' } });
  expect(await books(db, bakery)).toEqual(before);
  for (const wrong of [{}, { text: '' }, { text, raw: text }, { text: 5 }, { mail: text }])
    expect(await call({ path: '/emails/try', body: wrong })).toMatchObject({ status: 400 });
});

test.each([...wrongPaging, ...wrongRange, { outcome: 'lost' }, { accountId: 'x' }, { author: '\0' }])(
  'of e-mails, %j is refused with 400',
  async (query) => {
    const parameters = new URLSearchParams(query as Record<string, string>).toString();
    expect(await call({ path: `/emails?${parameters}` })).toMatchObject({ status: 400 });
  },
);

test.each([...wrongPaging, { state: 'lost' }, { kind: 'letter' }, { subjectId: 'x' }])(
  'of mails, %j is refused with 400',
  async (query) => {
    const parameters = new URLSearchParams(query as Record<string, string>).toString();
    expect(await call({ path: `/mails?${parameters}` })).toMatchObject({ status: 400 });
  },
);
