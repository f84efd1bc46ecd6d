import { expect, test } from 'vitest';
import { arrayLiteral, rowSet } from './row-set.ts';

type Item = {
  readonly accountId: string;
  readonly count: number | undefined;
  readonly note?: string | undefined;
  readonly fields: object;
  readonly state: string;
};

const items = rowSet<Item>(
  { accountId: 'uuid', count: 'integer', note: 'text', fields: 'jsonb' },
  { place: ['integer', (_, index) => index], state: ['code', ({ state }) => state] },
);

test('names columns in snake case and numbers parameters from the first one', () => {
  expect(items.names).toBe('account_id, count, note, fields, place, state');
  expect(items.width).toBe(6);
  expect(items.from('w')).toBe(
    'unnest($1::uuid[], $2::integer[], $3::text[], $4::jsonb[], $5::integer[], $6::text[]) AS w ' +
      '(account_id, count, note, fields, place, state)',
  );
  expect(rowSet<Item>({ count: 'bigint' }).from('w', 3, 'place')).toBe(
    'unnest($3::bigint[]) WITH ORDINALITY AS w (count, place)',
  );
});

test('sends types without special characters as literals, all others as arrays, and undefined as NULL', () => {
  const values = items.values([
    { accountId: 'a', count: 1, note: 'x,"y"', fields: { b: 2 }, state: 'SENT' },
    { accountId: 'b', count: undefined, fields: {}, state: 'QUEUED' },
  ]);
  expect(values).toEqual(['{a,b}', '{1,NULL}', ['x,"y"', null], ['{"b":2}', '{}'], '{0,1}', '{SENT,QUEUED}']);
  expect(items.values([])).toEqual(['{}', '{}', [], [], '{}', '{}']);
});

test('writes an array literal', () => {
  expect(arrayLiteral(['a', 1, true])).toBe('{a,1,true}');
});
