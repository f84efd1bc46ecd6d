import { expect, test, vi } from 'vitest';
import { Repeats } from './log.ts';

function recorded() {
  vi.useFakeTimers();
  const lines: unknown[][] = [];
  const repeats = new Repeats(1_000);
  const fault = (fields: object, text = 'it failed') => repeats.write([fields, text], (...line) => lines.push(line));
  return { lines, fault };
}

test('the first of a kind is written immediately, and after a second the last one with the number in between', () => {
  const { lines, fault } = recorded();
  for (let id = 1; id <= 5_000; id++) fault({ requestId: id });
  expect(lines).toEqual([[{ requestId: 1 }, 'it failed']]);
  vi.advanceTimersByTime(1_000);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toEqual([{ requestId: 5_000, suppressed: 4_998 }, 'it failed']);
  vi.advanceTimersByTime(10_000);
  expect(lines).toHaveLength(2);
  fault({ requestId: 5_001 });
  expect(lines).toHaveLength(3);
  vi.useRealTimers();
});

test('over ten seconds of faults there are as many lines as seconds, and every fault is counted', () => {
  const { lines, fault } = recorded();
  for (let tick = 0; tick < 100; tick++) {
    for (let count = 0; count < 10; count++) fault({ requestId: tick });
    vi.advanceTimersByTime(100);
  }
  vi.advanceTimersByTime(2_000);
  expect(lines.length).toBeLessThanOrEqual(12);
  const counted = lines.map(([fields]) => 1 + ((fields as { suppressed?: number }).suppressed ?? 0));
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(1_000);
  vi.useRealTimers();
});

test('other words, another code and another carrier are other kinds', () => {
  const { lines, fault } = recorded();
  const coded = (code: string) => Object.assign(new Error('x'), { code });
  fault({ carrier: 'a' });
  fault({ carrier: 'b' });
  fault({ err: coded('ECONNREFUSED') });
  fault({ err: coded('57P01') });
  fault({ err: coded('57P01') });
  fault({}, 'something else failed');
  expect(lines).toHaveLength(5);
  vi.useRealTimers();
});
