import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparedSpans, perMinute, type Span } from './compared-spans.ts';

const at = (text: string) => Date.parse(`2026-11-16T${text}Z`);
const times = ({ from, to }: Span) => [from, to].map((time) => time.toISOString().slice(11, 16));

describe('the spans that are compared', () => {
  it('are the minutes since the start, and as many before it', () => {
    const { before, now } = comparedSpans(at('12:34:56'), at('12:29:30'));
    expect([times(before), times(now!)]).toEqual([
      ['12:25', '12:29'],
      ['12:30', '12:34'],
    ]);
  });

  it('are ten minutes at most, and without a start the ten minutes before', () => {
    const long = comparedSpans(at('12:34:56'), at('12:00:00'));
    expect([times(long.before), times(long.now!)]).toEqual([
      ['11:50', '12:00'],
      ['12:24', '12:34'],
    ]);
    const none = comparedSpans(at('12:34:56'), undefined);
    expect([times(none.before), times(none.now!)]).toEqual([
      ['12:14', '12:24'],
      ['12:24', '12:34'],
    ]);
  });

  it('use the whole hour before a start whose minutes are counted per hour', () => {
    const { before, now } = comparedSpans(at('12:34:56'), at('08:20:00'));
    expect([times(before), times(now!)]).toEqual([
      ['07:00', '08:00'],
      ['12:24', '12:34'],
    ]);
  });

  it('never overlap, and begin with whole minutes', () => {
    const anyTime = fc.integer({ min: 1.7e12, max: 1.9e12 });
    const anyAge = fc.option(fc.integer({ min: 0, max: 5 * 86_400_000 }), { nil: undefined });
    fc.assert(
      fc.property(anyTime, anyAge, (now, age) => {
        const since = age === undefined ? undefined : now - age;
        const spans = comparedSpans(now, since);
        const { before, now: last } = spans;
        for (const { from, to } of [before, ...(last ? [last] : [])]) {
          expect(from.getTime() % 60_000).toBe(0);
          expect(to.getTime()).toBeGreaterThan(from.getTime());
        }
        if (since !== undefined) expect(before.to.getTime()).toBeLessThanOrEqual(since);
        if (last === undefined) return;
        expect(before.to.getTime()).toBeLessThanOrEqual(last.from.getTime());
        expect(last.to.getTime()).toBeLessThanOrEqual(now);
      }),
    );
  });
});

it('a rate is per minute, to a tenth', () => {
  const span = { from: new Date(0), to: new Date(600_000) };
  expect([perMinute(0, span), perMinute(1, span), perMinute(1_204, span)]).toEqual([0, 0.1, 120.4]);
});
