import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Cache } from './cache.ts';

test('it knows the last half of what it may hold, and never more than it may', () => {
  const uses = fc.array(fc.nat(20), { maxLength: 200 });
  fc.assert(
    fc.property(uses, fc.integer({ min: 1, max: 12 }), (keys, most) => {
      const cache = new Cache<number, string>(most);
      for (const key of keys) expect(cache.of(key, String)).toBe(`${key}`);
      const latest = [...new Set(keys.toReversed())].slice(0, Math.floor(most / 2));
      const known = Array.from({ length: 21 }, (_, key) => key).filter((key) => cache.has(key));
      expect(known.length).toBeLessThanOrEqual(most + (most % 2));
      for (const key of latest) expect(known).toContain(key);
    }),
  );
});

test('a value that is set again is replaced, and a deleted one is gone', () => {
  const cache = new Cache<string, number>(4);
  cache.set('a', 1);
  cache.set('a', 2);
  expect(cache.get('a')).toBe(2);
  cache.delete('a');
  expect(cache.get('a')).toBeUndefined();
  expect(cache.of('a', () => 3)).toBe(3);
});
