import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Batch, Overloaded } from './batch.ts';

/** Runs that are let go by hand, and what was in them. */
function gated() {
  const runs: number[][] = [];
  const gates: (() => void)[] = [];
  const run = async (items: number[]) => {
    runs.push(items);
    await new Promise<void>((resolve) => gates.push(resolve));
    return items.map((item) => item * 10);
  };
  /** Waits until `count` runs have started: on a busy machine a 1 ms timer may fire before a run begins. */
  const started = async (count: number) => {
    while (runs.length < count) await nextTurn();
  };
  const open = async () => {
    while (gates.length === 0) await nextTurn();
    gates.shift()!();
  };
  return { runs, run, started, open };
}

test('one that comes alone starts at the end of this turn', async () => {
  const batch = new Batch<number, number>({ run: async (items) => items });
  let done = false;
  const result = batch.add(1).then((value) => {
    done = true;
    return value;
  });
  await nextTurn();
  await nextTurn();
  expect(done).toBe(true);
  expect(await result).toBe(1);
});

test('what arrives together runs together, and what arrives meanwhile is the next run', async () => {
  const { runs, run, started, open } = gated();
  const batch = new Batch({ run });
  const first = [batch.add(1), batch.add(2)];
  await started(1);
  const second = [batch.add(3), batch.add(4), batch.add(5)];
  expect(runs).toEqual([[1, 2]]);
  await open();
  expect(await Promise.all(first)).toEqual([10, 20]);
  await started(2);
  expect(runs).toEqual([
    [1, 2],
    [3, 4, 5],
  ]);
  await open();
  expect(await Promise.all(second)).toEqual([30, 40, 50]);
  expect(batch.pending).toBe(0);
});

test('a run holds as much as its weight allows, and one that is heavier goes alone', async () => {
  const runs: number[][] = [];
  const batch = new Batch<number, number>({
    weigh: (item) => item,
    most: 5,
    run: async (items) => {
      runs.push(items);
      return items;
    },
  });
  await Promise.all([2, 3, 1, 9, 4, 2].map((item) => batch.add(item)));
  expect(runs).toEqual([[2, 3], [1], [9], [4], [2]]);
});

test('a full queue refuses the next item immediately, and has room again after a run', async () => {
  const { run, open } = gated();
  const batch = new Batch({ run, weigh: (item) => item, mostPending: 5 });
  const taken = [batch.add(2), batch.add(3)];
  await expect(batch.add(1)).rejects.toBeInstanceOf(Overloaded);
  expect(batch.pending).toBe(5);
  await open();
  await Promise.all(taken);
  const next = batch.add(5);
  await open();
  expect(await next).toBe(50);
});

test('on a quiet process even one that is heavier than the bound is taken', async () => {
  const batch = new Batch<number, number>({ run: async (items) => items, weigh: (item) => item, mostPending: 5 });
  expect(await batch.add(9)).toBe(9);
});

test('a failed run fails only its own items, and the next run continues', async () => {
  let runs = 0;
  const batch = new Batch<number, number>({
    run: async (items) => {
      runs += 1;
      if (runs === 1) throw new Error('first');
      return items;
    },
  });
  const failed = await Promise.allSettled([batch.add(1), batch.add(2)]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await batch.add(3)).toBe(3);
  expect(batch.pending).toBe(0);
});

const hourMs = 3_600_000;

/** Runs that end immediately, and what was in them. */
function recorded() {
  const runs: number[][] = [];
  const run = async (items: number[]) => {
    runs.push(items);
    return items;
  };
  return { runs, run };
}

test('a batch collects until it has enough, or until something waits for it', async () => {
  const { runs, run } = recorded();
  const batch = new Batch({ collectMs: hourMs, enough: 3, run });
  const first = batch.add(1);
  await nextTurn();
  expect(runs).toEqual([]);
  await Promise.all([first, batch.add(2), batch.add(3)]);
  expect(runs).toEqual([[1, 2, 3]]);
  await Promise.all([batch.add(4), batch.add(5, true)]);
  expect(runs.at(-1)).toEqual([4, 5]);
});

test('a batch does not collect for longer than its time', async () => {
  const { runs, run } = recorded();
  const batch = new Batch({ collectMs: 1, enough: 3, run });
  await batch.add(1);
  expect(runs).toEqual([[1]]);
});

test('a caller alone never waits for company; callers that come together wait for each other', async () => {
  const { runs, run, started, open } = gated();
  const batch = new Batch({ collectMs: hourMs, run });
  for (const item of [1, 2, 3]) {
    const alone = batch.add(item);
    await open();
    await alone;
  }
  const both = [batch.add(4), batch.add(5)];
  await started(4);
  await open();
  await Promise.all(both);
  const first = batch.add(6);
  await nextTurn();
  await nextTurn();
  expect(runs.length).toBe(4);
  const second = batch.add(7);
  await open();
  await Promise.all([first, second]);
  expect(runs.at(-1)).toEqual([6, 7]);
});

test('whatever arrives when, each gets its own result, once', async () => {
  const arrivals = fc.array(fc.tuple(fc.nat(9), fc.boolean()), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(arrivals, fc.integer({ min: 1, max: 20 }), async (items, most) => {
      const seen: number[] = [];
      const batch = new Batch<[number, boolean], string>({
        weigh: ([weight]) => weight,
        most,
        run: async (batchItems) => {
          seen.push(batchItems.length);
          return batchItems.map(([weight]) => `${weight}`);
        },
      });
      const results: Promise<string>[] = [];
      for (const item of items) {
        results.push(batch.add(item));
        if (item[1]) await nextTurn();
      }
      expect(await Promise.all(results)).toEqual(items.map(([weight]) => `${weight}`));
      expect(seen.reduce((sum, size) => sum + size, 0)).toBe(items.length);
    }),
    { numRuns: 50 },
  );
});

test('owners take turns: one of another goes into the next run, whatever the first has waiting', async () => {
  const { runs, run, started, open } = gated();
  const batch = new Batch({ run, most: 4, ownerOf: (item) => (item < 100 ? 'many' : `one ${item}`) });
  const first = batch.add(0);
  await started(1);
  const all = [1, 2, 3, 4, 5, 100, 101, 6].map((item) => batch.add(item));
  await open();
  await started(2);
  await open();
  await started(3);
  await open();
  await Promise.all([first, ...all]);
  expect(runs).toEqual([[0], [1, 100, 101, 2], [3, 4, 5, 6]]);
});

test('alone one may fill everything; others are taken all the same, up to an even share', async () => {
  const { run, started, open } = gated();
  const batch = new Batch({
    run,
    weigh: (item) => item % 10,
    ownerOf: (item) => `${Math.floor(item / 10)}`,
    mostPending: 10,
  });
  const taken = [batch.add(19)];
  await started(1);
  taken.push(batch.add(11));
  const own = { name: 'Overloaded', own: true };
  await expect(batch.add(11)).rejects.toMatchObject(own);
  expect(batch.refusal('1', 1)).toMatchObject(own);
  // Of two an even share is five each, of three it is three.
  await expect(batch.add(26)).rejects.toMatchObject({ name: 'Overloaded', own: false });
  taken.push(batch.add(25));
  await expect(batch.add(21)).rejects.toMatchObject(own);
  taken.push(batch.add(33));
  expect(batch.pending).toBe(18);
  await open();
  await started(2);
  await open();
  await Promise.all(taken);
  expect(batch.pending).toBe(0);
  expect(batch.refusal('1', 10)).toBeUndefined();
});
