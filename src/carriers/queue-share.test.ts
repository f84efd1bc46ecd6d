import { expect, test } from 'vitest';
import { QueueShare } from './queue-share.ts';

test('what goes straight is not bounded while nothing waits', () => {
  const share = new QueueShare();
  share.goesStraight(1, 1_000);
  expect(share.roomFor(1)).toBe(Number.POSITIVE_INFINITY);
});

test('while messages wait, as many go straight as were taken from the queue', () => {
  const share = new QueueShare();
  share.waits(1, 100);
  share.goesStraight(1, 50);
  expect(share.roomFor(1)).toBe(0);
  expect(share.roomFor(2)).toBe(Number.POSITIVE_INFINITY);
  share.waits(1, 100);
  expect(share.roomFor(1)).toBe(0);
  share.taken(1, 30, 100);
  expect(share.roomFor(1)).toBe(30);
  share.taken(1, 500, 100);
  expect(share.roomFor(1)).toBe(50);
  share.isEmpty(1);
  expect(share.roomFor(1)).toBe(Number.POSITIVE_INFINITY);
});
