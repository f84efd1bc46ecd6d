import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SubmitWindow } from './window.ts';

const windowOf = (size: number, isOpen = () => true) => new SubmitWindow(size, 1_000, isOpen);

function reserve(window: SubmitWindow, count: number): void {
  for (let each = 0; each < count; each++) window.reserve();
}

test('a place is taken until it is left, answered or not', () => {
  const window = windowOf(2);
  reserve(window, 2);
  expect([window.enter(), window.enter()]).toEqual([true, true]);
  expect(window.isFull).toBe(true);
  window.answer(0, 1, true);
  expect(window.isFull).toBe(true);
  window.leave();
  expect(window.isFull).toBe(false);
});

test('as many again may be reserved, and get the places that become free, in their order', async () => {
  const window = windowOf(2);
  expect(window.room).toBe(4);
  reserve(window, 4);
  expect(window.room).toBe(0);
  const entered: number[] = [];
  const entering = [1, 2, 3, 4].map(async (name) => {
    if (await window.enter()) entered.push(name);
  });
  await Promise.resolve();
  await Promise.all(entering.slice(0, 2));
  expect(entered).toEqual([1, 2]);
  window.leave();
  await entering[2];
  expect(entered).toEqual([1, 2, 3]);
  expect(window.room).toBe(1);
  window.leave();
  await entering[3];
  expect(entered).toEqual([1, 2, 3, 4]);
});

test('waiters are rejected when the connection is lost, and unsent messages release their reservation', async () => {
  const window = windowOf(1);
  reserve(window, 2);
  expect(window.enter()).toBe(true);
  const waiting = window.enter();
  window.dismiss();
  expect(await waiting).toBe(false);
  window.release();
  expect(window.room).toBe(1);
});

test('no caller enters while the carrier has no room for parts', async () => {
  let isOpen = false;
  const window = windowOf(4, () => isOpen);
  reserve(window, 1);
  const waiting = window.enter();
  isOpen = true;
  window.admit();
  expect(await waiting).toBe(true);
});

test('a claim waits until half a window is missing', () => {
  const window = windowOf(4);
  expect(window.roomForClaim).toBe(8);
  reserve(window, 7);
  expect([window.room, window.roomForClaim]).toEqual([1, 0]);
  window.release();
  expect([window.room, window.roomForClaim]).toEqual([2, 2]);
});

const limitOf = (window: SubmitWindow) => window.capacity / 2;

test('a carrier that answers at a steady pace settles at what it can do in time, and gets all again once it is quick', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 100 }), (size, perSecond) => {
      const slowMs = 5_000;
      const window = new SubmitWindow(size, slowMs, () => true);
      // A queue that is worked through one by one, and filled up to the limit.
      const queue: number[] = [];
      let now = 0;
      let isWithin = true;
      const work = (pace: number, steps: number) => {
        for (let step = 0; step < steps; step++) {
          while (queue.length < limitOf(window)) queue.push(now);
          now += 1_000 / pace;
          window.answer(queue.shift()!, now, true);
          isWithin &&= limitOf(window) >= 1 && limitOf(window) <= size;
        }
      };
      work(perSecond, 3_000);
      expect((limitOf(window) - 1) / perSecond).toBeLessThanOrEqual(slowMs / 1_000);
      work(1e6, 2_000);
      expect(limitOf(window)).toBe(size);
      expect(isWithin).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test('a whole window that is lost counts once', () => {
  const window = windowOf(100);
  for (let count = 0; count < 100; count++) window.answer(10, 5_000 + count, false);
  expect(limitOf(window)).toBe(50);
  window.answer(6_000, 8_000, false);
  expect(limitOf(window)).toBe(25);
});

test('neither slow nor quick changes nothing', () => {
  const window = windowOf(100);
  window.answer(0, 1, false);
  window.answer(10, 800, true);
  expect(limitOf(window)).toBe(50);
});
