import { expect, test } from 'vitest';
import { choose } from './resolve.ts';

const kind = { what: 'account', id: 'accountId', name: 'name' };
const rows = ['Shop', 'shop', 'Shop', 'Corner Shop', 'Bakery'].map((name, at) => ({ name, accountId: `id-${at}` }));

test('a name that one has is enough, in any case', () => {
  expect(choose(rows, kind, 'Bakery')).toBe('id-4');
  expect(choose(rows, kind, 'corner shop')).toBe('id-3');
  expect(choose(rows, kind, 'shop')).toBe('id-1');
});

test('several of one name are told by their ids', () => {
  expect(() => choose(rows, kind, 'Shop')).toThrow('2 accounts are called "Shop"');
  expect(() => choose(rows, kind, 'SHOP')).toThrow('3 accounts are called "SHOP"');
});

test('part of a name is not enough, but helps', () => {
  expect(() => choose(rows, kind, 'Baker')).toThrow(
    expect.objectContaining({ message: 'there is no account "Baker"', next: 'Did you mean Bakery?' }),
  );
  expect(() => choose(rows, kind, 'Bank')).toThrow(expect.objectContaining({ next: 'Give its id or its whole name' }));
});
