import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newId } from './ids.ts';

let now = Date.UTC(2100, 0, 1);

beforeEach(() => {
  now += 1_000_000;
  vi.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => vi.restoreAllMocks());

const timeOf = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

test('an id is a UUID of version 7 that begins with its millisecond', () => {
  for (let n = 0; n < 2_000; n++)
    expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  now += 5_000;
  expect(timeOf(newId())).toBe(now);
});

test('ids of one process rise strictly, also with thousands in a millisecond and a clock that steps back', () => {
  const ids: string[] = [];
  for (let n = 0; n < 20_000; n++) {
    if (n === 10_000) now -= 50_000;
    if (n === 12_000) now += 70_000;
    ids.push(newId());
  }
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
});

test('a clock that was an hour ahead and is set right takes the ids along', () => {
  newId();
  now -= 3_600_000;
  expect(timeOf(newId())).toBe(now);
});

test('more than 4096 in a millisecond borrow from the next', () => {
  const ids = Array.from({ length: 4_097 }, () => newId());
  expect(timeOf(ids[4_095]!)).toBe(now);
  expect(timeOf(ids[4_096]!)).toBe(now + 1);
});

test('the last 62 bits are random', () => {
  const tails = new Set(Array.from({ length: 10_000 }, () => newId().slice(19)));
  expect(tails.size).toBe(10_000);
});
