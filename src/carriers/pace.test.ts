import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Pace } from './pace.ts';

/** A clock that waits move. */
function waitingRig(rate: number) {
  let now = 0;
  const stop = new AbortController();
  const wait = async (ms: number) => {
    now += ms;
  };
  return { pace: new Pace(rate, () => now), pausing: { wait, signal: stop.signal }, stop, now: () => now };
}

test('parts that follow take their turn in order, at the rate, and go before new messages', async () => {
  const { pace, pausing, now } = waitingRig(10);
  expect(pace.room).toBe(2);
  pace.reserve();
  pace.release(true);
  const left: [number, number][] = [];
  const turns = Array.from({ length: 20 }, async (_, part) => {
    await pace.turn(pausing);
    left.push([part, now()]);
  });
  expect(pace.room).toBe(0);
  await Promise.all(turns);
  expect(left.map(([part]) => part)).toEqual(Array.from({ length: 20 }, (_, part) => part));
  expect(left.at(-1)![1]).toBeGreaterThanOrEqual(2_000);
  expect(left.at(-1)![1]).toBeLessThan(2_300);
});

test('without a limit no caller waits', () => {
  const { pace, pausing } = waitingRig(0);
  for (let part = 0; part < 1_000; part++) expect(pace.turn(pausing)).toBeUndefined();
});

test('when all waits are over, so are these', async () => {
  const { pace, pausing, stop, now } = waitingRig(1);
  spend(pace);
  stop.abort();
  for (const turn of Array.from({ length: 5 }, () => pace.turn(pausing))) await turn;
  expect(now()).toBe(0);
});

test('what is reserved is not given to others, and is free again if its message does not leave', async () => {
  const { pace, pausing, now } = waitingRig(10);
  pace.reserve();
  pace.reserve();
  expect(pace.room).toBe(0);
  pace.release(false);
  expect(pace.room).toBe(1);
  await pace.turn(pausing);
  const waits = pace.turn(pausing)!;
  pace.release(true);
  await waits;
  expect(now()).toBeGreaterThanOrEqual(100);
});

/** A pace and its clock. */
class Rig {
  now: number;
  readonly pace: Pace;

  constructor(rate: number, now = 0) {
    this.now = now;
    this.pace = new Pace(rate, () => this.now);
  }

  complain(now: number): void {
    this.now = now;
    this.pace.complain();
  }

  /** Lets through all it can, in steps of 10 ms; returns the times. */
  drive(from: number, milliseconds: number): number[] {
    const times: number[] = [];
    for (this.now = from; this.now < from + milliseconds; this.now += 10) {
      for (let count = Math.min(this.pace.room, 1_000); count > 0; count--) {
        spend(this.pace);
        times.push(this.now);
      }
    }
    return times;
  }
}

function spend(pace: Pace): void {
  pace.reserve();
  pace.release(true);
}

test('no second sees more than the rate, and nearly all of it is used', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 0, max: 3_000 }), (rate, idleMs) => {
      const rig = new Rig(rate);
      const times = [...rig.drive(0, 5_000), ...rig.drive(5_000 + idleMs, 5_000)];
      const gaps = times.slice(rate).map((time, place) => time - times[place]!);
      expect(gaps.every((gap) => gap >= 1_000)).toBe(true);
      expect(times.length).toBeGreaterThanOrEqual(rate * 10 * 0.94 - 4);
    }),
    { numRuns: 30 },
  );
});

test('no limit means no limit, until the carrier complains', () => {
  const rig = new Rig(0);
  expect(rig.pace.room).toBeGreaterThan(1_000_000);
  rig.drive(0, 50);
  for (let count = 0; count < 500; count++) rig.complain(50);
  expect(rig.pace.room).toBe(0);
  expect(rig.pace.waitMs).toBeGreaterThan(0);
  const after = rig.drive(1_050, 1_000).length;
  expect(after).toBeGreaterThan(0);
  expect(after).toBeLessThan(5_000);
});

test('after a complaint it is slower, and comes back to the full rate by itself', () => {
  const rig = new Rig(100);
  rig.drive(0, 2_000);
  for (let count = 0; count < 5; count++) rig.complain(2_000);
  expect(rig.drive(2_000, 1_000).length).toBeLessThan(90);
  rig.drive(3_000, 10_000);
  expect(rig.drive(13_000, 1_000).length).toBeGreaterThanOrEqual(95);
});

test('a window full of complaints is one complaint, and the next second may bring another', () => {
  const rig = new Rig(0);
  for (let count = 0; count < 100; count++) spend(rig.pace);
  for (let count = 0; count < 50; count++) rig.complain(10 + count);
  expect(rig.pace.current).toBeCloseTo(77);
  expect(rig.pace.room).toBe(0);
  for (let count = 0; count < 50; count++) rig.complain(1_010);
  expect(rig.pace.current).toBeLessThan(70);
});

/** A carrier that answers each submit after 10 ms, and throttles those for which `throttles` is true. Returns the submits of each second. */
function play(rig: Rig, seconds: number, throttles: (times: readonly number[]) => boolean, most = 50): number[] {
  const counts: number[] = [];
  const times: number[] = [];
  for (let second = 0; second < seconds; second++) {
    counts.push(0);
    for (let step = 0; step < 100; step++) {
      rig.now = second * 1_000 + step * 10;
      for (let count = Math.min(rig.pace.room, most); count > 0; count--) {
        spend(rig.pace);
        counts[second]! += 1;
        if (throttles(times)) rig.pace.complain();
        else times.push(rig.now);
      }
    }
  }
  return counts;
}

test('a carrier that throttles one submit in 200 or fewer, at whatever rate, is used at nearly its full rate', () => {
  fc.assert(
    fc.property(fc.integer({ min: 200, max: 1_000 }), fc.nat(1_000), (oneIn, first) => {
      let submits = first;
      const counts = play(new Rig(0), 120, () => ++submits % oneIn === 0, 10);
      const last = counts.slice(-30).reduce((sum, count) => sum + count, 0) / 30;
      expect(last).toBeGreaterThan(900);
    }),
    { numRuns: 20 },
  );
});

test('a carrier with a limit of its own throttles few of the submits, and is used at nearly its limit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 20, max: 1_000 }), (limit) => {
      const rig = new Rig(0);
      let throttled = 0;
      const counts = play(rig, 60, (times) => {
        const isOver = times.length >= limit && times.at(-limit)! > rig.now - 1_000;
        if (isOver) throttled += 1;
        return isOver;
      });
      const sent = counts.slice(10).reduce((sum, count) => sum + count, 0);
      expect(sent).toBeGreaterThan(limit * 50 * 0.7);
      expect(throttled / (sent + 1)).toBeLessThan(0.1);
    }),
    { numRuns: 20 },
  );
});

test('a complaint counts for two seconds', () => {
  const rig = new Rig(100);
  expect(rig.pace.complainsMs).toBe(0);
  rig.complain(500);
  rig.now = 1_000;
  expect(rig.pace.complainsMs).toBe(1_500);
  rig.now = 2_500;
  expect(rig.pace.complainsMs).toBe(0);
});

test('a clock that is set back stops nothing', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 1, max: 1e9 }),
      fc.boolean(),
      (rate, back, slowed) => {
        const rig = new Rig(rate, 1e9);
        rig.drive(1e9, 3_000);
        if (slowed) rig.complain(1e9 + 3_000);
        const from = 1e9 + 3_000 - back;
        expect(rig.drive(from, 20_000).length).toBeGreaterThan(rate * 3 - 2);
        expect(rig.pace.complainsMs).toBe(0);
      },
    ),
  );
});
