import { expect, test } from 'vitest';
import { fittingBudget, leastBudget, leftOf, neededFor, sharesOf, usualBudget } from './budget.ts';

test('reads have a third, and work never less than three', () => {
  expect(sharesOf(usualBudget)).toEqual({ work: 8, reads: 4 });
  expect(sharesOf(leastBudget)).toEqual({ work: 3, reads: 1 });
  for (let budget = leastBudget; budget <= 500; budget++) {
    const { work, reads } = sharesOf(budget);
    expect(work + reads + 2).toBe(budget);
    expect(work).toBeGreaterThanOrEqual(3);
  }
});

const room = { most: 100, reserved: 3, others: 5, promised: 0 };

test.each([
  // Two processes and one that is to replace another: 42 of the 90 that are left.
  ['the first node of two cores', room, 2, 14],
  ['the second', { ...room, promised: 28 }, 2, 14],
  ['the third takes less', { ...room, promised: 56 }, 2, 11],
  ['the fourth finds no room', { ...room, promised: 78 }, 2, undefined],
  ['a large node takes less', room, 10, 8],
  ['a larger one finds no room', room, 16, undefined],
])('%s', (_name, found, processes, expected) => expect(fittingBudget(found, processes, usualBudget)).toBe(expected));

test('a server that is as large as needed has room', () => {
  for (const processes of [1, 2, 16, 256]) {
    const most = neededFor(processes, 20);
    expect(fittingBudget({ most, reserved: 0, others: 0, promised: 0 }, processes, 20)).toBe(20);
    expect(fittingBudget({ most: most - 1, reserved: 0, others: 0, promised: 0 }, processes, 20)).toBe(19);
  }
});

test('more in use than there is leaves nothing', () => expect(leftOf({ ...room, others: 200 })).toBe(0));
