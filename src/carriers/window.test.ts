import { expect, test } from 'vitest';
import { Window } from './window.ts';

test('a place is taken until it is left, answered or not', () => {
  const window = new Window(3);
  const [first, second] = [window.take(), window.take()];
  expect(window.free).toBe(1);
  first.answer();
  expect(window.free).toBe(1);
  first.leave();
  expect(window.free).toBe(2);
  second.leave();
  expect(window.free).toBe(3);
});

test('it presses while half of its places are answered and not left', () => {
  const window = new Window(4);
  const places = [window.take(), window.take(), window.take()];
  places[0]!.answer();
  expect(window.isPressing).toBe(false);
  places[1]!.answer();
  expect(window.isPressing).toBe(true);
  places[2]!.leave();
  expect(window.isPressing).toBe(true);
  places[0]!.leave();
  expect(window.isPressing).toBe(false);
});
