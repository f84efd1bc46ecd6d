/** A repeated mail is one SMS, whatever the cause of the repetition. */
import { expect, test } from 'vitest';
import { faultProxy } from '../harness/proxy.ts';
import { deliver } from './client.ts';
import {
  body,
  emailService,
  emailServiceOn,
  errorsOf,
  later,
  letter,
  mailAccount,
  processed,
  recordsOf,
  smsOf,
} from './rig.ts';

const service = await emailService();
const { db, smtpPort, url } = service;
const other = await emailServiceOn(url);
const proxy = await faultProxy(url);
const behind = await emailServiceOn(proxy.url);

test('20: delivered again because the reply was lost', async () => {
  const account = await mailAccount(db);
  const raw = letter(body({ key: account.key }), { Subject: 'again' });
  for (const port of [smtpPort, smtpPort, other.smtpPort]) expect(await deliver(port, { raw })).toEqual(processed);
  expect(await smsOf(db, account)).toHaveLength(1);
  const records = await recordsOf(db, 'again');
  expect(records.map(({ outcome }) => outcome)).toEqual(['sent', 'repeated', 'repeated']);
  expect(records[0]).toMatchObject({
    account_id: account.id,
    message_ids: [expect.any(String)],
    submission_id: expect.any(String),
  });
});

test('on two connections and in two processes at the same time', async () => {
  const account = await mailAccount(db);
  for (let round = 0; round < 5; round++) {
    const raw = letter(body({ key: account.key, content: `Round ${round}` }));
    const ports = [smtpPort, smtpPort, other.smtpPort, other.smtpPort];
    expect(await Promise.all(ports.map((port) => deliver(port, { raw })))).toEqual(ports.map(() => processed));
  }
  expect((await smsOf(db, account)).map(({ content }) => content)).toEqual(
    [0, 1, 2, 3, 4].map((round) => `Round ${round}`),
  );
});

test('again after five days; a mail with another text and the same Message-ID is a different mail', async () => {
  const account = await mailAccount(db);
  const headers = { 'Message-ID': '<always@good.example>' };
  const mail = (content: string) => deliver(smtpPort, { raw: letter(body({ key: account.key, content }), headers) });
  await mail('one');
  await db.query(`UPDATE idempotent_answers SET expires_at = expires_at - interval '6 days' WHERE api_key_id = $1`, [
    account.id,
  ]);
  await mail('one');
  await mail('two');
  expect((await smsOf(db, account)).map(({ content }) => content)).toEqual(['one', 'two']);
});

test('with another key of the same account it is the same mail; with a key of another account it is not', async () => {
  const [account, another] = [await mailAccount(db), await mailAccount(db)];
  const headers = { 'Message-ID': '<shared@good.example>' };
  for (const { key } of [account, another, account]) await deliver(smtpPort, { raw: letter(body({ key }), headers) });
  expect(await smsOf(db, account)).toHaveLength(1);
  expect(await smsOf(db, another)).toHaveLength(1);
});

test.each(['', '<>', '< >'])('without a Message-ID (%j) the bytes decide', async (messageId) => {
  const account = await mailAccount(db);
  const mail = (date: string) => letter(body({ key: account.key }), { 'Message-ID': messageId, Date: date });
  for (const date of ['one', 'one', 'two']) await deliver(smtpPort, { raw: mail(date) });
  expect(await smsOf(db, account)).toHaveLength(2);
});

test('an invalid request gets one error e-mail', async () => {
  const account = await mailAccount(db);
  const raw = letter(body({ key: account.key, sender: 'Absent' }));
  const ports = [smtpPort, smtpPort, other.smtpPort];
  expect(await Promise.all(ports.map((port) => deliver(port, { raw })))).toEqual(ports.map(() => processed));
  await deliver(smtpPort, { raw });
  expect(await errorsOf(db, account)).toHaveLength(1);
});

test.each([
  ['COMMIT', 'before'],
  ['COMMIT', 'after'],
  ['COMMIT', 'during'],
  ['INSERT INTO emails', 'after'],
] as const)('the database connection breaks at %s, %s: one SMS', async (statement, moment) => {
  const account = await mailAccount(db);
  const raw = letter(body({ key: account.key }), { Subject: `${statement} ${moment}` });
  const broken = proxy.cut(statement, moment);
  expect(await deliver(behind.smtpPort, { raw })).toEqual(processed);
  await broken;
  expect(await smsOf(db, account)).toHaveLength(1);
  expect(await deliver(smtpPort, { raw })).toEqual(processed);
  expect(await smsOf(db, account)).toHaveLength(1);
  expect((await recordsOf(db, `${statement} ${moment}`)).filter(({ outcome }) => outcome === 'sent')).toHaveLength(1);
});

test('a lost commit of an error e-mail does not write a second one', async () => {
  for (const moment of ['before', 'after'] as const) {
    const account = await mailAccount(db);
    const raw = letter(body({ key: account.key, sender: 'Absent' }));
    const broken = proxy.cut('COMMIT', moment);
    expect(await deliver(behind.smtpPort, { raw })).toEqual(processed);
    await broken;
    expect(await errorsOf(db, account)).toHaveLength(1);
  }
});

test('a duplicate of a mail in progress is deferred', async () => {
  const account = await mailAccount(db);
  const raw = letter(body({ key: account.key }));
  const both = await db.transaction(async (tx) => {
    await tx.query('SELECT 1 FROM accounts WHERE id = $1 FOR UPDATE', [account.id]);
    const deliveries = [smtpPort, other.smtpPort].map((port) => deliver(port, { raw }));
    expect(await Promise.race(deliveries)).toEqual(later);
    return deliveries;
  });
  expect((await Promise.all(both)).sort()).toEqual([processed, later]);
  expect(await deliver(other.smtpPort, { raw })).toEqual(processed);
  expect(await smsOf(db, account)).toHaveLength(1);
});
