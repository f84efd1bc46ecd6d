import { expect, it } from 'vitest';
import { fromLocal, toLocal } from './local-time.ts';

it('keeps a time to the minute, whatever the zone of the reader', () => {
  for (const iso of ['2026-01-15T10:30:00.000Z', '2026-07-15T23:59:00.000Z']) {
    expect(fromLocal(toLocal(iso))).toBe(iso);
  }
});

it('takes nothing for nothing', () => {
  expect([toLocal(null), toLocal(undefined), toLocal('never')]).toEqual(['', '', '']);
  expect([fromLocal(''), fromLocal('never')]).toEqual([undefined, undefined]);
});
