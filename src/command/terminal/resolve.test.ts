import { expect, test } from 'vitest';
import { choose, keyName } from './resolve.ts';

const kind = { what: 'account', id: 'accountId', name: 'name' };
const rows = ['Shop', 'shop', 'Shop', 'Corner Shop', 'Bakery'].map((name, at) => ({ name, accountId: `id-${at}` }));

test('a name that one has is enough, in any case', () => {
  expect(choose(rows, kind, 'Bakery')).toBe('id-4');
  expect(choose(rows, kind, 'corner shop')).toBe('id-3');
  expect(choose(rows, kind, 'shop')).toBe('id-1');
});

test('several of one name are listed by their ids', () => {
  expect(() => choose(rows, kind, 'Shop')).toThrow('2 accounts are called "Shop"');
  expect(() => choose(rows, kind, 'SHOP')).toThrow('3 accounts are called "SHOP"');
});

test('part of a name is not enough, but helps', () => {
  expect(() => choose(rows, kind, 'Baker')).toThrow(
    expect.objectContaining({ message: 'account "Baker" not found', next: 'Did you mean Bakery?' }),
  );
  expect(() => choose(rows, kind, 'Bank')).toThrow(expect.objectContaining({ next: 'Give its id or its whole name' }));
});

test('a whole key is cut to its prefix, an id is not', () => {
  expect(keyName('3F2B8C1D-2222-4333-8444-555555555555')).toBe('3f2b8c1d');
  expect(keyName('01a1dd05-e828-7001-9785-625698a09e9d')).toBe('01a1dd05-e828-7001-9785-625698a09e9d');
  expect(keyName('3f2b8c1d')).toBe('3f2b8c1d');
});
