import { expect, test } from 'vitest';
import { Window } from './window.ts';

test('a place is taken until it is left, answered or not', () => {
  const window = new Window(3, 1_000);
  const [first, second] = [window.take(0), window.take(0)];
  expect(window.free).toBe(1);
  first.answer(1, true);
  expect(window.free).toBe(1);
  first.leave();
  expect(window.free).toBe(2);
  second.leave();
  expect(window.free).toBe(3);
});

test('it presses while half of its places are answered and not left', () => {
  const window = new Window(4, 1_000);
  const places = [window.take(0), window.take(0), window.take(0)];
  places[0]!.answer(1, true);
  expect(window.isPressing).toBe(false);
  places[1]!.answer(1, true);
  expect(window.isPressing).toBe(true);
  places[2]!.leave();
  expect(window.isPressing).toBe(true);
  places[0]!.leave();
  expect(window.isPressing).toBe(false);
});
