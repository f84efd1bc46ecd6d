import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decrypt, encrypt, fingerprint, newDataKey, seal, sealedParts } from './cipher.ts';

const key = randomBytes(32);

test('what was encrypted is decrypted, for the same key and place only', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (clear, place) => {
      const encrypted = encrypt(key, place, clear);
      expect(decrypt(key, place, encrypted)).toEqual(Buffer.from(clear));
      expect(encrypted).not.toBe(encrypt(key, place, clear));
      expect(() => decrypt(key, `${place} `, encrypted)).toThrow();
      expect(() => decrypt(randomBytes(32), place, encrypted)).toThrow();
    }),
  );
});

test('a changed bit, and what is too short, is refused', () => {
  const bytes = Buffer.from(encrypt(key, 'here', 'secret'), 'base64url');
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 1;
    expect(() => decrypt(key, 'here', changed.toString('base64url'))).toThrow();
    expect(() => decrypt(key, 'here', bytes.subarray(0, at).toString('base64url'))).toThrow();
  }
});

test('an encrypted value names its key, and no clear one is taken for it', () => {
  const data = newDataKey();
  const parts = sealedParts(seal(data, 'here', 'secret'))!;
  expect(parts.keyId).toBe(data.id);
  expect(decrypt(data.key, 'here', parts.encrypted).toString()).toBe('secret');
  for (const clear of ['', 'smpp://a:b@c', 'enc:1:', 'enc:1:short:x', 'enc:2:abcdefgh:abc', '{"method":"GET"}'])
    expect(sealedParts(clear), clear).toBeUndefined();
});

test('a fingerprint is that of one key', () => {
  expect(fingerprint(key)).toMatch(/^[0-9a-f]{16}$/);
  expect(fingerprint(key)).not.toBe(fingerprint(randomBytes(32)));
});
