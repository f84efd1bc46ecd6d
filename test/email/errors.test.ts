/** Error e-mails: recipients, rate, texts; and delivery through the relay. */
import { expect, test, vi } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { Conclusions } from '../../src/flows/emails.ts';
import { listEmails } from '../../src/store/email/emails.ts';
import { insertMails, listOutgoingMails } from '../../src/store/email/mails.ts';
import { patienceMs } from '../harness/patience.ts';
import { deliver } from './client.ts';
import {
  body,
  emailService,
  emailServiceOn,
  errorsOf,
  letter,
  mailAccount,
  mailSink,
  outcome,
  processed,
  recordsOf,
} from './rig.ts';

const sink = await mailSink();
const settings = { HERMOD_SERVICE_NAME: 'Acme', HERMOD_MAIL_RELAY_URL: sink.url };
const service = await emailService(settings);
const { db, url, smtpPort } = service;
const second = await emailServiceOn(url, settings);

const settled = (id: string, state: string) =>
  vi.waitFor(
    async () => {
      const { rows } = await db.query<{ state: string; attempts: number; error: string | null; body: string }>(
        'SELECT state, attempts, error, body FROM outgoing_mails WHERE account_id = $1 ORDER BY id DESC LIMIT 1',
        [id],
      );
      expect(rows[0]).toMatchObject({ state });
      return rows[0]!;
    },
    { timeout: patienceMs, interval: 50 },
  );

const mailsTo = (recipient: string) => sink.mails.filter(({ to }) => to.includes(recipient));

test('goes to the From address with an empty envelope sender, and says what to change', async () => {
  const account = await mailAccount(db);
  const headers = { From: 'Ann <ann@good.example>', 'Message-ID': '<first@good.example>', Subject: 'Wake up' };
  const raw = letter(body({ key: account.key, sender: 'Absent', content: 'Good morning' }), headers);
  expect(await deliver(smtpPort, { from: 'bounces@good.example', raw })).toEqual(processed);
  await settled(account.id, 'sent');
  const [mail, ...more] = mailsTo('ann@good.example');
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ from: '', to: ['ann@good.example'] });
  const border = mail!.raw.indexOf('\r\n\r\n');
  const [head, text] = [mail!.raw.slice(0, border), mail!.raw.slice(border)];
  expect(head).toMatch(/^From: Acme <sms@localhost>$/m);
  expect(head).toMatch(/^To: ann@good\.example$/m);
  expect(head).toMatch(/^Auto-Submitted: auto-replied$/m);
  expect(head).toMatch(/^In-Reply-To: <first@good\.example>$/m);
  expect(head).toMatch(/^References: <first@good\.example>$/m);
  const [, subject = ''] = /^Subject: (.*(?:\r\n .*)*)$/m.exec(head)!;
  expect(decoded(subject)).toBe('Acme Email2SMS – Error');
  const plain = text.replaceAll('=\r\n', '');
  expect(plain).toContain('Error: 2 - Invalid sender (from): the sender is not registered for the account');
  expect(plain).toContain('Wake up');
  expect(plain).toContain('Good morning');
  expect(plain).toContain('#startcontent#');
  expect(mail!.raw).not.toContain(account.key);
});

/** RFC 2047, as far as nodemailer uses it. */
function decoded(header: string): string {
  return header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, text: string) =>
      decodeURIComponent(text.replaceAll('_', ' ').replaceAll('=', '%')),
    )
    .replaceAll(/=\?UTF-8\?B\?(.*?)\?=/gi, (_, text: string) => Buffer.from(text, 'base64').toString());
}

test.each([
  ['#sender#', { sender: '' }],
  ['#startdestination#', { destinations: '' }],
  ['Error: 1 - ', { content: ' ' }],
  ['Error: 5 - ', { more: '#scheduledtime#\ntomorrow' }],
  ['Error: 3 - ', { destinations: '+1' }],
  ['Error: 7 - ', { more: '#callbackurl#\nftp://a.example' }],
])('says %s where that is wrong', async (words, parts) => {
  const account = await mailAccount(db);
  const headers = { From: `${account.id}@good.example` };
  const raw = letter(body({ key: account.key, ...parts }), headers);
  const { reply, sms, errors } = await outcome(service, account, { raw });
  expect({ reply, sms }).toEqual({ reply: processed, sms: [] });
  expect(errors).toEqual([expect.stringContaining(words)]);
});

test('a balance that is too low', async () => {
  const account = await mailAccount(db);
  await db.query('UPDATE accounts SET balance = 0 WHERE id = $1', [account.id]);
  const { errors } = await outcome(service, account, {
    raw: letter(body({ key: account.key }), { From: 'poor@good.example' }),
  });
  expect(errors).toEqual([expect.stringContaining('Error: 6 - Balance too low to send')]);
});

test('automatic replies, bounces and list mail are dropped, with a valid or invalid request', async () => {
  const account = await mailAccount(db);
  for (const sender of ['Shop', 'Absent']) {
    for (const [headers, from] of [
      [{}, ''],
      [{ 'Auto-Submitted': 'auto-generated' }, ''],
      [{ 'Auto-Submitted': 'auto-replied' }, 'a@good.example'],
      [{ 'List-Id': '<news.good.example>' }, 'a@good.example'],
      [{ From: 'MAILER-DAEMON@good.example' }, 'a@good.example'],
      [{ 'X-Failed-Recipients': 'a@good.example' }, 'a@good.example'],
    ] as const) {
      const raw = letter(body({ key: account.key, sender }), { Subject: 'dropped', ...headers });
      expect(await outcome(service, account, { from, raw })).toEqual({ reply: processed, sms: [], errors: [] });
    }
  }
  const records = await recordsOf(db, 'dropped');
  expect(records).toHaveLength(12);
  expect(new Set(records.map(({ outcome: what, reason }) => `${what}: ${reason}`))).toEqual(
    new Set([
      'dropped: its envelope sender is empty',
      'dropped: it is an automatic answer',
      'dropped: it comes from a mailing list',
      'dropped: it is a bounce or a report of a mail server',
    ]),
  );
});

test('no error e-mail goes to a machine, to our own address, or if From does not contain exactly one address', async () => {
  const account = await mailAccount(db);
  const wrong = body({ key: account.key, sender: 'Absent' });
  for (const [headers, from] of [
    [{ 'Auto-Submitted': 'auto-generated' }, 'a@good.example'],
    [{ Precedence: 'bulk' }, 'a@good.example'],
    [{ From: 'sms@localhost' }, 'a@good.example'],
    [{ From: '' }, 'a@good.example'],
    [{ From: 'a@good.example, b@good.example' }, 'a@good.example'],
  ] as const) {
    const raw = letter(wrong, { Subject: 'silent', ...headers });
    expect(await outcome(service, account, { from, raw })).toEqual({ reply: processed, sms: [], errors: [] });
  }
  const reasons = (await recordsOf(db, 'silent')).map(({ outcome: what, reason }) => `${what}: ${reason}`);
  expect(reasons).toHaveLength(5);
  for (const reason of reasons) expect(reason).toMatch(/^error: Error: 2 .*; not answered, /);
});

test('at most ten per hour go to one address of one account in any spelling, over all processes; the last one says so', async () => {
  const [loud, other] = [await mailAccount(db), await mailAccount(db)];
  const mail = (index: number, account = loud) =>
    deliver(index % 2 ? smtpPort : second.smtpPort, {
      raw: letter(body({ key: account.key, sender: 'Absent' }), {
        From: index % 3 === 0 ? 'Busy@GOOD.example' : 'busy@good.example',
        Subject: 'busy',
      }),
    });
  expect(await Promise.all(Array.from({ length: 16 }, (_, index) => mail(index)))).toEqual(Array(16).fill(processed));
  const written = await errorsOf(db, loud);
  expect(written).toHaveLength(10);
  const last = written.filter((answer) => /Until \d{4}-\d\d-\d\d \d\d:\d\d UTC no more/.test(answer.body));
  expect(last).toHaveLength(1);
  const reasons = (await recordsOf(db, 'busy')).map(({ reason }) => reason);
  expect(reasons.filter((reason) => /10 error e-mails within an hour/.test(reason ?? ''))).toHaveLength(6);
  // Error e-mails of another customer are sent as before.
  expect(await mail(1, other)).toEqual(processed);
  expect(await errorsOf(db, other)).toHaveLength(1);
  // One hour later the limit is reset.
  await db.query(
    `UPDATE outgoing_mails SET created_at = created_at - interval '1 hour', silent_until = silent_until - interval '1 hour'
     WHERE account_id = $1`,
    [loud.id],
  );
  expect(await mail(1)).toEqual(processed);
  expect(await errorsOf(db, loud)).toHaveLength(11);
});

test('beyond a thousand per hour errors are counted, and error e-mails are still sent', async () => {
  const account = await mailAccount(db);
  const now = Date.now();
  const conclusions = new Conclusions({ db, clock: () => now });
  const record = (index: number) => ({ ...emptyRecord, id: newId(), accountId: account.id, subject: `flood ${index}` });
  const all = Array.from({ length: 1_250 }, (_, index) => conclusions.add({ record: record(index) }));
  expect(new Set(await Promise.all(all))).toEqual(new Set(['stored']));
  const { rows } = await listEmails(db, { accountId: account.id, limit: 1_500 });
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(1_250);
  expect(rows.filter(({ count }) => count === 1)).toHaveLength(1_000);
  const mail = {
    id: newId(),
    accountId: account.id,
    kind: 'email2sms error' as const,
    subjectId: newId(),
    recipient: 'late@good.example',
    subject: 'x',
    body: 'x',
  };
  const reservation = { keyId: account.id, key: 'error x', requestHash: '00'.repeat(32), keptHours: 1 };
  expect(await conclusions.add({ record: record(0), reply: { mail, reservation, most: 10 } })).toBe('stored');
  expect(await errorsOf(db, account)).toHaveLength(1);
});

const emptyRecord = {
  via: 'SMTP',
  peer: undefined,
  envelopeFrom: '',
  from: undefined,
  messageId: undefined,
  headers: [],
  tags: {},
  proof: {},
  outcome: 'error',
  reason: 'wrong',
  submissionId: undefined,
  messageIds: [],
  size: 1,
  text: undefined,
} as const;

test('a relay that is busy is tried again with the same Message-ID; a refusal is final', async () => {
  const account = await mailAccount(db);
  const seen: string[] = [];
  sink.answer = ({ raw, to }) => {
    if (!to.includes('slow@good.example') && !to.includes('gone@good.example')) return undefined;
    seen.push(/^Message-ID: (.*)$/im.exec(raw)![1]!);
    return to.includes('gone@good.example') ? { code: 550, text: 'No such user' } : { code: 451, text: 'Come again' };
  };
  const wrong = (From: string) =>
    deliver(smtpPort, { raw: letter(body({ key: account.key, sender: 'Absent' }), { From }) });
  await wrong('slow@good.example');
  await vi.waitFor(() => expect(seen).toHaveLength(1), { timeout: patienceMs });
  await vi.waitFor(
    async () => expect((await listOutgoingMails(db, { accountId: account.id, limit: 1 })).rows[0]!.attempts).toBe(1),
    {
      timeout: patienceMs,
    },
  );
  expect((await listOutgoingMails(db, { accountId: account.id, limit: 9 })).rows).toMatchObject([
    { state: 'waiting', error: expect.stringContaining('451'), recipient: 'slow@good.example' },
  ]);
  sink.answer = () => undefined;
  // Half a minute later.
  await db.query('UPDATE outgoing_mails SET due_at = now() WHERE account_id = $1', [account.id]);
  expect(await settled(account.id, 'sent')).toMatchObject({ attempts: 2 });
  const [mail] = mailsTo('slow@good.example');
  expect(/^Message-ID: (.*)$/im.exec(mail!.raw)![1]).toBe(seen[0]);

  sink.answer = ({ to }) => (to.includes('gone@good.example') ? { code: 550, text: 'No such user' } : undefined);
  await wrong('gone@good.example');
  expect(await settled(account.id, 'given up')).toMatchObject({
    attempts: 1,
    error: expect.stringContaining('No such user'),
  });
  sink.answer = () => undefined;
});

test("a code for a sender is sent from the service's own address", async () => {
  const account = await mailAccount(db);
  const mail = {
    id: newId(),
    accountId: account.id,
    kind: 'sender code',
    subjectId: newId(),
    recipient: 'owner@good.example',
    subject: 'Your code',
    body: '123456',
  } as const;
  await insertMails(db, [mail]);
  await settled(account.id, 'sent');
  expect(mailsTo('owner@good.example')).toMatchObject([
    { from: 'sms@localhost', raw: expect.stringContaining('Auto-Submitted: auto-generated') },
  ]);
});
