/** Stored e-mails: records without keys and with limits, and outgoing mails without a relay. */
import { expect, test, vi } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { findEmail, forgetEmails, listEmails } from '../../src/store/email/emails.ts';
import { claimMails, forgetMails, insertMails, listOutgoingMails, settleMails } from '../../src/store/email/mails.ts';
import { patienceMs } from '../harness/patience.ts';
import { deliver, SmtpClient } from './client.ts';
import {
  body,
  emailService,
  emailServiceOn,
  errorsOf,
  letter,
  mailAccount,
  processed,
  recordsOf,
  rejected,
  smsOf,
} from './rig.ts';

const service = await emailService();
const { db, smtpPort } = service;
const dayMs = 24 * 3_600_000;

test('the operator sees the record of a sent mail', async () => {
  const account = await mailAccount(db, 'alice@good.example');
  const subject = `Order ${account.key}`;
  const raw = letter(body({ key: account.key.toUpperCase(), more: '#pricereport#\ntrue' }), { Subject: subject });
  expect(await deliver(smtpPort, { from: 'b@good.example', raw })).toEqual(processed);
  const [row] = (await listEmails(db, { accountId: account.id, limit: 10 })).rows;
  expect(row).toMatchObject({
    via: 'SMTP',
    peer: '127.0.0.1',
    envelope_from: 'b@good.example',
    from_address: 'alice@good.example',
    subject: `Order ${account.key.slice(0, 8)}…`,
    outcome: 'sent',
    reason: null,
    account_id: account.id,
    size: Buffer.byteLength(raw.replaceAll('\n', '\r\n')),
  });
  const { rows } = await db.query<{ id: string }>('SELECT id FROM messages WHERE account_id = $1', [account.id]);
  expect(row!.message_ids).toEqual(rows.map(({ id }) => id));
  const detail = await findEmail(db, row!.id);
  expect(detail).toMatchObject({
    proof: { trusted: true },
    tags: { apikey: `${account.key.slice(0, 8)}…`, sender: 'Shop', destinationCount: 1, priceReport: true },
    text: expect.stringContaining('#startcontent#'),
  });
  expect(detail!.headers).toContainEqual({ name: expect.stringMatching(/^message-id$/i), value: expect.any(String) });
  expect(JSON.stringify(detail).toLowerCase()).not.toContain(account.key);
});

test('keys in quoted older requests are not stored either', async () => {
  const account = await mailAccount(db);
  const older = body({ key: '99999999-aaaa-4bbb-8ccc-dddddddddddd' }).replaceAll(/^/gm, '> ');
  await deliver(smtpPort, { raw: letter(body({ key: account.key }) + older, { Subject: 'quoted' }) });
  expect(JSON.stringify(await recordsOf(db, 'quoted'))).not.toContain('4bbb-8ccc');
});

test('a key in the wrong place is neither stored nor sent back', async () => {
  const account = await mailAccount(db);
  const { key } = account;
  const encoded = `=?utf-8?B?${Buffer.from(`my key ${key}`).toString('base64')}?=`;
  const mails = [
    letter(body({ key, sender: key })),
    letter(body({ key, sender: 'Absent', content: `my key is ${key}` })),
    letter(body({ key, destinations: key })),
    letter(body({ key, sender: 'Absent' }), { Subject: `my key ${key}` }),
    letter(body({ key, sender: 'Absent', more: `#callbackurl#\nhttps://a.example/?k=${key}` }), { Subject: encoded }),
    letter('#apikey# beside', { Subject: key, 'Thread-Topic': encoded }),
  ];
  const since = newId();
  for (const [index, raw] of mails.entries())
    expect(await deliver(smtpPort, { raw: raw.replace('alice@', `alice${index}@`) })).toEqual(processed);
  const { rows: records } = await db.query('SELECT * FROM emails WHERE id > $1', [since]);
  const { rows: replies } = await db.query('SELECT * FROM outgoing_mails WHERE id > $1', [since]);
  expect([records.length, replies.length]).toEqual([6, 5]);
  const kept = JSON.stringify([records, replies]);
  expect(kept).not.toContain(key);
  expect(kept).not.toContain(key.replaceAll('-', ''));
  expect(kept).not.toContain(encoded);
});

test('a request by e-mail updates the last use of its key', async () => {
  const other = await emailServiceOn(service.url);
  const [used, refused] = [await mailAccount(db), await mailAccount(db, 'bob@good.example')];
  for (const { key } of [used, refused]) await deliver(other.smtpPort, { raw: letter(body({ key })) });
  await other.service.stop('immediate');
  const { rows } = await db.query<{ key_id: string }>('SELECT key_id FROM api_key_uses WHERE key_id = ANY ($1)', [
    [used.keyId, refused.keyId],
  ]);
  expect(rows).toEqual([{ key_id: used.keyId }]);
});

test('lists are filtered by outcome and paginated', async () => {
  const account = await mailAccount(db);
  for (const sender of ['Shop', 'Absent', 'Shop'])
    await deliver(smtpPort, { raw: letter(body({ key: account.key, sender })) });
  const { rows: all } = await listEmails(db, { accountId: account.id, limit: 10 });
  expect(all.map(({ outcome }) => outcome)).toEqual(['sent', 'error', 'sent']);
  const errors = await listEmails(db, { accountId: account.id, outcome: 'error', limit: 10 });
  expect(errors.rows).toEqual([all[1]]);
  const second = await listEmails(db, { accountId: account.id, before: all[0]!.id, limit: 1 });
  expect(second.rows).toEqual([all[1]]);
});

test('hostile texts can be stored', async () => {
  const account = await mailAccount(db);
  const odd = { Subject: 'a =?utf-8?Q?=00?= b', 'X-Odd': '\ud83d' };
  for (const parts of [{}, { sender: 'No\0body' }, { destinations: '+\0' }, { more: '#callbackurl#\nhttp://\0' }]) {
    expect(await deliver(smtpPort, { raw: letter(body({ key: account.key, ...parts }), odd) })).toEqual(processed);
  }
  expect(await smsOf(db, account)).toHaveLength(1);
  const hidden = { Subject: 'a\0b', From: 'Al\0ice <alice@good.example>' };
  expect(await deliver(smtpPort, { raw: letter(body({ key: account.key }), hidden) })).toEqual(rejected);
});

test('of a flood of rejected mails a thousand per hour are recorded, and the others counted', async () => {
  const count = async () => (await recordsOf(db, 'flood')).length;
  const flood = async () => {
    const { client } = await SmtpClient.connect(smtpPort);
    await client.command('EHLO flood.example');
    for (let index = 0; index < 110; index++) await client.deliver({ raw: letter('nothing', { Subject: 'flood' }) });
    client.close();
  };
  await Promise.all(Array.from({ length: 10 }, flood));
  expect(await count()).toBeGreaterThan(900);
  // One more is allowed every 3.6 s.
  expect(await count()).toBeLessThan(1_090);
  const { rows } = await db.query<{ count: number }>(
    'SELECT sum(count)::integer AS count FROM emails WHERE account_id IS NULL AND count > 1',
  );
  expect((await count()) + rows[0]!.count).toBeGreaterThanOrEqual(1_100);
});

test('texts are erased after their retention, and mails without an account are deleted', async () => {
  const account = await mailAccount(db);
  await deliver(smtpPort, { raw: letter(body({ key: account.key }), { Subject: 'known' }) });
  const days = { texts: 3, unowned: 7 };
  await forgetEmails(db, Date.now() + 2 * dayMs, days);
  expect((await recordsOf(db, 'known'))[0]!.text).not.toBeNull();
  await forgetEmails(db, Date.now() + 4 * dayMs, days);
  expect((await recordsOf(db, 'known'))[0]!.text).toBeNull();
  expect(await recordsOf(db, 'flood')).not.toEqual([]);
  await forgetEmails(db, Date.now() + 8 * dayMs, days);
  expect(await recordsOf(db, 'flood')).toEqual([]);
  expect(await recordsOf(db, 'known')).toHaveLength(1);
});

test('without a relay, mails are kept for the operator', async () => {
  const account = await mailAccount(db);
  await deliver(smtpPort, { raw: letter(body({ key: account.key, sender: 'Absent' })) });
  await vi.waitFor(async () => expect((await errorsOf(db, account))[0]).toMatchObject({ state: 'kept' }), {
    timeout: patienceMs,
  });
});

const code = (accountId: string) => ({
  id: newId(),
  accountId,
  kind: 'sender code' as const,
  subjectId: newId(),
  recipient: 'owner@good.example',
  subject: 'Your code',
  body: '123456',
});

test('codes are erased when they expire, and mails are deleted after the retention', async () => {
  const account = await mailAccount(db);
  await insertMails(db, [code(account.id)]);
  const bodies = async () =>
    (await listOutgoingMails(db, { accountId: account.id, limit: 9 })).rows.map((mail) => mail.body);
  await vi.waitFor(
    async () =>
      expect((await listOutgoingMails(db, { accountId: account.id, state: 'kept', limit: 9 })).rows).toHaveLength(1),
    { timeout: patienceMs },
  );
  await forgetMails(db, Date.now() + 3_000_000, 90);
  expect(await bodies()).toEqual(['123456']);
  await forgetMails(db, Date.now() + 3_700_000, 90);
  expect(await bodies()).toEqual(['']);
  await forgetMails(db, Date.now() + 91 * dayMs, 90);
  expect(await bodies()).toEqual([]);
});

test('a process that was suspended beyond its lease cannot settle', async () => {
  const account = await mailAccount(db);
  const mail = code(account.id);
  const [first, second] = [newId(), newId()];
  // In one transaction, invisible to the service's own loop.
  await db.transaction(async (tx) => {
    await insertMails(tx, [mail]);
    expect((await claimMails(tx, first, 10)).map(({ id }) => id)).toContain(mail.id);
    expect(await claimMails(tx, second, 10)).toEqual([]);
    await tx.query('UPDATE outgoing_mails SET due_at = now() WHERE id = $1', [mail.id]);
    expect((await claimMails(tx, second, 10)).map(({ id }) => id)).toContain(mail.id);
    await settleMails(tx, first, [{ id: mail.id, state: 'sent', error: undefined, delayMs: 0 }]);
    const { rows } = await listOutgoingMails(tx, { accountId: account.id, limit: 1 });
    expect(rows[0]).toMatchObject({ state: 'waiting', attempts: 0 });
    await settleMails(tx, second, [{ id: mail.id, state: 'sent', error: undefined, delayMs: 0 }]);
    expect((await listOutgoingMails(tx, { accountId: account.id, limit: 1 })).rows[0]).toMatchObject({
      state: 'sent',
      attempts: 1,
    });
  });
});
