import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base32, codeAt, matchingStep, totpUri } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

test('the codes are those of RFC 6238, appendix B, cut to six digits', () => {
  const vectors: [seconds: number, code: string][] = [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ];
  for (const [seconds, code] of vectors) expect(codeAt(secret, Math.floor(seconds / 30))).toBe(code.slice(2));
});

test('the code of now, of the step before and of the one behind count, once', () => {
  const now = 1_790_000_010;
  const step = Math.floor(now / 30);
  for (const near of [step - 1, step, step + 1]) {
    expect(matchingStep(secret, codeAt(secret, near), now, 0)).toBe(near);
    expect(matchingStep(secret, codeAt(secret, near), now, near)).toBeUndefined();
  }
  for (const far of [step - 2, step + 2]) expect(matchingStep(secret, codeAt(secret, far), now, 0)).toBeUndefined();
  expect(matchingStep(secret, '', now, 0)).toBeUndefined();
});

test('base32 is that of RFC 4648, without padding', () => {
  const vectors = ['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI'];
  for (const [length, text] of vectors.entries()) expect(base32(Buffer.from('foobar').subarray(0, length))).toBe(text);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const text = base32(bytes);
      expect(text).toMatch(/^[A-Z2-7]*$/);
      expect(text).toHaveLength(Math.ceil((bytes.length * 8) / 5));
    }),
  );
});

test('the address for a QR code holds names of any kind', () => {
  expect(totpUri(Buffer.from('foobar'), 'My SMS', 'a:b@c')).toBe(
    'otpauth://totp/My%20SMS:a%3Ab%40c?secret=MZXW6YTBOI&issuer=My%20SMS',
  );
});
