import { createHmac, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { isSigningSecret, newSigningSecret, sign, verify } from './signature.ts';

const now = () => Math.floor(Date.now() / 1_000);
const headers = (id: string, timestamp: number, signature: string) => ({
  'webhook-id': id,
  'webhook-timestamp': `${timestamp}`,
  'webhook-signature': signature,
});

test('the example of the specification', () => {
  const signature = sign({
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1_614_265_330,
    body: '{"test": 2432232314}',
    secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  });
  expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('any body signs as the reference library signs it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 24, max: 64 }), (body, bytes) => {
      const [id, timestamp, secret] = [randomUUID(), now(), newSigningSecret(bytes)];
      const expected = new Webhook(secret).sign(id, new Date(timestamp * 1_000), body);
      expect(sign({ id, timestamp, body, secrets: [secret] })).toBe(expected);
    }),
    { numRuns: 50 },
  );
});

test('any length of content and key signs as the HMAC of the platform', () => {
  const bodies = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.tuple(fc.constantFrom('a', 'č', '🙂', '\ud800'), fc.nat(20_000)).map(([letter, times]) => letter.repeat(times)),
  );
  fc.assert(
    fc.property(bodies, fc.integer({ min: 24, max: 64 }), (body, bytes) => {
      const secret = newSigningSecret(bytes);
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      const expected = createHmac('sha256', key).update(`id.7.${body}`).digest('base64');
      expect(sign({ id: 'id', timestamp: 7, body, secrets: [secret] })).toBe(`v1,${expected}`);
    }),
  );
});

test('with two live secrets, either verifies, and no third one does', () => {
  const [old, fresh] = [newSigningSecret(), newSigningSecret()];
  const [id, timestamp, body] = [randomUUID(), now(), '{"messageId":"x","status":"SENT","segments":1}'];
  const signature = sign({ id, timestamp, body, secrets: [fresh, old] });
  expect(signature).toMatch(/^v1,\S{44} v1,\S{44}$/);
  for (const secret of [old, fresh]) {
    expect(new Webhook(secret).verify(body, headers(id, timestamp, signature))).toEqual(JSON.parse(body));
  }
  expect(() => new Webhook(newSigningSecret()).verify(body, headers(id, timestamp, signature))).toThrow('No matching');
  expect(() => new Webhook(old).verify(`${body} `, headers(id, timestamp, signature))).toThrow('No matching');
});

test('secrets are new every time and of the standard form', () => {
  expect(newSigningSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(newSigningSecret()).not.toBe(newSigningSecret());
  expect(() => newSigningSecret(23)).toThrow(RangeError);
  expect(() => newSigningSecret(65)).toThrow(RangeError);
});

test.each(['', 'whsec_', 'whsec_c2hvcnQ=', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', `whsec_${'ä'.repeat(40)}`])(
  'nothing is signed with %j',
  (secret) => {
    expect(() => sign({ id: 'a', timestamp: 1, body: '', secrets: [secret] })).toThrow('whsec_');
  },
);

test('neither an id with a dot nor part of a second is signed', () => {
  const secrets = [newSigningSecret()];
  expect(() => sign({ id: 'a.1', timestamp: 1, body: '', secrets })).toThrow('dot');
  expect(() => sign({ id: 'a', timestamp: 1.5, body: '', secrets })).toThrow('seconds');
});

test('what is signed verifies, by any live secret and for five minutes, and nothing else does', () => {
  const [old, fresh] = [newSigningSecret(), newSigningSecret()];
  const [id, at, body] = [randomUUID(), now(), '{"status":"SENT"}'];
  const claimed = { id, timestamp: `${at}`, signature: sign({ id, timestamp: at, body, secrets: [fresh, old] }) };
  for (const secrets of [[old], [fresh], [newSigningSecret(), old]])
    expect(verify(claimed, body, secrets, at)).toBe('valid');
  expect(verify(claimed, body, [old], at + 300)).toBe('valid');
  expect(verify(claimed, body, [old], at + 301)).toBe('expired');
  expect(verify(claimed, body, [old], at - 301)).toBe('expired');
  expect(verify(claimed, body, [newSigningSecret()], at)).toBe('wrong');
  expect(verify(claimed, `${body} `, [old], at)).toBe('wrong');
  expect(verify({ ...claimed, id: `${id}.1` }, body, [old], at)).toBe('wrong');
  expect(verify({ ...claimed, timestamp: 'now' }, body, [old], at)).toBe('wrong');
  for (const missing of ['id', 'timestamp', 'signature'])
    expect(verify({ ...claimed, [missing]: undefined }, body, [old], at)).toBe('missing');
});

test('any text as a signature is wrong, and none is an accident', () => {
  const secret = newSigningSecret();
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (signature, body) => {
      const claimed = { id: 'a', timestamp: '1', signature };
      expect(verify(claimed, body, [secret], 1)).toBe(signature === '' ? 'missing' : 'wrong');
    }),
  );
});

test('a secret is distinguished from other texts', () => {
  expect(isSigningSecret(newSigningSecret())).toBe(true);
  for (const text of ['', 'whsec_', 'whsec_c2hvcnQ=', 'secret']) expect(isSigningSecret(text)).toBe(false);
});
