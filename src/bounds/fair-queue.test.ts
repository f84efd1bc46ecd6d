import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const all = <T>(turns: FairQueue<T>, mayGo?: (owner: string) => boolean): T[] => {
  const taken: T[] = [];
  for (let next = turns.next(mayGo); next !== undefined; next = turns.next(mayGo)) {
    taken.push(turns.shift(next.owner)!);
  }
  return taken;
};

test('who has one does not wait behind who has many', () => {
  const turns = new FairQueue<string>();
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) turns.push(item[0]!, item);
  expect(turns.size).toBe(6);
  expect(turns.sizeOf('a')).toBe(3);
  expect(all(turns)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  expect(turns.size).toBe(0);
  expect(turns.next()).toBeUndefined();
});

test('who may not go keeps its place in the order', () => {
  const turns = new FairQueue<string>();
  for (const item of ['a1', 'a2', 'b1', 'b2']) turns.push(item[0]!, item);
  expect(all(turns, (owner) => owner === 'b')).toEqual(['b1', 'b2']);
  expect(all(turns)).toEqual(['a1', 'a2']);
});

test('one that is taken out is gone, and one that is not there changes nothing', () => {
  const turns = new FairQueue<string>();
  for (const item of ['a1', 'a2', 'b1']) turns.push(item[0]!, item);
  turns.remove('a', 'a1');
  turns.remove('a', 'a1');
  turns.remove('c', 'c1');
  turns.remove('b', 'b1');
  expect(turns.size).toBe(1);
  expect(all(turns)).toEqual(['a2']);
});

test('nothing is lost, each owner keeps its own order, and no owner is passed twice', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5)), (owners) => {
      const turns = new FairQueue<{ owner: string; place: number }>();
      for (const [place, owner] of owners.entries()) turns.push(`${owner}`, { owner: `${owner}`, place });
      const taken = all(turns);
      expect(taken.map(({ place }) => place).sort((a, b) => a - b)).toEqual(owners.map((_, place) => place));
      const counts = new Map<string, number>();
      for (const { owner, place } of taken) {
        const earlier = taken.filter((other) => other.owner === owner && other.place < place).length;
        expect(counts.get(owner) ?? 0).toBe(earlier);
        counts.set(owner, earlier + 1);
        // No owner with items left is more than one turn behind.
        for (const other of new Set(owners.map(String))) {
          const left = owners.filter((name) => `${name}` === other).length - (counts.get(other) ?? 0);
          if (left > 0) expect((counts.get(owner) ?? 0) - (counts.get(other) ?? 0)).toBeLessThanOrEqual(1);
        }
      }
    }),
  );
});
