/** Authorization of e-mails: allowed addresses, and authentication of the From address. */
import { generateKeyPairSync } from 'node:crypto';
import { dkimSign } from 'mailauth';
import { expect, onTestFinished, test } from 'vitest';
import type { IntakeResult } from '../../src/email/incoming.ts';
import { MailIntake } from '../../src/email/intake.ts';
import { MailReader } from '../../src/email/read/threads.ts';
import { Sending } from '../../src/flows/sending/send.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { addKey } from '../harness/accounts.ts';
import { testConfig } from '../harness/service.ts';
import { dnsServer } from './dns.ts';
import {
  body,
  emailService,
  emailServiceOn,
  firstOutcome,
  later,
  letter,
  mailAccount,
  outcome,
  processed,
  recordsOf,
  rejected,
} from './rig.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const published = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;
const fromHere = 'v=spf1 ip4:127.0.0.1 -all';

const { address, zone } = await dnsServer({
  // good.example sends from another machine and signs; its DMARC record has the policy none.
  'good.example TXT': ['v=spf1 ip4:192.0.2.1 -all'],
  '_dmarc.good.example TXT': ['v=DMARC1; p=none'],
  's1._domainkey.good.example TXT': [published],
  's1._domainkey.evil.example TXT': [published],
  'evil.example TXT': [fromHere],
  // here.example sends from this machine; bounce.here.example is its bounce domain.
  'here.example TXT': [fromHere],
  'bounce.here.example TXT': [fromHere],
  '_dmarc.here.example TXT': ['v=DMARC1; p=reject'],
  'strict.example TXT': [fromHere],
  'bounce.strict.example TXT': [fromHere],
  '_dmarc.strict.example TXT': ['v=DMARC1; p=reject; aspf=s'],
  // plain.example publishes only SPF; bare.example publishes nothing.
  'plain.example TXT': [fromHere],
  'bare.example A': ['192.0.2.1'],
  'broken.example A': ['192.0.2.1'],
});
zone.broken.add('broken.example').add('_dmarc.broken.example');

const untrusted = {
  HERMOD_EMAIL_TRUSTED_RELAYS: '192.0.2.1',
  HERMOD_DNS_SERVERS: address,
  HERMOD_SMTP_RATE_LIMIT: '0',
};
// One name never gets a response.
const service = await emailService(untrusted, { emailProofSeconds: 20 });
const { db } = service;
const trusting = { ...service, ...(await emailServiceOn(service.url)) };
const anyone = await mailAccount(db);
const alices = await mailAccount(db, 'alice@good.example', 'alice@here.example', 'alice@strict.example');
const others = await mailAccount(db, 'bob@plain.example', 'bob@bare.example', 'bob@broken.example', 'bob@gone.example');

async function signed(raw: string, domain: string, options: object = {}): Promise<string> {
  const text = raw.replaceAll(/\r?\n/g, '\r\n');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const { signatures } = await dkimSign(text, {
    signatureData: [{ signingDomain: domain, selector: 's1', privateKey: pem, ...options }],
  } as never);
  return signatures + text;
}

const from = (sender: string, headers: Record<string, string> = {}) =>
  letter(body({ key: alices.key }), { From: sender, ...headers });

test('a key without allowed addresses accepts any sender, without authentication', async () => {
  const raw = letter(body({ key: anyone.key }), { From: 'someone@nowhere.example' });
  expect(await outcome(service, anyone, { from: 'x@evil.example', raw })).toMatchObject({
    reply: processed,
    sms: ['Hello'],
  });
  const withoutFrom = letter(body({ key: anyone.key }), { From: '' });
  expect(await outcome(service, anyone, { raw: withoutFrom })).toMatchObject({ reply: processed, sms: ['Hello'] });
});

test('an allowed address with an aligned SPF pass is accepted, also of a subdomain unless its policy is strict', async () => {
  for (const [sender, envelope, expected] of [
    ['alice@here.example', 'alice@here.example', processed],
    ['ALICE@Here.Example', 'anyone@here.example', processed],
    ['alice@here.example', 'b-1@bounce.here.example', processed],
    ['alice@strict.example', 'alice@strict.example', processed],
    ['alice@strict.example', 'b-1@bounce.strict.example', rejected],
    ['alice@good.example', 'alice@good.example', rejected],
  ] as const) {
    const { reply, sms } = await outcome(service, alices, { from: envelope, raw: from(sender) });
    expect(reply, `${sender} from ${envelope}`).toEqual(expected);
    expect(sms).toHaveLength(expected === processed ? 1 : 0);
  }
});

test('an allowed address with an aligned DKIM signature is accepted, whatever the envelope sender', async () => {
  const raw = await signed(from('alice@good.example', { Subject: 'signed' }), 'good.example');
  expect(await outcome(service, alices, { from: 'list@evil.example', raw })).toMatchObject({
    reply: processed,
    sms: ['Hello'],
  });
  const [record] = await recordsOf(db, 'signed');
  expect(record!.proof).toEqual({
    spf: { result: 'pass', domain: 'evil.example' },
    dkim: [{ result: 'pass', domain: 'good.example' }],
    dmarc: 'pass',
  });
});

test('16: another domain passes SPF, and the policy of the From domain is none: rejected', async () => {
  const raw = from('alice@good.example');
  expect(await outcome(service, alices, { from: 'eve@evil.example', raw })).toEqual({
    reply: rejected,
    sms: [],
    errors: [],
  });
});

test('a signature of another domain, a changed text and a signature of a part of it authenticate nothing', async () => {
  const foreign = await signed(from('alice@good.example'), 'evil.example');
  const changed = (await signed(from('alice@good.example'), 'good.example')).replace('Hello', 'Hullo');
  const short = await signed(`${from('alice@good.example')}`, 'good.example', { maxBodyLength: 10 });
  for (const raw of [foreign, changed, short]) {
    expect(await outcome(service, alices, { from: 'eve@evil.example', raw })).toEqual({
      reply: rejected,
      sms: [],
      errors: [],
    });
  }
});

test('15: an allowed address as the display name of another one: rejected', async () => {
  const raw = from('"alice@good.example" <eve@evil.example>');
  for (const where of [service, trusting]) {
    expect(await outcome(where, alices, { from: 'eve@evil.example', raw })).toEqual({
      reply: rejected,
      sms: [],
      errors: [],
    });
  }
});

test('17: two From headers: rejected, also for a key without allowed addresses', async () => {
  for (const account of [alices, anyone]) {
    const raw = `From: eve@evil.example\n${letter(body({ key: account.key }))}`;
    expect(await outcome(trusting, account, { raw })).toEqual({ reply: rejected, sms: [], errors: [] });
  }
});

test('a mail without one single From address is rejected', async () => {
  for (const sender of ['', 'alice@good.example, eve@evil.example', 'undisclosed:;']) {
    expect(await outcome(trusting, alices, { raw: from(sender) })).toEqual({ reply: rejected, sms: [], errors: [] });
  }
});

test('a trusted relay needs no authentication, but the address must be allowed', async () => {
  expect(await outcome(trusting, alices, { raw: from('alice@good.example') })).toMatchObject({
    reply: processed,
    sms: ['Hello'],
  });
  expect(await outcome(trusting, alices, { raw: from('eve@good.example') })).toEqual({
    reply: rejected,
    sms: [],
    errors: [],
  });
});

test('a domain without a DMARC record must match exactly; one without any record authenticates nothing', async () => {
  const mail = (sender: string) => letter(body({ key: others.key }), { From: sender });
  expect(
    (await outcome(service, others, { from: 'bob@plain.example', raw: mail('bob@plain.example') })).sms,
  ).toHaveLength(1);
  for (const domain of ['bare.example', 'gone.example']) {
    const raw = mail(`bob@${domain}`);
    expect(await outcome(service, others, { from: `bob@${domain}`, raw })).toEqual({
      reply: rejected,
      sms: [],
      errors: [],
    });
  }
});

test('after a DNS failure or timeout the mail is deferred, and sent on the next attempt', async () => {
  const raw = letter(body({ key: others.key }), { From: 'bob@broken.example' });
  const mail = { from: 'bob@broken.example', raw };
  expect(await firstOutcome(service, others, mail)).toEqual({ reply: later, sms: [], errors: [] });
  zone.broken.clear();
  zone.silent.add('broken.example');
  expect(await firstOutcome(service, others, mail)).toEqual({ reply: later, sms: [], errors: [] });
  zone.silent.clear();
  zone.records['broken.example TXT'] = [fromHere];
  expect(await outcome(service, others, mail)).toEqual({ reply: processed, sms: ['Hello'], errors: [] });
});

test('a key that is unknown, revoked or expired: processed, nothing sent, no reply', async () => {
  const revoked = await addKey(db, anyone.id);
  await db.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [revoked.keyId]);
  const expired = await addKey(db, anyone.id);
  await db.query('UPDATE api_keys SET expires_at = now() WHERE id = $1', [expired.keyId]);
  for (const key of [undefined, revoked.key, expired.key]) {
    // Also with two From headers: the key is checked first.
    const raw = `From: eve@evil.example\n${letter(body(key === undefined ? {} : { key, sender: '' }), { Subject: 'no key' })}`;
    expect(await outcome(service, anyone, { raw })).toEqual({ reply: processed, sms: [], errors: [] });
  }
  const records = await recordsOf(db, 'no key');
  expect(records.map(({ outcome: what, reason, account_id, text }) => [what, reason, account_id, text])).toEqual(
    records.map(() => ['dropped', 'its API key is not valid', null, null]),
  );
  expect(records).toHaveLength(3);
});

test('a suspended account gets the same error as over HTTP', async () => {
  const suspended = await mailAccount(db);
  await db.query(`UPDATE accounts SET status = 'suspended' WHERE id = $1`, [suspended.id]);
  const raw = letter(body({ key: suspended.key }), { From: 'carol@here.example', Subject: 'suspended' });
  expect(await outcome(service, suspended, { from: 'carol@here.example', raw })).toEqual({
    reply: processed,
    sms: [],
    errors: [expect.stringContaining('Error: 7 - Message rejected: the account is suspended')],
  });
  expect(await recordsOf(db, 'suspended')).toMatchObject([{ outcome: 'error', account_id: suspended.id }]);
});

test('a rejected mail is recorded without its key', async () => {
  const raw = from('eve@evil.example', { Subject: 'recorded' });
  await outcome(service, alices, { from: 'eve@evil.example', raw });
  const [record] = await recordsOf(db, 'recorded');
  expect(record).toMatchObject({
    outcome: 'rejected',
    via: 'SMTP',
    peer: '127.0.0.1',
    envelope_from: 'eve@evil.example',
    from_address: 'eve@evil.example',
    account_id: alices.id,
    reason: 'The From address may not use this API key',
  });
  expect(JSON.stringify(record)).not.toContain(alices.key);
});

test('a mail from a mailbox has no peer: only a signature authenticates it', async () => {
  const runtime = {
    config: testConfig(untrusted),
    db,
    log: createLog('silent'),
    metrics: createMetrics(),
    clock: Date.now,
  };
  const reader = new MailReader(runtime.config);
  onTestFinished(() => reader.close());
  const intake = new MailIntake(runtime, new Sending(runtime), reader);
  const take = async (raw: string): Promise<IntakeResult> => {
    const mail = { raw: [Buffer.from(raw)], via: 'IMAP', peer: undefined, helo: undefined } as const;
    const verdict = await intake.take({ ...mail, envelopeFrom: 'alice@here.example' });
    // On a busy machine DNS responses may time out; a mailbox reader then retries.
    return verdict.outcome === 'later' ? take(raw) : verdict;
  };
  const unsigned = from('alice@here.example', { Subject: 'mailbox' });
  expect(await take(unsigned)).toMatchObject({ outcome: 'rejected' });
  expect(await take(await signed(from('alice@good.example', { Subject: 'mailbox' }), 'good.example'))).toEqual({
    outcome: 'processed',
  });
  expect((await recordsOf(db, 'mailbox')).map(({ via, outcome: what }) => [via, what])).toEqual([
    ['IMAP', 'rejected'],
    ['IMAP', 'sent'],
  ]);
});
