import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  longestName,
  longestSearch,
  mostSaved,
  renamed,
  type SavedSearch,
  savedFrom,
  withoutSaved,
  withSaved,
} from './searches.ts';

const failed = { name: 'Failed today', search: 'status:failed after:today' };
const demo = { name: 'Demo', search: 'account:Demo' };
const many = (count: number): SavedSearch[] =>
  Array.from({ length: count }, (_, place) => ({ name: `Search ${String(place).padStart(3, '0')}`, search: 'to:1' }));

it('keeps searches in the order of their names, one of each name', () => {
  const saved = withSaved(withSaved([], failed), demo);
  expect(saved).toEqual([demo, failed]);
  const again = { ...demo, search: 'account:"My Shop"' };
  expect(withSaved(saved, again)).toEqual([again, failed]);
  expect(withoutSaved(saved, 'Demo')).toEqual([failed]);
  expect(renamed(saved, 'Demo', 'Shop')).toEqual([failed, { ...demo, name: 'Shop' }]);
  expect(renamed(saved, 'Demo', failed.name)).toEqual([{ ...demo, name: failed.name }]);
  expect(renamed(saved, 'Demo', 'Demo')).toEqual(saved);
  expect(renamed(saved, 'Other', 'Shop')).toEqual(saved);
});

it('has an end', () => {
  const full = many(mostSaved);
  expect(withSaved(full, demo)).toBe(full);
  expect(withSaved(full, { ...full[3]!, search: 'to:2' })).toHaveLength(mostSaved);
  expect(renamed(full, full[3]!.name, 'A')[0]).toEqual({ name: 'A', search: 'to:1' });
  expect(savedFrom(JSON.stringify(many(mostSaved + 5)))).toEqual(full);
});

it.each([undefined, '', '{', 'null', '7', '{"name":"a","search":"b"}', '[null, 7, [], {"name": 1, "search": "b"}]'])(
  'reads nothing from %s',
  (stored) => {
    expect(savedFrom(stored)).toEqual([]);
  },
);

it('reads what can be used of what is stored', () => {
  const unusable = [
    { ...demo, name: ' ' },
    { name: 'x'.repeat(longestName + 1), search: 'to:1' },
    { name: 'long', search: 'x'.repeat(longestSearch + 1) },
  ];
  expect(savedFrom(JSON.stringify([demo, ...unusable, demo, { ...failed, more: 1 }]))).toEqual([demo, failed]);
});

it('never fails, and reads back what it wrote', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (stored) => {
      const saved = savedFrom(stored);
      expect(savedFrom(JSON.stringify(saved))).toEqual(saved);
    }),
  );
});
