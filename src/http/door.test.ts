import { afterEach, expect, test, vi } from 'vitest';
import { Door } from './door.ts';

afterEach(() => vi.useRealTimers());

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('what arrives together begins by turns of its owners', async () => {
  const door = new Door();
  const begun: string[] = [];
  for (let count = 0; count < 1_000; count++) door.pass('many', 1, () => begun.push('many'));
  expect(begun).toHaveLength(32);
  door.pass('one', 1, () => begun.push('one'));
  await turn();
  expect(begun.slice(0, 34)).toEqual([...Array(33).fill('many'), 'one']);
  while (begun.length < 1_001) await turn();
  expect(begun.filter((owner) => owner === 'many')).toHaveLength(1_000);
});

test('a large body takes the room of many requests, and a small one none', async () => {
  const door = new Door();
  const begun: string[] = [];
  for (let count = 0; count < 10; count++) door.body('bulk', 20_000, () => begun.push('bulk'));
  for (let count = 0; count < 100; count++) door.body('small', 200, () => begun.push('small'));
  expect(begun.filter((owner) => owner === 'bulk')).toHaveLength(2);
  expect(begun.filter((owner) => owner === 'small')).toHaveLength(100);
  door.body('other', 20_000, () => begun.push('other'));
  await turn();
  expect(begun.at(-1)).toBe('other');
});

test('one that is larger than a turn still goes', async () => {
  const door = new Door();
  let begun = false;
  door.body('bulk', 2 ** 20, () => {
    begun = true;
  });
  expect(begun).toBe(true);
});

test('of longer bodies than usual an owner has four megabytes a second, and others go on meanwhile', async () => {
  vi.useFakeTimers();
  const door = new Door();
  const begun: string[] = [];
  for (let count = 0; count < 8; count++) door.body('long', 2 ** 20, () => begun.push('long'));
  door.body('other', 2 ** 20, () => begun.push('other'));
  door.body('long', 2_000, () => begun.push('small'));
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toEqual(['long', 'small', 'other']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(begun.filter((owner) => owner === 'long')).toHaveLength(4);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(begun.filter((owner) => owner === 'long')).toHaveLength(8);
});

test('no more than 64 megabytes of an owner wait for their time', () => {
  vi.useFakeTimers();
  const door = new Door();
  let begun = 0;
  for (let count = 0; count < 70; count++) {
    door.body('hangs up', 2 ** 20, () => {
      begun += 1;
    });
    vi.advanceTimersByTime(1);
  }
  expect(begun).toBeGreaterThan(1);
  expect(vi.getTimerCount()).toBeLessThanOrEqual(65);
});
