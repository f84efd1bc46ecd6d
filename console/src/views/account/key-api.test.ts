import { expect, test } from 'vitest';
import { issuedWith, type Key } from './key-api.ts';

const key = (keyId: string, issuer: string | null, status: Key['status'] = 'live') =>
  ({ keyId, issuedWith: issuer, status }) as Key;

test('keys issued with a key are revoked with it, and those issued with them', () => {
  const keys = [key('d', 'c'), key('c', 'a'), key('b', null), key('a', null), key('e', 'a', 'revoked')];
  const ids = (of: string) => issuedWith(of, keys).map(({ keyId }) => keyId);
  expect(ids('a')).toEqual(['c', 'd']);
  expect(ids('c')).toEqual(['d']);
  expect(ids('b')).toEqual([]);
});
