import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Overloaded } from '../bounds/batch.ts';
import { Headroom } from './headroom.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const busyness = { share: 0 };
let headroom: Headroom;
beforeEach(() => {
  busyness.share = 0;
  headroom = new Headroom({ share: 0.4, busyness, mostWaitMs: 5_000 });
});

/** For so long: somebody small, if at all, and some who have always more to send. Says how many of each went. */
async function seconds(count: number, owners: readonly string[], { small = true, weight = 1 } = {}) {
  const gone = new Map(owners.map((owner) => [owner, 0]));
  let isOver = false;
  const send = async (owner: string): Promise<void> => {
    while (!isOver) {
      const waiting = headroom.pass(owner, weight);
      gone.set(owner, gone.get(owner)! + weight);
      // Somebody who is not kept waiting has other things to wait for, too.
      await (waiting ?? new Promise((resolve) => setTimeout(resolve, 1)));
    }
  };
  if (small) expect(headroom.pass('small', 1)).toBeUndefined();
  // Who is there is looked at five times a second.
  await vi.advanceTimersByTimeAsync(250);
  for (const owner of owners) for (let line = 0; line < 20; line++) void send(owner);
  for (let time = 0; time < count * 20; time++) {
    if (small) expect(headroom.pass('small', 1)).toBeUndefined();
    await vi.advanceTimersByTimeAsync(50);
  }
  isOver = true;
  await vi.advanceTimersByTimeAsync(60_000);
  return [...gone.values()];
}

test('alone, or among themselves, the large ones never wait', async () => {
  busyness.share = 1;
  const gone = await seconds(0.5, ['one', 'other'], { small: false });
  for (const each of gone) expect(each).toBeGreaterThan(7_500);
});

test('beside a small one they begin slowly, and are soon as fast as there is room for', async () => {
  const [first] = await seconds(0.2, ['one']);
  expect(first! / 0.2).toBeLessThan(200 * 3);
  const [rest] = await seconds(2, ['one']);
  expect(rest! / 2).toBeGreaterThan(5_000);
});

test('beside a small one they go more slowly the longer the process is too busy', async () => {
  const [soon] = await seconds(1, ['one']);
  busyness.share = 1;
  const [late] = await seconds(10, ['one']);
  expect(late! / 10).toBeLessThan(soon! / 2);
  expect(late! / 10).toBeGreaterThan(200 / 2);
});

test('when the process has stood still, those who wait go on at their pace', async () => {
  busyness.share = 1;
  expect(headroom.pass('small', 1)).toBeUndefined();
  await vi.advanceTimersByTimeAsync(250);
  let gone = 0;
  for (let index = 0; index < 900; index++) void (headroom.pass('large', 1) ?? Promise.resolve()).then(() => gone++);
  const now = performance.now.bind(performance);
  const stoodStill = vi.spyOn(performance, 'now').mockImplementation(() => now() + 3_000);
  await vi.advanceTimersByTimeAsync(250);
  stoodStill.mockRestore();
  expect(gone).toBeGreaterThan(50);
  expect(gone).toBeLessThan(200);
});

test('somebody who does not wait here is there all the same', async () => {
  busyness.share = 1;
  const free = headroom;
  headroom = new Headroom({ share: 0.4, busyness });
  const timer = setInterval(() => headroom.note('elsewhere'), 100);
  const [paced] = await seconds(1, ['one'], { small: false });
  clearInterval(timer);
  headroom = free;
  const [unpaced] = await seconds(1, ['one'], { small: false });
  expect(paced).toBeLessThan(unpaced! / 3);
});

test('with room enough for all nobody waits for long, and nobody is refused', async () => {
  busyness.share = 0.5;
  expect(headroom.pass('small', 1)).toBeUndefined();
  expect(headroom.pass('large', 1_000)).toBeUndefined();
  const waiting = Array.from({ length: 20 }, () => headroom.pass('large', 1_000)!);
  await vi.advanceTimersByTimeAsync(2_000);
  await Promise.all(waiting);
});

test('no share kept free is no pace at all', async () => {
  headroom = new Headroom({ share: 0, busyness });
  busyness.share = 1;
  const [one] = await seconds(1, ['one']);
  expect(one).toBeGreaterThan(15_000);
});

test('once there is room again they go faster and faster', async () => {
  busyness.share = 1;
  const [busy] = await seconds(2, ['one']);
  busyness.share = 1;
  const calmer = setTimeout(() => (busyness.share = 0), 1_000);
  const [calm] = await seconds(6, ['one']);
  clearTimeout(calmer);
  expect(calm! / 6).toBeGreaterThan((busy! / 2) * 1.5);
});

test('several large ones share the pace', async () => {
  busyness.share = 1;
  const [one, other] = await seconds(3, ['one', 'other']);
  expect(Math.abs(one! - other!)).toBeLessThan(one! / 10);
});

test('one request for many goes in a turn of the event loop, whoever else is there', async () => {
  const order: string[] = [];
  expect(headroom.pass('one', 1_000)).toBeUndefined();
  void headroom.pass('one', 1_000)!.then(() => order.push('second'));
  void headroom.pass('other', 1_000)!.then(() => order.push('third'));
  setImmediate(() => order.push('between'));
  await vi.advanceTimersByTimeAsync(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(order.slice(0, 2)).toEqual(['second', 'between']);
  await vi.advanceTimersByTimeAsync(5);
  expect(order).toContain('third');
});

test('whoever would wait for seconds is told so at once', async () => {
  busyness.share = 1;
  for (let look = 0; look < 3; look++) {
    expect(headroom.pass('small', 1)).toBeUndefined();
    void headroom.pass('large', 100);
    await vi.advanceTimersByTimeAsync(250);
  }
  const more = () => {
    for (let sent = 0; sent < 8; sent++) void headroom.pass('large', 1_000);
  };
  expect(more).toThrow(Overloaded);
  expect(headroom.pass('small', 1)).toBeUndefined();
  // Who was let in still goes.
  await vi.advanceTimersByTimeAsync(60_000);
  expect(headroom.pass('large', 1_000)).toBeUndefined();
});
