import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Shares } from './shares.ts';

/** Takes until there is no more room; returns how many. */
function fill(shares: Shares, account: string): number {
  let taken = 0;
  while (shares.take(account)) taken += 1;
  return taken;
}

test('one account gets half, and the next always finds places', () => {
  const shares = new Shares(1_000);
  expect(shares.roomOf('a')).toBe(500);
  expect(fill(shares, 'a')).toBe(500);
  expect(fill(shares, 'b')).toBe(250);
  expect(fill(shares, 'c')).toBe(125);
  expect(shares.take('d')).toBe(true);
});

test('accounts that always want more leave a share free for the next', () => {
  const shares = new Shares(1_000);
  const hogs = ['a', 'b', 'c', 'd'];
  for (let round = 0; round < 10_000; round++) {
    const hog = hogs[round % hogs.length]!;
    if (!shares.take(hog) && round % 3 === 0) shares.giveBack(hog);
  }
  for (const hog of hogs) fill(shares, hog);
  expect(shares.held).toBeLessThan(810);
  expect(shares.take('newcomer')).toBe(true);
});

test('there are never more than all, a newcomer waits only if all are taken, and the room is what can be taken', () => {
  const steps = fc.array(fc.record({ account: fc.constantFrom('a', 'b', 'c', 'd'), takes: fc.boolean() }), {
    maxLength: 200,
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), steps, (most, taken) => {
      const shares = new Shares(most);
      const held = new Map<string, number>();
      for (const { account, takes } of taken) {
        const has = held.get(account) ?? 0;
        const room = shares.roomOf(account);
        if (takes && shares.take(account)) held.set(account, has + 1);
        else if (!takes && has > 0) {
          shares.giveBack(account);
          held.set(account, has - 1);
        } else if (takes) expect(room).toBe(0);
        const total = [...held.values()].reduce((sum, count) => sum + count, 0);
        expect(shares.held).toBe(total);
        expect(total).toBeLessThanOrEqual(most);
        expect(shares.roomOf('newcomer') > 0).toBe(total < most);
      }
      const room = shares.roomOf('a');
      expect(fill(shares, 'a')).toBe(room);
    }),
  );
});

test('what nobody holds cannot be given back', () => {
  expect(() => new Shares(1).giveBack('a')).toThrow(RangeError);
});
