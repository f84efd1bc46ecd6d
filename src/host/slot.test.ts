import { expect, test } from 'vitest';
import { restartDelay } from './slot.ts';

test('the first restart is immediate, the next ones wait twice as long each, up to half a minute', () => {
  expect([0, 1, 2, 3, 4, 5, 6].map(restartDelay)).toEqual([0, 500, 1_000, 2_000, 4_000, 8_000, 16_000]);
  expect([7, 8, 100, 5_000].map(restartDelay)).toEqual([30_000, 30_000, 30_000, 30_000]);
});
