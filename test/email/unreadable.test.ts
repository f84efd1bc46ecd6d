/** An e-mail that takes too long or too much memory to read is tried twice, then rejected and listed. */
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { Overloaded } from '../../src/bounds/batch.ts';
import { Threads, TooCostly } from '../../src/email/read/threads.ts';
import { startService } from '../../src/service.ts';
import { times } from '../harness/accounts.ts';
import { withDovecot } from '../harness/dovecot.ts';
import { adminToken, testConfig } from '../harness/service.ts';
import { deliver } from './client.ts';
import { body, emailService, emailServiceOn, later, letter, mailAccount, processed, rejected, smsOf } from './rig.ts';

const little = { emailReadMegabytes: 16, emailReadSeconds: 60 };
const service = await emailService({}, little);
const { db, smtpPort, url, call } = service;
const other = await emailServiceOn(url, {}, little);
const hasty = await emailServiceOn(url, { HERMOD_EMAIL_MAX_MB: '100' }, { emailReadSeconds: 1 });

/** More than a million lines, each of which is a string: far more than the heap of these processes. */
const large = (subject: string) =>
  letter(`<pre>${'ab\n'.repeat(1_500_000)}`, {
    Subject: subject,
    'Content-Type': 'text/html',
    'Message-ID': `<${subject}@x.example>`,
  });

/** Nested multiparts with as many near-boundary lines as a large mail can contain, followed by HTML. */
function slow(megabytes: number): string {
  const names = Array.from({ length: 5 }, (_, level) => 'b'.repeat(level + 1));
  const open = names.map((name) => `Content-Type: multipart/mixed; boundary=${name}\n\n--${name}\n`).join('');
  const line = '--bbbbbb!\n';
  const html = `--bbbbb\nContent-Type: text/html\n\n${'<p>'.repeat(1_500_000)}\n`;
  return `From: a@b.example\n${open}${html}--bbbbb\n\n${line.repeat((megabytes * 2 ** 20) / line.length)}`;
}

async function shown(reason: string): Promise<unknown[]> {
  const { body: list } = await call({
    path: '/admin/v1/emails?outcome=rejected',
    key: null,
    headers: { authorization: `Bearer ${adminToken}` },
  });
  return (list as { emails: { reason: string }[] }).emails.filter((email) => email.reason === reason);
}

test('too much memory: tried once by each of two processes, then never read again', async () => {
  const raw = large('memory');
  expect(await deliver(smtpPort, { raw })).toEqual(later);
  expect(await deliver(other.smtpPort, { raw })).toEqual(rejected);
  expect(await deliver(smtpPort, { raw })).toMatch(/^550 5\.7\.1 The e-mail takes too much memory to read/);
  const { rows } = await db.query<{ tries: number }>('SELECT tries FROM unreadable_mails');
  expect(rows).toEqual([{ tries: 2 }]);
  expect(await shown('The e-mail takes too much memory to read')).toHaveLength(2);

  const account = await mailAccount(db);
  expect(await deliver(smtpPort, { raw: letter(body({ key: account.key })) })).toEqual(processed);
  expect(await smsOf(db, account)).toHaveLength(1);
});

// E-mails are read with low priority: on a busy machine a large one takes minutes.
const timeout = 600_000;

test('too much time, while others are read', { timeout }, async () => {
  const account = await mailAccount(db);
  const raw = slow(24);
  const first = deliver(hasty.smtpPort, { raw });
  const small = letter(body({ key: account.key }));
  await expect.poll(() => deliver(hasty.smtpPort, { raw: small }), { timeout }).toEqual(processed);
  expect(await first).toEqual(later);
  expect(await deliver(hasty.smtpPort, { raw })).toMatch(/^550 5\.7\.1 The e-mail takes too long to read/);
  expect(await shown('The e-mail takes too long to read')).toHaveLength(1);
});

test('e-mails read at the same time as a bad one are read again, and the bad one is rejected after two attempts', async () => {
  const threads = new Threads({ threads: 1, stallMs: 60_000, megabytes: 16 });
  onTestFinished(() => threads.close());
  const read = (raw: string) =>
    threads.run(
      { kind: 'read', given: [[Buffer.from(raw)], { fallbackCharset: 'windows-1250', longestText: 1_000 }] },
      raw.length,
    );
  const [good, bad, another] = await Promise.allSettled([
    read(letter('one')),
    read(large('company')),
    read(letter('two')),
  ]);
  expect(good).toMatchObject({ value: { mail: { text: 'one' } } });
  expect(another).toMatchObject({ value: { mail: { text: 'two' } } });
  expect(bad).toMatchObject({ reason: { kind: 'memory', tries: 2 } });
  expect((bad as PromiseRejectedResult).reason).toBeInstanceOf(TooCostly);
});

test.each([
  ['mails', 0, 1_050],
  ['bytes', 64 * 2 ** 20, 5],
])('the number of %s that are read or wait is bounded; the next one is deferred', async (_, bytes, most) => {
  const threads = new Threads({ threads: 1, stallMs: 60_000, megabytes: 64 });
  onTestFinished(() => threads.close());
  const taken = times(most, () => threads.run({ kind: 'hash', given: [[]] }, bytes));
  await expect(threads.run({ kind: 'hash', given: [[]] }, bytes)).rejects.toBeInstanceOf(Overloaded);
  await Promise.all(taken);
});

test.runIf(process.platform === 'linux')(
  'mails are read, and their garbage is collected, with a low priority',
  async () => {
    const threads = new Threads({ threads: 1, stallMs: 60_000, megabytes: 64 });
    onTestFinished(() => threads.close());
    const before = new Set(readdirSync('/proc/self/task'));
    await threads.run({ kind: 'hash', given: [[]] }, 0);
    const stat = (id: string) => readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
    const niceness = (id: string) => stat(id).split(') ')[1]!.split(' ')[16];
    expect(niceness(`${process.pid}`)).toBe('0');
    const started = readdirSync('/proc/self/task').filter((id) => !before.has(id));
    expect(started.map(niceness)).toContain('10');
    const helpers = [...before].filter((id) => stat(id).includes('(V8Worker)'));
    expect(helpers.map(niceness)).toEqual(helpers.map(() => '10'));
    expect(helpers).not.toEqual([]);
  },
);

await withDovecot('a mailbox', (dovecot) => {
  const box = dovecot.user();
  const imap = { HERMOD_SMTP_PORT: '0', HERMOD_IMAP_URL: box.url() };

  beforeAll(async () => {
    const running = await startService({ config: testConfig(imap, little), databaseUrl: url });
    return () => running.stop('immediate');
  });

  test('an unreadable mail is marked as rejected after two attempts', { timeout }, async () => {
    await box.append(large('box'));
    await expect
      .poll(() => box.flags(), { timeout })
      .toEqual({ box: ['$HermodProcessed', '$HermodRejected', '\\Seen'] });
    const { rows } = await db.query('SELECT 1 FROM emails WHERE via = $1 AND outcome = $2', ['IMAP', 'rejected']);
    expect(rows).toHaveLength(1);
  });
});
