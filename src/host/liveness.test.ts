import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Liveness } from './slot.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const watched = (stallMs: number) => {
  const stalled = vi.fn<() => void>();
  return { stalled, liveness: new Liveness(stallMs, stalled) };
};

test('a process that is silent for longer than it may is noticed once', () => {
  const { stalled, liveness } = watched(3_000);
  liveness.beat();
  vi.advanceTimersByTime(3_900);
  expect(stalled).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(stalled).toHaveBeenCalledOnce();
});

test('one that speaks is left alone, and so is one that has not spoken yet', () => {
  const { stalled, liveness } = watched(3_000);
  vi.advanceTimersByTime(60_000);
  for (let second = 0; second < 60; second++) {
    liveness.beat();
    vi.advanceTimersByTime(1_000);
  }
  liveness.stop();
  vi.advanceTimersByTime(60_000);
  expect(stalled).not.toHaveBeenCalled();
});

test('after a sleep of the machine it has its time again', () => {
  const { stalled, liveness } = watched(3_000);
  liveness.beat();
  vi.advanceTimersByTime(2_000);
  // The clock jumps an hour; the timer comes once, not 3,600 times.
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(1_000);
  liveness.beat();
  vi.advanceTimersByTime(2_000);
  expect(stalled).not.toHaveBeenCalled();
});

test('0 turns it off', () => {
  const { stalled, liveness } = watched(0);
  liveness.beat();
  vi.advanceTimersByTime(3_600_000);
  expect(stalled).not.toHaveBeenCalled();
});
