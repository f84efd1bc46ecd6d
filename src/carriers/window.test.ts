import { expect, test } from 'vitest';
import { Window } from './window.ts';

test('a place is taken until it is left, answered or not', () => {
  const window = new Window(3, 1_000);
  window.take();
  window.take();
  expect(window.free).toBe(1);
  window.answer(0, 1, true);
  expect(window.free).toBe(1);
  window.leave(true);
  expect(window.free).toBe(2);
  window.leave(false);
  expect(window.free).toBe(3);
});

test('it presses while half of its places are answered and not left', () => {
  const window = new Window(4, 1_000);
  for (let place = 0; place < 3; place++) window.take();
  window.answer(0, 1, true);
  expect(window.isPressing).toBe(false);
  window.answer(0, 1, true);
  expect(window.isPressing).toBe(true);
  window.leave(false);
  expect(window.isPressing).toBe(true);
  window.leave(true);
  expect(window.isPressing).toBe(false);
});
