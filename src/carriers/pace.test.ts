import { expect, test } from 'vitest';
import { Pace, type Pausing } from './pace.ts';

/** A clock that waits move. */
function rig(rate: number) {
  let now = 0;
  const pausing = {
    isOver: false,
    wait: async (ms: number) => {
      now += ms;
    },
  };
  return { pace: new Pace(rate, () => now), pausing: pausing as Pausing & { isOver: boolean }, now: () => now };
}

test('parts that follow take their turn in order, at the rate, and go before new messages', async () => {
  const { pace, pausing, now } = rig(10);
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
  const { pace, pausing } = rig(0);
  for (let part = 0; part < 1_000; part++) expect(pace.turn(pausing)).toBeUndefined();
});

test('when all waits are over, so are these', async () => {
  const { pace, pausing, now } = rig(1);
  pace.reserve();
  pace.release(true);
  pausing.isOver = true;
  for (const turn of Array.from({ length: 5 }, () => pace.turn(pausing))) await turn;
  expect(now()).toBe(0);
});

test('what is reserved is not given to others, and is free again if its message does not leave', async () => {
  const { pace, pausing, now } = rig(10);
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
