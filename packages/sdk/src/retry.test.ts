import { expect, test } from 'vitest';
import { errorOf, type HermodError, NetworkError, TimeoutError } from './errors.ts';
import { isWorthRepeating, shareMs, waitMs } from './retry.ts';

const answered = (status: number) => errorOf(status, new Headers(), '');
const network = new NetworkError(new Error('reset'));
const timeout = new TimeoutError(5);

test.each<[string, HermodError, boolean, boolean, boolean]>([
  // What happened, and whether it is repeated for: a send, a read, a call that is not to be done twice.
  ['no connection', network, true, true, false],
  ['no answer in time', timeout, true, true, false],
  ['429', answered(429), true, true, true],
  ['500', answered(500), true, true, false],
  ['503', answered(503), true, true, false],
  ['409', answered(409), true, false, false],
  ['400', answered(400), false, false, false],
  ['401', answered(401), false, false, false],
  ['422', answered(422), false, false, false],
])('after %s', (_, error, send, read, once) => {
  expect(isWorthRepeating(error, { repeatable: true, idempotencyKey: 'one' })).toBe(send);
  expect(isWorthRepeating(error, { repeatable: true })).toBe(read);
  expect(isWorthRepeating(error, { repeatable: false })).toBe(once);
});

test('waits grow up to a limit, differ between clients, and are never shorter than asked for', () => {
  expect([1, 2, 3, 4].map((tries) => waitMs(tries, undefined, 1))).toEqual([250, 500, 1_000, 2_000]);
  expect(waitMs(1, undefined, 0)).toBe(125);
  expect(waitMs(20, undefined, 1)).toBe(8_000);
  expect(waitMs(1, 3, 0)).toBe(3_000);
  expect(waitMs(1, 3, 1)).toBe(3_250);
});

test('each try has its share of the time that is left; one that is not repeated has all of it', () => {
  expect(shareMs(60_000, 4, { repeatable: true })).toBe(15_000);
  expect(shareMs(45_000, 1, { repeatable: true })).toBe(45_000);
  expect(shareMs(60_000, 4, { repeatable: false })).toBe(60_000);
});
