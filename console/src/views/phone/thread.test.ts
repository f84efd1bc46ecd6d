import { describe, expect, it } from 'vitest';
import { MAGIC_NUMBERS } from '../../../../src/carriers/simulator/magic-numbers.ts';
import { magicNumbers } from '../../sending/magic-numbers.ts';
import { type Bubble, byDay, codeIn, correspondents } from './thread.ts';

describe('a code', () => {
  it.each([
    ['Your code is 123456.', '123456'],
    ['123456', '123456'],
    ['Call +386401234567', undefined],
    ['Order 1234567', undefined],
    ['123456 or 654321', undefined],
    ['+123456', undefined],
    [undefined, undefined],
  ])('in "%s" is %s', (text, code) => {
    expect(codeIn(text)).toBe(code);
  });
});

const bubble = (sender: string, at: string): Bubble => ({ at, direction: 'in', sender, text: 'x' });

it('replies to the last sender', () => {
  const thread = ['Shop', 'Bank', 'Shop', 'Hermod'].map((sender, place) =>
    bubble(sender, `2026-11-16T12:0${place}:00Z`),
  );
  expect(correspondents(thread)).toEqual(['Hermod', 'Shop', 'Bank']);
});

it('keeps the bubbles of a day together, in their order', () => {
  const at = [new Date(2026, 10, 15, 23, 59), new Date(2026, 10, 16, 0, 1), new Date(2026, 10, 16, 12, 0)];
  const days = byDay(at.map((time) => bubble('Shop', time.toISOString())));
  expect(days.map(({ bubbles }) => bubbles.length)).toEqual([1, 2]);
  expect(byDay([])).toEqual([]);
});

it('explains every magic number', () => {
  // The first one is that of a usual phone.
  expect(magicNumbers.slice(1).map(({ number }) => number)).toEqual(MAGIC_NUMBERS.map(({ number }) => number));
});
