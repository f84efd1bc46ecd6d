import { expect, test } from 'vitest';
import { shareOf } from './share.ts';

test.each([
  [0, 0, 0],
  [10, 0, 0],
  [3, 2, 66],
  [1_000, 999, 99],
  [7, 7, 100],
])('of %d sent, %d confirmed are %d percent', (started, confirmed, share) =>
  expect(shareOf({ started, confirmed })).toBe(share),
);
