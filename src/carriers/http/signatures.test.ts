import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { generic } from './generic/provider.ts';
import { PRESETS } from './kind.ts';
import type { CallbackRequest, ProviderAccount } from './provider.ts';
import { signedHeaders, snsForgery, amazonSignedText as snsText } from './providers/amazon-signatures.ts';
import { plivo, plivoSignedText } from './providers/plivo.ts';
import { sinch } from './providers/sinch.ts';
import { isEd25519 } from './providers/telnyx.ts';
import { twilio } from './providers/twilio.ts';
import { jwtForgery } from './providers/vonage.ts';
import { hmac } from './signatures.ts';

const now = new Date('2026-11-16T12:00:00Z');
const noFetch = () => Promise.resolve(undefined);

const request = (change: Partial<CallbackRequest>): CallbackRequest => ({
  method: 'POST',
  target: '/',
  path: '',
  query: new URLSearchParams(),
  headers: {},
  body: Buffer.alloc(0),
  ...change,
});

const account = (change: Partial<ProviderAccount>): ProviderAccount => ({
  base: 'https://api.example.com',
  user: 'user',
  password: 'password',
  signingSecret: undefined,
  publicUrl: undefined,
  callbackPath: '/carriers/id/secret',
  options: {},
  ...change,
});

test('Signature Version 4 is that of the published test suite', () => {
  const keys = {
    accessKey: 'AKIDEXAMPLE',
    secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
    service: 'service',
  };
  const at = new Date('2015-08-30T12:36:00Z');
  const url = 'https://example.amazonaws.com/';
  const get = signedHeaders({ method: 'GET', url, headers: {}, body: '' }, keys, at);
  expect(get['authorization']).toContain('5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31');
  const post = signedHeaders({ method: 'POST', url, headers: {}, body: '' }, keys, at);
  expect(post['authorization']).toContain('5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b');
});

test('a callback of Twilio is signed as in its documents', () => {
  const fields = 'To=%2B18005551212&CallSid=CA1234567890ABCDE&From=%2B12349013030&Digits=1234&Caller=%2B12349013030';
  const signed = request({
    target: '/myapp.php?foo=1&bar=2',
    headers: { 'x-twilio-signature': '0/KCTR6DLpKmkAf8muzZqo1nDgQ=' },
    body: Buffer.from(fields),
  });
  const ours = account({ password: '12345', publicUrl: 'https://mycompany.com' });
  expect(twilio.forged(signed, ours, now, noFetch)).toBeUndefined();
  expect(twilio.forged({ ...signed, body: Buffer.from(`${fields}&x=1`) }, ours, now, noFetch)).toMatch(/wrong/);
  expect(twilio.forged({ ...signed, headers: {} }, ours, now, noFetch)).toMatch(/wrong/);
});

test('a callback of Plivo is signed over its path, its fields in order, and a nonce', () => {
  const body = Buffer.from('Status=delivered&MessageUUID=u1&To=38641123456');
  const unsigned = request({
    target: '/carriers/a/b/status',
    body,
    headers: { 'x-plivo-signature-v3-nonce': '12345' },
  });
  const text = plivoSignedText(unsigned, 'https://sms.example.com/carriers/a/b/status');
  expect(text).toBe('https://sms.example.com/carriers/a/b/status?MessageUUIDu1StatusdeliveredTo38641123456.12345');
  const ours = account({ publicUrl: 'https://sms.example.com' });
  const headers = { ...unsigned.headers, 'x-plivo-signature-v3': `old,${hmac('sha256', 'password', text, 'base64')}` };
  expect(plivo.forged({ ...unsigned, headers }, ours, now, noFetch)).toBeUndefined();
  expect(plivo.forged(unsigned, ours, now, noFetch)).toMatch(/wrong/);
});

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
function token(claims: object, { head = { alg: 'HS256', typ: 'JWT' }, secret = 'secret' } = {}): string {
  const signed = `${encoded(head)}.${encoded(claims)}`;
  return `Bearer ${signed}.${Buffer.from(hmac('sha256', secret, signed, 'base64'), 'base64').toString('base64url')}`;
}

test('a token of Vonage counts for one body, for a few minutes', () => {
  const body = Buffer.from('{"a":1}');
  const options = { secret: 'secret', apiKey: 'key', now };
  const hash = '015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862';
  const iat = now.getTime() / 1_000;
  const good = { iat, api_key: 'key', payload_hash: hash };
  expect(jwtForgery(token(good), body, options)).toBeUndefined();
  expect(jwtForgery(token(good), Buffer.from('{"a":2}'), options)).toMatch(/another body/);
  expect(jwtForgery(token({ ...good, iat: iat - 600 }), body, options)).toMatch(/old/);
  expect(jwtForgery(token({ ...good, api_key: 'x' }), body, options)).toMatch(/another account/);
  expect(jwtForgery(token(good, { secret: 'x' }), body, options)).toMatch(/wrong signature/);
  expect(jwtForgery(token(good, { head: { alg: 'none', typ: 'JWT' } }), body, options)).toMatch(/HS256/);
  expect(jwtForgery('', body, options)).toMatch(/token is missing/);
});

test('a callback of Sinch is signed, or comes with a user and password', () => {
  const body = Buffer.from('{}');
  const ours = account({ signingSecret: 'user:secret' });
  const headers = {
    'x-sinch-webhook-signature': hmac('sha256', 'user:secret', `{}.n.${now.getTime() / 1_000}`, 'base64'),
    'x-sinch-webhook-signature-nonce': 'n',
    'x-sinch-webhook-signature-timestamp': String(now.getTime() / 1_000),
  };
  expect(sinch.forged(request({ body, headers }), ours, now, noFetch)).toBeUndefined();
  expect(sinch.forged(request({ body, headers }), ours, new Date(0), noFetch)).toMatch(/not now/);
  const basic = { authorization: 'Basic dXNlcjpzZWNyZXQ=' };
  expect(sinch.forged(request({ body, headers: basic }), ours, now, noFetch)).toBeUndefined();
  expect(sinch.forged(request({ body }), ours, now, noFetch)).toMatch(/wrong/);
});

test('an Ed25519 signature is checked with a bare public key', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const bare = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
  const data = Buffer.from('1|{}');
  const signature = sign(null, data, privateKey).toString('base64');
  expect(isEd25519(data, signature, bare)).toBe(true);
  expect(isEd25519(Buffer.from('2|{}'), signature, bare)).toBe(false);
  expect(isEd25519(data, 'x', bare)).toBe(false);
});

test('a message of SNS counts with a certificate of Amazon, and from the topic that was named', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString();
  const fetched: string[] = [];
  const fetch = async (url: string) => {
    fetched.push(url);
    return pem;
  };
  const names = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'];
  const certificate = 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-1.pem';
  const made = (change: object = {}) => {
    const message = {
      Type: 'Notification',
      MessageId: '1',
      TopicArn: 'arn:t',
      Message: '{}',
      Timestamp: 't',
      ...change,
    };
    const Signature = sign('RSA-SHA256', Buffer.from(snsText(message, names)), privateKey).toString('base64');
    return { SignatureVersion: '2', SigningCertURL: certificate, Signature, ...message };
  };
  const check = (json: object, topic = 'arn:t') =>
    snsForgery(request({ body: Buffer.from(JSON.stringify(json)) }), topic, fetch);
  expect(await check({ ...made(), SigningCertURL: 'https://sns.eu-west-1.amazonaws.com.evil.example/x.pem' })).toMatch(
    /certificate/,
  );
  expect(await check({ ...made(), SigningCertURL: 'https://evil.example/sns.eu-west-1.amazonaws.com/x.pem' })).toMatch(
    /certificate/,
  );
  expect(fetched).toEqual([]);
  expect(await check(made())).toBeUndefined();
  expect(await check(made())).toBeUndefined();
  expect(fetched).toEqual([certificate]);
  expect(await check({ ...made(), Message: '{"x":1}' })).toMatch(/wrong signature/);
  expect(await check(made({ TopicArn: 'arn:other' }))).toMatch(/another topic/);
  expect(await check(made({ SubscribeURL: 'https://evil.example/' }))).toMatch(/elsewhere/);
  expect(await check({ Type: 'x' })).toMatch(/not an SNS message/);
});

test.each([
  ['Twilio', twilio, 'x-twilio-signature', 'sha1', ''],
  ['Plivo', plivo, 'x-plivo-signature-v3', 'sha256', '.'],
] as const)(
  'a callback of %s that is signed with the empty key is refused where there is no secret',
  (_, provider, header, algorithm, end) => {
    const bare = account({ password: '', publicUrl: 'https://sms.example.com' });
    const signature = hmac(algorithm, '', `https://sms.example.com/${end}`, 'base64');
    const signed = request({ headers: { [header]: signature } });
    expect(provider.forged(signed, bare, now, noFetch)).toContain('no secret');
    expect(provider.weakness(bare)).toMatchObject({ isFatal: true });
    expect(provider.weakness(account({}))).toBeUndefined();
  },
);

test('a generic carrier whose callbacks are signed needs a secret; one that signs nothing does not', () => {
  const answer = { reference: { body: true } } as const;
  const signature = { kind: 'hmac-sha256', header: 'x-signature' } as const;
  const signing = generic({ method: 'POST', path: '/', answer, signature });
  const bare = account({ password: '' });
  const signed = request({ headers: { 'x-signature': hmac('sha256', '', '', 'hex') } });
  expect(signing.forged(signed, bare, now, noFetch)).toContain('no secret');
  expect(signing.weakness(bare)).toMatchObject({ isFatal: true });
  expect(generic({ method: 'POST', path: '/', answer }).weakness(bare)).toBeUndefined();
});

test('a callback of Twilio for another account is refused, although it is signed with our token', () => {
  const signed = (sid: string) => {
    const fields = { AccountSid: sid, MessageSid: 'SM1', MessageStatus: 'delivered' };
    const text = Object.entries(fields)
      .map((field) => field.join(''))
      .join('');
    const signature = hmac('sha1', 'password', `https://sms.example.com/${text}`, 'base64');
    return request({
      headers: { 'x-twilio-signature': signature },
      body: Buffer.from(new URLSearchParams(fields).toString()),
    });
  };
  const ours = account({ user: 'AC1', publicUrl: 'https://sms.example.com' });
  expect(twilio.forged(signed('AC1'), ours, now, noFetch)).toBeUndefined();
  expect(twilio.forged(signed('AC2'), ours, now, noFetch)).toContain('another account');
  const byKey = { ...ours, user: 'SK1', options: { account: 'AC2' } };
  expect(twilio.forged(signed('AC2'), byKey, now, noFetch)).toBeUndefined();
});

test.each([...Object.entries(PRESETS)].filter(([name]) => !['twilio', 'plivo'].includes(name)))(
  '%s without a secret of its own is used, with a warning',
  (_, provider) => {
    expect(provider.weakness(account({}))).toMatchObject({ isFatal: false });
    const proved = account({ signingSecret: 'secret', options: { topic: 'arn:aws:sns:eu-west-1:1:sms' } });
    expect(provider.weakness(proved)).toBeUndefined();
  },
);
