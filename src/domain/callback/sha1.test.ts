import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signingKey, signWith } from './sha1.ts';

test('signs as the token itself would, and does not hold the token', () => {
  const bytes = (most: number) =>
    fc.uint8Array({ maxLength: most }).map((some) => Buffer.from(some).toString('latin1'));
  fc.assert(
    fc.property(bytes(32), bytes(300), (token, text) => {
      const kept = signingKey(token);
      expect(kept).toMatch(/^[\w-]{54}$/);
      expect(signWith(kept, text)).toBe(createHmac('sha1', token).update(text).digest('base64'));
    }),
  );
});

test('RFC 2202, case 2', () => {
  const digest = Buffer.from(signWith(signingKey('Jefe'), 'what do ya want for nothing?'), 'base64');
  expect(digest.toString('hex')).toBe('effcdf6ae5eb2fa2d27416d5f184df9c259a7c79');
});

test('a key that was cut signs nothing', () => {
  expect(() => signWith(signingKey('Jefe').slice(0, 40), 'x')).toThrow('cut');
  expect(() => signingKey('x'.repeat(65))).toThrow('64 bytes');
});
