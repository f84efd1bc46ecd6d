import fc from 'fast-check';
import { expect, test } from 'vitest';
import { followLoad, oneProcess, type ProcessCount, usualProcessCount } from './process-count.ts';

const rule = { most: 4, ...usualProcessCount };

/** The count after each second with these sums of utilisation, spread evenly over the processes. */
function counts(loads: readonly number[], most = rule.most): number[] {
  let state: ProcessCount = oneProcess;
  return loads.map((load, second) => {
    const utilisations = Array.from({ length: state.count }, () => Math.min(1, load / state.count));
    state = followLoad(state, utilisations, second * 1_000, { ...rule, most });
    return state.count;
  });
}

const seconds = (count: number, load: number): number[] => Array.from({ length: count }, () => load);

test('one process while it has room, another after a full second or five busy ones', () => {
  expect(counts([0, 0.3, 0.59, 0.91, 0.91])).toEqual([1, 1, 1, 2, 2]);
  expect(counts([0.89, 0.61, 0.61, 0.61, 0.61, 0.61, 0.61])).toEqual([1, 1, 1, 1, 1, 2, 2]);
  expect(counts([0.61, 0.61, 0.61, 0.61, 0.59, 0.61, 0.61])).toEqual(seconds(7, 1));
});

test('a process more for each full second, up to the number of cores', () => {
  expect(counts(seconds(6, 4))).toEqual([2, 3, 4, 4, 4, 4]);
  expect(counts(seconds(3, 4), 1)).toEqual([1, 1, 1]);
});

test('a process is stopped when the load has fitted into one fewer for 60 s', () => {
  const after = counts([1, ...seconds(61, 0.3), 0]);
  expect(after.slice(0, 61)).toEqual(seconds(61, 2));
  expect(after.slice(61)).toEqual([1, 1]);
});

test('a second of load in between starts the 60 s again', () => {
  const after = counts([1, ...seconds(50, 0.3), 0.4, ...seconds(60, 0.3)]);
  expect(new Set(after)).toEqual(new Set([2]));
});

test('never below one or above the cores, one step at a time, and 60 s between a start and the next stop', () => {
  const loads = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 30_000 }), fc.array(fc.double({ min: 0, max: 1, noNaN: true }))),
  );
  fc.assert(
    fc.property(loads, fc.integer({ min: 1, max: 16 }), (steps, most) => {
      let state: ProcessCount = oneProcess;
      let now = 0;
      let changedAt = Number.NEGATIVE_INFINITY;
      for (const [ms, drawn] of steps) {
        now += ms;
        const utilisations = Array.from({ length: state.count }, (_, index) => drawn[index] ?? 0);
        const next = followLoad(state, utilisations, now, { ...rule, most });
        expect(next.count).toBeGreaterThanOrEqual(1);
        expect(next.count).toBeLessThanOrEqual(most);
        expect(Math.abs(next.count - state.count)).toBeLessThanOrEqual(1);
        if (next.count < state.count) expect(now - changedAt).toBeGreaterThanOrEqual(rule.calmMs);
        if (next.count !== state.count) changedAt = now;
        state = next;
      }
    }),
  );
});
