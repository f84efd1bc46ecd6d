import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Limiter, LimitReached } from './limiter.ts';

/** Takes single units until there are no more; returns how many. */
function fill(limiter: Limiter, owner: string): number {
  let taken = 0;
  while (limiter.tryEnter(owner)) taken += 1;
  return taken;
}

test('one owner gets half, and there is always room for the next', () => {
  const limiter = new Limiter({ total: 1_000 });
  expect(limiter.roomOf('a')).toBe(500);
  expect(fill(limiter, 'a')).toBe(500);
  expect(fill(limiter, 'b')).toBe(250);
  expect(fill(limiter, 'c')).toBe(125);
  expect(limiter.tryEnter('d')).toBe(true);
});

test('an owner gets no more than its own limit, and no single piece larger than what is free', () => {
  const limiter = new Limiter({ total: 100, perOwner: 10 });
  expect(fill(limiter, 'a')).toBe(10);
  expect(limiter.tryEnter('b', 11)).toBe(false);
  expect(limiter.tryEnter('b', 10)).toBe(true);
  limiter.leave('b', 10);
  expect(limiter.used).toBe(10);
});

test('in use is never more than the total, a new owner is refused only if all is in use, and the room is what can be taken', () => {
  const steps = fc.array(fc.record({ owner: fc.constantFrom('a', 'b', 'c', 'd'), enters: fc.boolean() }), {
    maxLength: 200,
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), steps, (total, all) => {
      const limiter = new Limiter({ total });
      for (const { owner, enters } of all) {
        const room = limiter.roomOf(owner);
        if (enters) expect(limiter.tryEnter(owner)).toBe(room > 0);
        else if (limiter.usedBy(owner) > 0) limiter.leave(owner);
        expect(limiter.used).toBeLessThanOrEqual(total);
        expect(limiter.roomOf('new owner') > 0).toBe(limiter.used < total);
      }
      const room = limiter.roomOf('a');
      expect(fill(limiter, 'a')).toBe(room);
    }),
  );
});

test('units that are not held cannot be given back', () => {
  const limiter = new Limiter({ total: 2 });
  expect(() => limiter.leave('a')).toThrow(RangeError);
});

test('waiting callers are served in turns of their owners', async () => {
  const limiter = new Limiter({ total: 2, perOwner: 1, waiting: 10 });
  const served: string[] = [];
  expect(limiter.enter('a')).toBeUndefined();
  expect(limiter.enter('x')).toBeUndefined();
  const waits = ['a1', 'a2', 'b1'].map((name) => limiter.enter(name[0]!)!.then(() => served.push(name)));
  limiter.leave('x');
  await waits[2];
  limiter.leave('a');
  await waits[0];
  limiter.leave('a');
  await waits[1];
  expect(served).toEqual(['b1', 'a1', 'a2']);
});

test('a caller is refused when too many of its owner wait, and when the wait takes too long', async () => {
  const limiter = new Limiter({ total: 1, waiting: 1, waitMs: 1 });
  limiter.take('other');
  const wait = limiter.enter('a')!;
  expect(() => limiter.enter('a')).toThrow(new LimitReached('too many waiting'));
  await expect(wait).rejects.toThrow(new LimitReached('timeout'));
  limiter.leave('other');
  expect(limiter.enter('a')).toBeUndefined();
});

test('without a queue the refusal is immediate', () => {
  const limiter = new Limiter({ total: 1 });
  limiter.take('a');
  expect(() => limiter.enter('b')).toThrow(new LimitReached('full'));
});
