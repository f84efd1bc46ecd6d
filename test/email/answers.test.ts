/** Which addresses get an error e-mail, and that none contains any part of a key. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { dnsServer } from './dns.ts';
import { body, emailService, errorsOf, letter, mailAccount, outcome, processed, recordsOf } from './rig.ts';

const { address, zone } = await dnsServer({
  'here.example TXT': ['v=spf1 ip4:127.0.0.1 -all'],
  '_dmarc.here.example TXT': ['v=DMARC1; p=reject'],
  'victim.example TXT': ['v=spf1 -all'],
  'nothing.example A': ['192.0.2.1'],
});
zone.broken.add('broken.example').add('_dmarc.broken.example');
const service = await emailService({
  HERMOD_EMAIL_TRUSTED_RELAYS: '192.0.2.1',
  HERMOD_DNS_SERVERS: address,
  HERMOD_SMTP_RATE_LIMIT: '0',
});
const trusting = await emailService();
const { db } = service;

test('an error e-mail goes to an authenticated address and to no other, also with a key without allowed addresses', async () => {
  const account = await mailAccount(db);
  const wrong = (From: string) => letter(body({ key: account.key, sender: 'Absent' }), { From, Subject: 'who' });
  for (const [From, from] of [
    ['a@victim.example', 'a@victim.example'],
    ['a@victim.example', 'x@here.example'],
    ['a@nothing.example', 'a@nothing.example'],
    ['a@broken.example', 'a@broken.example'],
  ] as const)
    expect(await outcome(service, account, { from, raw: wrong(From) })).toEqual({
      reply: processed,
      sms: [],
      errors: [],
    });
  const told = await outcome(service, account, { from: 'a@here.example', raw: wrong('a@here.example') });
  expect(told).toMatchObject({ reply: processed, errors: [expect.stringContaining('Error: 2')] });
  const records = await recordsOf(db, 'who');
  expect(records.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('; not answered, neither SPF nor DKIM proves its From address'),
    expect.stringContaining('; not answered, neither SPF nor DKIM proves its From address'),
    expect.stringContaining('; not answered, neither SPF nor DKIM proves its From address'),
    expect.stringContaining('; not answered, DNS does not answer'),
    expect.not.stringContaining('not answered'),
  ]);
  expect(records.at(-1)!.proof).toMatchObject({ spf: { result: 'pass', domain: 'here.example' }, dmarc: 'pass' });
});

test('an authenticated address gets thirty error e-mails per hour, more than one named by a relay alone', async () => {
  const account = await mailAccount(db);
  const mistake = () => {
    const raw = letter(body({ key: account.key, sender: 'Absent' }), { From: 'a@here.example' });
    return outcome(service, account, { from: 'a@here.example', raw });
  };
  for (let index = 0; index < 30; index++) expect((await mistake()).errors).toHaveLength(1);
  expect((await mistake()).errors).toEqual([]);
});

test('an error e-mail quotes a few words, whatever the mail contains', async () => {
  const account = await mailAccount(trusting.db);
  const spam = 'Buy now at https://spam.example/ '.repeat(300);
  const parts = [
    { sender: spam.slice(0, 5_000) },
    { destinations: `${spam}\n${'+1 spam,'.repeat(500)}` },
    { sender: 'Absent', content: spam },
    { more: `#callbackurl#\nftp://${'spam.'.repeat(100)}example` },
  ];
  for (const part of parts) {
    const raw = letter(body({ key: account.key, ...part }), { From: 'a@here.example', Subject: spam.slice(0, 900) });
    const { errors } = await outcome(trusting, account, { raw });
    expect(errors).toHaveLength(1);
    expect(errors[0]!.match(/spam/g)?.length ?? 0).toBeLessThan(12);
    expect(errors[0]!.length).toBeLessThan(1_500);
  }
});

/** Whether nine consecutive characters of the key, ignoring dashes, occur anywhere in a text. */
function holds(text: string, key: string): boolean {
  const [found, digits] = [text, key].map((part) => part.toLowerCase().replaceAll(/[^0-9a-z…]/g, '')) as [
    string,
    string,
  ];
  return Array.from({ length: digits.length - 8 }, (_, at) => digits.slice(at, at + 9)).some((piece) =>
    found.includes(piece),
  );
}

test('no part of a key occurs in an error e-mail, its references or the record, wherever it is in the mail and however it is cut', async () => {
  const account = await mailAccount(trusting.db);
  const { key } = account;
  const spellings = [key, key.toUpperCase(), key.replaceAll('-', ''), key.replace('-', ' '), key.slice(0, 35)];
  let number = 0;
  for (const spelling of spellings) {
    for (const before of [0, 10, 20, 30, 39, 165, 180, 190, 199, 962, 980, 990]) {
      const words = `${'x'.repeat(before)} ${spelling}`;
      const subject = `${words} cut ${number++}`;
      const raw = letter(body({ key, sender: `No ${words}`, destinations: `${words}\n${spelling}`, content: words }), {
        From: before === 0 ? `${spelling.replaceAll(' ', '')}@here.example` : `n${number}@here.example`,
        Subject: subject,
        'Message-ID': `<${randomUUID()}.${spelling.replaceAll(' ', '')}@here.example>`,
        References: `<${spelling.replaceAll(' ', '')}@here.example>`,
        'X-Words': words,
        Comments: `=?utf-8?B?${Buffer.from(words).toString('base64')}?=`,
      });
      expect((await outcome(trusting, account, { raw })).reply).toEqual(processed);
    }
  }
  const answers = await errorsOf(trusting.db, account);
  expect(answers.length).toBeGreaterThan(20);
  for (const answer of answers) expect(holds(JSON.stringify(answer), key)).toBe(false);
  const { rows } = await trusting.db.query('SELECT * FROM emails WHERE account_id = $1', [account.id]);
  expect(rows).toHaveLength(spellings.length * 12);
  for (const row of rows) expect(holds(JSON.stringify(row), key), JSON.stringify(row)).toBe(false);
});
