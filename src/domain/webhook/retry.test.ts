import { expect, test } from 'vitest';
import { mostRetries, webhookDelayMs } from './retry.ts';

const minute = 60_000;

/** Retry, delay and total elapsed, in minutes: the interface's own table. */
const table = [
  [1, 2, 2],
  [2, 5, 7],
  [3, 10, 17],
  [4, 17, 34],
  [5, 26, 60],
  [6, 37, 97],
  [7, 50, 147],
  [8, 65, 212],
  [9, 82, 294],
  [10, 101, 395],
] as const;

test.each(table)('retry %i comes after %i minutes, %i after the first delivery', (retry, delay, total) => {
  expect(webhookDelayMs(retry)).toBe(delay * minute);
  const elapsed = Array.from({ length: retry }, (_, before) => webhookDelayMs(before + 1)!);
  expect(elapsed.reduce((sum, ms) => sum + ms, 0)).toBe(total * minute);
});

test('after the tenth retry there is none', () => {
  expect(mostRetries).toBe(10);
  expect(webhookDelayMs(11)).toBeUndefined();
  expect(webhookDelayMs(1_000)).toBeUndefined();
});

test('the schedule can be scaled down, in whole milliseconds', () => {
  expect(webhookDelayMs(1, 1 / 60)).toBe(2_000);
  expect(webhookDelayMs(10, 0.001)).toBe(6_060);
  expect(webhookDelayMs(3, 0)).toBe(0);
  expect(webhookDelayMs(11, 0.001)).toBeUndefined();
});

test.each([0, -1, 1.5, Number.NaN])('%s is not a retry', (retry) => {
  expect(() => webhookDelayMs(retry)).toThrow(RangeError);
});
