import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { againIn, slicesUntil } from './traffic-slice.ts';

const at = (text: string) => new Date(`2026-11-15T${text}Z`);

describe('slices', () => {
  it('are minutes, the present one included', () => {
    const slices = slicesUntil(at('12:02:30'), at('12:01:00'));
    expect(slices).toEqual([
      { starts_at: at('12:01:00'), ends_at: at('12:02:00') },
      { starts_at: at('12:02:00'), ends_at: at('12:03:00') },
    ]);
    expect(slicesUntil(at('12:02:30'), at('12:03:00'))).toEqual([]);
  });

  it('follow each other without a gap, and are hours where that is long ago', () => {
    const pastMinutes = fc.integer({ min: 0, max: 20_000 });
    fc.assert(
      fc.property(pastMinutes, (minutes) => {
        const now = at('12:34:56');
        const start = new Date(at('12:34:00').getTime() - minutes * 60_000);
        const slices = slicesUntil(now, start);
        expect(slices[0]!.starts_at).toEqual(start);
        expect(slices.at(-1)!.ends_at).toEqual(at('12:35:00'));
        for (const [index, slice] of slices.entries()) {
          if (index > 0) expect(slice.starts_at).toEqual(slices[index - 1]!.ends_at);
        }
        expect(slices.length).toBeLessThan(60 * 4 + minutes / 60);
      }),
    );
  });
});

describe('counting again', () => {
  it('ends when nothing can change any more, but not before everything is there', () => {
    expect(againIn(599, { messages: 5, open: 0 })).toBeDefined();
    expect(againIn(600, { messages: 5, open: 0 })).toBeUndefined();
    expect(againIn(1e6, { messages: 5, open: 1 })).toBeDefined();
  });

  it('is frequent for what is young and small', () => {
    expect(againIn(-30, { messages: 100, open: 5 })).toBe(10);
    expect(againIn(3_600, { messages: 100, open: 5 })).toBe(30);
  });

  it('is rare where only a late commit can change anything', () => {
    let [age, counts] = [0, 0];
    for (let wait: number | undefined = 10; wait !== undefined; counts += 1) {
      age += wait;
      wait = againIn(age, { messages: 0, open: 0 });
    }
    expect(age).toBeGreaterThanOrEqual(600);
    expect(counts).toBeLessThan(10);
  });

  it('costs a message some ten counts while it is young, and a few a day afterwards', () => {
    const countsUntil = (seconds: number, messages: number) => {
      let [age, counts] = [0, 0];
      while (age < seconds) {
        age += againIn(age, { messages, open: 1 })!;
        counts += 1;
      }
      return counts;
    };
    expect(countsUntil(7_200, 600_000)).toBeLessThan(15);
    expect(countsUntil(72 * 3_600, 600_000)).toBeLessThan(30);
  });
});
