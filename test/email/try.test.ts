/** "Try it": the outcome of a mail, without sending it. */
import { afterAll, expect, test } from 'vitest';
import { MailReader } from '../../src/email/read/threads.ts';
import { emailTest } from '../../src/email/test-email.ts';
import { Sending } from '../../src/flows/sending/send.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { books } from '../harness/accounts.ts';
import { testDatabase } from '../harness/database.ts';
import { testConfig } from '../harness/service.ts';
import { body, letter, mailAccount } from './rig.ts';

const { db } = await testDatabase();
const runtime = { config: testConfig(), db, log: createLog('silent'), metrics: createMetrics(), clock: Date.now };
const reader = new MailReader(runtime.config);
afterAll(() => reader.close());
const testEmail = emailTest(runtime, new Sending(runtime), reader);

test('a whole mail and its text alone have the same outcome', async () => {
  const account = await mailAccount(db, 'alice@good.example');
  const text = body({
    key: account.key,
    content: 'Čaka vas pošta',
    destinations: '+38640123456, 040 123 456, 040 123 457',
  });
  const whole = await testEmail(letter(text));
  expect(whole).toMatchObject({
    outcome: 'sent',
    from: ['alice@good.example'],
    allowedFrom: ['alice@good.example'],
    tags: { sender: 'Shop', destinations: ['+38640123456', '+38640123457'] },
    preview: { content: 'Caka vas posta', segmentCount: 1, total: 0.02, currency: 'EUR', affordable: true },
  });
  const alone = await testEmail(text);
  expect({ ...alone, from: whole.from }).toEqual(whole);
  expect(JSON.stringify([whole, alone])).not.toContain(account.key);
  expect(await books(db, account)).toMatchObject({ messages: 0, balance: '1000.000000' });
});

test('a From address without access to the key is reported', async () => {
  const { key } = await mailAccount(db, 'alice@good.example');
  for (const From of ['eve@evil.example', '"alice@good.example" <eve@evil.example>', 'alice'])
    expect(await testEmail(letter(body({ key }), { From }))).toMatchObject({
      outcome: 'rejected',
      reason: 'The From address may not use this API key',
    });
});

test('every kind of failure is reported', async () => {
  const account = await mailAccount(db);
  const { key } = account;
  const outcomes = [
    ['', 'dropped'],
    ['Hello', 'dropped'],
    [body(), 'dropped'],
    [`From: a@b.example\n${letter(body({ key }))}`, 'rejected'],
    [letter(body({ key }), { 'Auto-Submitted': 'auto-replied' }), 'dropped'],
    [letter(body({ key }), { 'List-Id': '<news.good.example>' }), 'dropped'],
    [letter(`Thanks!\n\nOn Monday Alice wrote:\n${body({ key })}`), 'dropped'],
    [body({ key, sender: '' }), 'error'],
    [body({ key, sender: 'Absent' }), 'error'],
    [body({ key, destinations: '+1' }), 'error'],
  ] as const;
  for (const [source, outcome] of outcomes) {
    expect(await testEmail(source), source).toMatchObject({ outcome, reason: expect.any(String) });
  }
  await db.query('UPDATE accounts SET balance = 0 WHERE id = $1', [account.id]);
  expect(await testEmail(body({ key }))).toMatchObject({
    outcome: 'error',
    reason: 'Error: 6 - Balance too low to send',
  });
});
