import { expect, it } from 'vitest';
import { barAt, isEmpty, type Note, notesAt, type Series, stacked, sumOf } from './stack.ts';

const bar = (values: (number | null)[]): Series => ({ key: '', label: '', colour: '', values, shape: 'bar' });

it('stacks bars from the first, and draws the highest first', () => {
  expect(stacked([bar([1, 0, 3]), bar([2, 5, null]), bar([0, 1, 4])])).toEqual([
    [null, 6, 7],
    [3, 5, null],
    [1, null, 3],
  ]);
  expect(stacked([])).toEqual([]);
});

it('finds the bar at a height', () => {
  const bars = [bar([2, 0]), bar([0, null]), bar([3, 1])];
  const found = (place: number, height: number) => bars.indexOf(barAt(bars, place, height)!);
  expect([0, 1.9, 2, 4.9, 5, -1].map((height) => found(0, height))).toEqual([0, 0, 2, 2, -1, -1]);
  expect([0, 1].map((height) => found(1, height))).toEqual([2, -1]);
  expect(found(7, 0)).toBe(-1);
});

it('is empty without a value above zero', () => {
  expect(isEmpty([bar([0, null]), bar([])])).toBe(true);
  expect(isEmpty([bar([0, null]), bar([0, 1])])).toBe(false);
  expect(sumOf([1, null, 2])).toBe(3);
});

it('finds what happened in a step, or lasted into it', () => {
  const note = (kind: Note['kind'], at: number, until?: number): Note => ({ kind, at, until, text: `${kind} ${at}` });
  const notes = [note('deployment', 65), note('pause', 10, 70), note('outage', 130), note('pause', 0, 59)];
  const texts = (at: number) => notesAt(notes, at, 60).map(({ text }) => text);
  expect(texts(0)).toEqual(['pause 10', 'pause 0']);
  expect(texts(60)).toEqual(['deployment 65', 'pause 10']);
  expect(texts(120)).toEqual(['outage 130']);
  expect(texts(600)).toEqual(['outage 130']);
});
