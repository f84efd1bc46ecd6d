import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noCookie, sessionCookie, sessionSecret } from './access.ts';

const secret = 'A-_z'.repeat(10).concat('abc');
const asked = (cookie: string | undefined, protocol: 'http' | 'https' = 'http') => ({ headers: { cookie }, protocol });
const read = (cookie: string | undefined, protocol?: 'http' | 'https') =>
  sessionSecret(asked(cookie, protocol) as Parameters<typeof sessionSecret>[0]);

test('what was set is read again, among others and with blanks', () => {
  const set = sessionCookie(asked(undefined) as never, secret);
  expect(read(set.split(';')[0])).toBe(secret);
  expect(read(`a=b;  hermod_session=${secret} ; c="d;e"`)).toBe(secret);
  expect(read(`hermod_session=wrong; hermod_session=${secret}`)).toBe(secret);
  expect(read(`__Host-hermod_session=${secret}`, 'https')).toBe(secret);
});

test('what is another cookie, another value or under the name for another protocol is none', () => {
  const none = [
    undefined,
    '',
    'hermod_session',
    'hermod_session=',
    `xhermod_session=${secret}`,
    `hermod_session=${secret}x`,
  ];
  for (const cookie of none) expect(read(cookie)).toBeUndefined();
  expect(read(`hermod_session=${secret}`, 'https')).toBeUndefined();
  expect(read(`__Host-hermod_session=${secret}`, 'http')).toBeUndefined();
  expect(read(noCookie(asked(undefined) as never))).toBeUndefined();
});

test('any header is read, and gives nothing but a secret of ours', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (cookie) => {
      expect(read(`${cookie};hermod_session=${cookie}`) ?? secret).toMatch(/^[\w-]{43}$/);
    }),
  );
});
