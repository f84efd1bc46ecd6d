/** Mails that were changed after they were signed, or that two programs parse differently. */
import { generateKeyPairSync } from 'node:crypto';
import { dkimSign } from 'mailauth';
import { expect, test } from 'vitest';
import { SmtpClient } from './client.ts';
import { dnsServer } from './dns.ts';
import { body, type EmailService, emailService, letter, mailAccount, outcome, recordsOf, smsOf } from './rig.ts';

const keys = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength });
const pair = keys(2_048);
const record = ({ publicKey }: ReturnType<typeof keys>, more = '') =>
  `v=DKIM1; k=rsa; ${more}p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;
const tiny = keys(512);

const { address } = await dnsServer({
  'good.example TXT': ['v=spf1 ip4:192.0.2.1 -all'],
  '_dmarc.good.example TXT': ['v=DMARC1; p=none'],
  's1._domainkey.good.example TXT': [record(pair)],
  'test._domainkey.good.example TXT': [record(pair, 't=y; ')],
  'tiny._domainkey.good.example TXT': [record(tiny)],
  's1._domainkey.evil.example TXT': [record(pair)],
  'here.example TXT': ['v=spf1 ip4:127.0.0.1 -all'],
});
const service = await emailService({
  HERMOD_EMAIL_TRUSTED_RELAYS: '192.0.2.1',
  HERMOD_DNS_SERVERS: address,
  HERMOD_SMTP_RATE_LIMIT: '0',
});
const { db } = service;
const account = await mailAccount(db, 'alice@good.example', 'bob@good.example', 'carol@here.example');

type Signing = { headers?: string; domain?: string; selector?: string; privateKey?: string } & Record<string, unknown>;

async function signed(
  raw: string,
  { headers, domain, selector, signTime, expires, ...more }: Signing = {},
): Promise<string> {
  const text = raw.replaceAll(/\r?\n/g, '\r\n');
  const { signatures, errors } = await dkimSign(text, {
    ...(headers !== undefined && { headerList: headers }),
    ...(signTime !== undefined && { signTime, expires }),
    signatureData: [
      {
        signingDomain: domain ?? 'good.example',
        selector: selector ?? 's1',
        privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }),
        ...more,
      },
    ],
  } as never);
  expect(errors).toEqual([]);
  return signatures + text;
}

const request = (parts: object = {}, headers: Record<string, string> = {}) =>
  letter(body({ key: account.key, ...parts }), { From: 'bob@good.example', ...headers });

/** Sends the bytes unchanged, without normalizing line endings, as a hostile client does. */
async function asItIs(service: EmailService, raw: string): Promise<string> {
  const reply = await oneTry(service, raw);
  // On a busy machine DNS responses may time out, and the mail is deferred.
  return reply.startsWith('451') ? asItIs(service, raw) : reply;
}

async function oneTry({ smtpPort }: EmailService, raw: string): Promise<string> {
  const { client } = await SmtpClient.connect(smtpPort);
  for (const command of ['EHLO a.example', 'MAIL FROM:<x@evil.example>', 'RCPT TO:<sms@localhost>', 'DATA'])
    await client.command(command);
  client.socket.write(Buffer.from(`${raw}\r\n.\r\n`, 'latin1'));
  const reply = await client.reply();
  client.close();
  return reply;
}

const refused = expect.stringMatching(/^550 5\./);
const accepted = expect.stringMatching(/^250 /);

test('a valid signature is accepted, also with unusual header formatting', async () => {
  const before = (await smsOf(db, account)).length;
  const plain = await signed(request());
  const odd = (await signed(request())).replace('Subject: SMS', 'SUBJECT \t: SMS').replace(/^From: /m, 'from :\r\n ');
  const mailbox = `From alice Sat Jan  3 01:05:34 1996\r\n${await signed(request())}`;
  const bare = (await signed(request())).replaceAll('\r\n', '\n');
  for (const raw of [plain, odd, mailbox, bare]) expect(await asItIs(service, raw)).toEqual(accepted);
  expect(await smsOf(db, account)).toHaveLength(before + 4);
});

test.each([
  ['a fold before the colon', 'From\r\n : '],
  ['a fold with a tab', 'From\r\n\t: '],
  ['a bare line feed', 'From\n : '],
  ['two folds', 'From\r\n \r\n : '],
  ['a blank before the colon', 'From : '],
  ['a tab before the colon', 'From\t: '],
  ['other letters', 'fROM:'],
  ['a bare carriage return', 'X: y\rFrom: '],
  ['a bare carriage return before the colon', 'From\r: '],
  ['a NUL', 'From\0: '],
  ['a no-break space', 'From\xa0: '],
  ['a line that only looks empty', 'X: y\r\n \r\nFrom: '],
  ['a line that is not a header before it', 'nothing\r\nFrom: '],
  ['an early end of the headers', 'X: y\r\n\rFrom: '],
])('a signed From hidden by %s below another one', async (_, written) => {
  const before = (await smsOf(db, account)).length;
  const hidden = (await signed(request())).replace(/^From: /m, written);
  expect(await asItIs(service, `From: alice@good.example\r\n${hidden}`)).toEqual(refused);
  expect(await smsOf(db, account)).toHaveLength(before);
});

test('one signed mail is one SMS, whatever headers are added above it and however its whitespace is changed', async () => {
  const raw = await signed(request({ content: 'Only  once' }, { 'Message-ID': '<one  two@good.example>' }));
  const before = (await smsOf(db, account)).length;
  const variants = [
    raw,
    `Message-ID: <fresh1@good.example>\r\n${raw}`,
    `Message-Id : <fresh2@good.example>\r\n${raw}`,
    `X-Any: thing\r\n${raw}`,
    raw.replace('<one  two', '<one two'),
    raw.replace('<one  two', '<one\r\n two'),
    raw.replace('Only  once', 'Only once \t'),
    raw.replace('Only  once', 'Only   once'),
    `${raw}\r\n\r\n`,
  ];
  for (const variant of variants) await asItIs(service, variant);
  expect(await smsOf(db, account)).toHaveLength(before + 1);
});

test('without a signed Message-ID, a signature authenticates nothing: the mail could be replayed', async () => {
  for (const id of ['', '<>']) {
    const raw = await signed(request({}, { 'Message-ID': id }));
    expect(await asItIs(service, raw)).toEqual(refused);
    expect(await asItIs(service, `X-Any: thing\r\n${raw}`)).toEqual(refused);
  }
});

test('a header added above a signed mail does not change how it is parsed', async () => {
  const before = (await smsOf(db, account)).length;
  const quoted = body({ key: account.key }).replaceAll('\n', '=0A');
  const reply = letter(`> =0A${quoted}\n`, { From: 'bob@good.example' });
  const bare = { 'Content-Type': '', 'Content-Transfer-Encoding': '', 'MIME-Version': '' };
  const unsaid = letter(`> =0A${quoted}\n`, { From: 'bob@good.example', ...bare });
  const attached = request({}, { 'Content-Disposition': 'attachment' });
  for (const raw of [
    `Content-Transfer-Encoding: quoted-printable\r\n${await signed(reply)}`,
    `Content-Transfer-Encoding: quoted-printable\r\n${await signed(unsaid)}`,
    `Content-Type: text/html\r\n${await signed(request({}, bare))}`,
    `Content-Type: text/html\r\n${await signed(request())}`,
    `Content-Disposition: inline\r\n${await signed(attached)}`,
  ]) {
    expect(await asItIs(service, raw)).not.toEqual(expect.stringMatching(/^4/));
  }
  expect(await smsOf(db, account)).toHaveLength(before);
});

test.each([
  ['Content-Type', 'From:Message-ID:Content-Transfer-Encoding:Date'],
  ['Content-Transfer-Encoding', 'From:Message-ID:Content-Type:Date'],
  ['Message-ID', 'From:Content-Type:Content-Transfer-Encoding:Date'],
])('a signature that leaves out %s proves nothing', async (name, headers) => {
  const raw = await signed(request({}, { Subject: `without ${name}` }), { headers });
  expect(await outcome(service, account, { from: 'x@evil.example', raw })).toMatchObject({ reply: refused, sms: [] });
  expect(await recordsOf(db, `without ${name}`)).toMatchObject([
    { proof: { dkim: [{ weakness: `it does not cover the ${name.toLowerCase()} header` }] } },
  ]);
});

const day = 24 * 3_600_000;
test.each<[string, Signing]>([
  ['of a key for tests', { selector: 'test' }],
  [
    'of a tiny key',
    { selector: 'tiny', privateKey: tiny.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string },
  ],
  ['with SHA-1', { algorithm: 'rsa-sha1' }],
  ['that has expired', { signTime: new Date(Date.now() - 2 * day), expires: new Date(Date.now() - day) }],
  ['that is older than what is remembered', { signTime: new Date(Date.now() - 8 * day) }],
  ['of a part of the text', { maxBodyLength: 10 }],
  ['of another domain', { domain: 'evil.example' }],
])('a signature %s proves nothing', async (_, options) => {
  const raw = await signed(request(), options);
  expect(await outcome(service, account, { from: 'x@evil.example', raw })).toMatchObject({ reply: refused, sms: [] });
});

/** Signed 30 days ago: without `t=`, its age is that of its Date. */
async function oldMail(): Promise<string> {
  const old = new Date(Date.now() - 30 * day).toUTCString().replace('GMT', '+0000');
  const raw = await signed(request({}, { Date: old }), { signTime: new Date(-1_000) });
  expect(raw.slice(0, raw.indexOf('\r\nFrom: '))).not.toMatch(/[; ]t=/);
  return raw;
}

test.each(['Date: ', 'date:', 'DATE : ', 'Date\t: ', 'Date:\r\n ', 'Date \t:\r\n\t'])(
  'another Date (%j), above or below the signed one, does not make an old signed mail recent',
  async (name) => {
    const before = (await smsOf(db, account)).length;
    const raw = await oldMail();
    const now = `${name}${new Date().toUTCString().replace('GMT', '+0000')}\r\n`;
    const end = raw.indexOf('\r\n\r\n') + 2;
    for (const variant of [raw, now + raw, raw.slice(0, end) + now + raw.slice(end)])
      expect(await asItIs(service, variant)).toEqual(refused);
    expect(await smsOf(db, account)).toHaveLength(before);
  },
);

test.each([
  'Sender: bob@good.example',
  'Reply-To: bob@good.example',
  'Date: Sun, 15 Nov 2026 10:00:00 +0000',
  'Subject: SMS',
  'To: sms@localhost',
  'Cc: sms@localhost',
  'MIME-Version: 1.0',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: 8bit',
  'Content-Disposition: inline',
  'Content-Language: en',
])('a second %s makes the proof of a signature fail, also with the same value', async (header) => {
  const [name, value] = header.split(': ') as [string, string];
  const raw = await signed(
    request({}, { [name]: value, Subject: `twice ${name}`, ...(name === 'Subject' && { Subject: value }) }),
  );
  expect(await asItIs(service, `${header}\r\n${raw}`)).toEqual(refused);
  const [record] = await recordsOf(db, name === 'Subject' ? value : `twice ${name}`).then((all) => all.slice(-1));
  expect(record).toMatchObject({
    proof: { dkim: [{ weakness: `there is more than one ${name.toLowerCase()} header` }] },
  });
});

test('a Subject that says "forwarded" must be signed: it decides whether an older request counts', async () => {
  const history = 'From: Al\nSent: Monday\nTo: Bo\nSubject: x\n\n';
  const raw = letter(`Thanks!\n\n${history}${body({ key: account.key })}`, { From: 'bob@good.example', Subject: '' });
  const before = (await smsOf(db, account)).length;
  const forged = `Subject: Fwd: forged\r\n${await signed(raw)}`;
  expect(await asItIs(service, forged)).toEqual(refused);
  expect(await smsOf(db, account)).toHaveLength(before);
  const meant = await signed(raw.replace(/^/, 'Subject: Fwd: meant\n'));
  expect(await asItIs(service, meant)).toEqual(accepted);
  expect(await smsOf(db, account)).toHaveLength(before + 1);
});

test('a signature for another identity (i=) authenticates nothing', async () => {
  const raw = await signed(request(), { identity: '@evil.example' });
  expect(raw).toContain('evil.example');
  expect(await outcome(service, account, { from: 'x@evil.example', raw })).toMatchObject({ reply: refused, sms: [] });
});

test('conflicting duplicates of a header that affects parsing are rejected, even from a trusted relay; identical ones are accepted', async () => {
  const from = 'carol@here.example';
  const raw = request({}, { From: from });
  for (const top of [
    'Content-Type: text/html',
    'Content-Transfer-Encoding: base64',
    'Message-ID: <other@here.example>',
    'Content-Disposition: attachment\nContent-Disposition: inline',
  ])
    expect((await outcome(service, account, { from, raw: `${top}\n${raw}` })).sms, top).toEqual([]);
  expect((await outcome(service, account, { from, raw: `Message-ID: <other@here.example>\n${raw}` })).reply).toEqual(
    refused,
  );
  const same = `MIME-Version: 1.0\nContent-Type: text/plain;\n charset=utf-8\n${raw.replace(/^Content-Type: .*$/m, 'Content-Type: text/plain; charset=utf-8')}`;
  expect(await outcome(service, account, { from, raw: same })).toMatchObject({ reply: accepted, sms: ['Hello'] });
});

test('of many signatures five are verified, those of the From domain first', async () => {
  const raw = await signed(request({}, { Subject: 'Many signatures' }));
  // All of them are complete, and of a domain that publishes a key: each would be verified.
  const junk = raw.slice(0, raw.indexOf('\r\nFrom: ') + 2).replace('d=good.example', 'd=evil.example');
  expect(await asItIs(service, `${junk.repeat(30)}${raw}`)).toEqual(accepted);
  const [mail] = await recordsOf(db, 'Many signatures');
  const tried = (mail!.proof['dkim'] as { domain: string }[]).map(({ domain }) => domain);
  expect(tried.sort()).toEqual([...Array(4).fill('evil.example'), 'good.example']);
});

test('a From with more than one address authenticates none of them', async () => {
  for (const From of ['bob@good.example, eve@good.example', 'bob@good.example, alice@good.example'])
    expect(await asItIs(service, await signed(request({}, { From }))), From).toEqual(refused);
});

test('more than one From header is refused, also without allowed addresses', async () => {
  const open = await mailAccount(db);
  const raw = letter(body({ key: open.key }), { From: 'bob@good.example' });
  for (const second of ['From: bob@good.example', 'From: x@evil.example', 'From:'])
    expect(await asItIs(service, `${second}\r\n${raw}`), second).toEqual(refused);
  expect(await asItIs(service, raw)).toEqual(accepted);
  expect(await smsOf(db, open)).toHaveLength(1);
});
