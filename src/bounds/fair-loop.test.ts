import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FairLoop } from './fair-loop.ts';

/** Longer than a turn may last. */
function spin(): void {
  const until = performance.now() + 6;
  while (performance.now() < until);
}

test('work starts immediately while the turn has time left', () => {
  const loop = new FairLoop();
  const done: number[] = [];
  for (const item of [1, 2, 3]) loop.run('a', () => done.push(item));
  expect(done).toEqual([1, 2, 3]);
});

test('beyond the time of a turn work waits, and owners take turns', async () => {
  const loop = new FairLoop();
  const done: string[] = [];
  for (const item of ['a1', 'a2', 'a3', 'b1'])
    loop.run(item[0]!, () => {
      done.push(item);
      spin();
    });
  expect(done).toEqual(['a1']);
  while (done.length < 4) await nextTurn();
  expect(done).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('asynchronous work waits for its turn only if there is a need', async () => {
  const loop = new FairLoop();
  expect(loop.turn('a')).toBeUndefined();
  spin();
  const waits = loop.turn('a');
  expect(waits).toBeInstanceOf(Promise);
  await waits;
});

test('asynchronous work that waits together is not done in one turn', async () => {
  const loop = new FairLoop();
  spin();
  loop.run('a', spin);
  const done: number[] = [];
  const work = async (item: number) => {
    await loop.turn('a');
    spin();
    done.push(item);
  };
  const all = [1, 2, 3].map(work);
  const seen: number[] = [];
  while (done.length < 3) {
    await nextTurn();
    seen.push(done.length);
  }
  await Promise.all(all);
  expect(seen.every((count, turn) => count - (seen[turn - 1] ?? 0) <= 1)).toBe(true);
});
