import { expect, test } from 'vitest';
import { Ring } from './ring.ts';

const text = (buffers: Buffer[] | undefined) => buffers?.map(String);

test('what came after a time is given again', () => {
  const ring = new Ring(100);
  for (const at of [110, 120, 130]) ring.push(at, Buffer.from(`${at}`));
  expect(text(ring.after(100))).toEqual(['110', '120', '130']);
  expect(text(ring.after(120))).toEqual(['130']);
  expect(text(ring.after(500))).toEqual([]);
  expect(ring.after(99)).toBeUndefined();
  expect(text(ring.whole(100))).toEqual(['110', '120', '130']);
});

test('it holds 100 entries, and reports that older ones are gone', () => {
  const ring = new Ring(0);
  for (let at = 1; at <= 150; at++) ring.push(at, Buffer.from(`${at}`));
  expect(ring.after(49)).toBeUndefined();
  expect(ring.after(50)).toHaveLength(100);
  expect(ring.whole(0)).toBeUndefined();
});

test('it holds a megabyte at most', () => {
  const ring = new Ring(0);
  for (let at = 1; at <= 10; at++) ring.push(at, Buffer.alloc(300_000));
  expect(ring.after(6)).toBeUndefined();
  expect(ring.after(7)).toHaveLength(3);
});
