import { beforeEach, expect, test } from 'vitest';
import { BulkRoom } from './bulk-room.ts';

let now: number;
let busyness: { share: number };
let room: BulkRoom;
beforeEach(() => {
  now = 1_000_000;
  busyness = { share: 0.1 };
  room = new BulkRoom({ clock: () => now, busyness });
});

/** Somebody sends single messages, and messages of requests to many are taken all the time. Says how many may be held in the end. */
function beside(seconds: number): number {
  for (let look = 0; look < seconds * 10; look++) {
    now += 100;
    room.noteSingle();
    room.of(100, 0);
  }
  return room.of(100, 0);
}

test('as many as fit, while nobody else is there', () => {
  expect(room.of(100, 40)).toBe(100);
  room.noteSingle();
  now += 1_001;
  expect(room.of(100, 40)).toBe(100);
});

test('few at first beside somebody who sends single messages, and no more than that are held', () => {
  room.noteSingle();
  expect(room.of(100, 0)).toBe(10);
  expect(room.of(100, 7)).toBe(3);
  expect(room.of(100, 10)).toBe(0);
  expect(room.of(100, 30)).toBe(0);
  expect(room.of(3, 0)).toBe(1);
});

test('more while there is time left, and all of them in the end', () => {
  const soon = beside(2);
  expect(soon).toBeGreaterThan(10);
  expect(soon).toBeLessThan(100);
  expect(beside(10)).toBe(100);
});

test('few again once there is no time left, and for a while after it', () => {
  expect(beside(10)).toBe(100);
  busyness.share = 0.5;
  expect(beside(0.3)).toBe(10);
  busyness.share = 0.1;
  expect(beside(4)).toBe(10);
  expect(beside(4)).toBeGreaterThan(10);
});

test('few again after a pause', () => {
  expect(beside(10)).toBe(100);
  now += 2_000;
  room.noteSingle();
  expect(room.of(100, 0)).toBe(10);
});
