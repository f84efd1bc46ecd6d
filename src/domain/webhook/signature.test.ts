import { createHmac, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { newSecret, sign } from './signature.ts';

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
      const [id, timestamp, secret] = [randomUUID(), now(), newSecret(bytes)];
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
      const secret = newSecret(bytes);
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      const expected = createHmac('sha256', key).update(`id.7.${body}`).digest('base64');
      expect(sign({ id: 'id', timestamp: 7, body, secrets: [secret] })).toBe(`v1,${expected}`);
    }),
  );
});

test('with two live secrets, either verifies, and no third one does', () => {
  const [old, fresh] = [newSecret(), newSecret()];
  const [id, timestamp, body] = [randomUUID(), now(), '{"messageId":"x","status":"SENT","segments":1}'];
  const signature = sign({ id, timestamp, body, secrets: [fresh, old] });
  expect(signature).toMatch(/^v1,\S{44} v1,\S{44}$/);
  for (const secret of [old, fresh]) {
    expect(new Webhook(secret).verify(body, headers(id, timestamp, signature))).toEqual(JSON.parse(body));
  }
  expect(() => new Webhook(newSecret()).verify(body, headers(id, timestamp, signature))).toThrow('No matching');
  expect(() => new Webhook(old).verify(`${body} `, headers(id, timestamp, signature))).toThrow('No matching');
});

test('secrets are new every time and of the standard form', () => {
  expect(newSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(newSecret()).not.toBe(newSecret());
  expect(() => newSecret(23)).toThrow(RangeError);
  expect(() => newSecret(65)).toThrow(RangeError);
});

test.each(['', 'whsec_', 'whsec_c2hvcnQ=', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', `whsec_${'ä'.repeat(40)}`])(
  'nothing is signed with %j',
  (secret) => {
    expect(() => sign({ id: 'a', timestamp: 1, body: '', secrets: [secret] })).toThrow('whsec_');
  },
);

test('neither an id with a dot nor part of a second is signed', () => {
  const secrets = [newSecret()];
  expect(() => sign({ id: 'a.1', timestamp: 1, body: '', secrets })).toThrow('dot');
  expect(() => sign({ id: 'a', timestamp: 1.5, body: '', secrets })).toThrow('seconds');
});
