import { describe, expect, it } from 'vitest';
import { clicked, clickedAll } from './selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const from = (...keys: string[]) => new Set(keys);

describe('selection', () => {
  it('turns a row on and off', () => {
    expect(clicked(from(), order, 'b', undefined)).toEqual(from('b'));
    expect(clicked(from('b', 'c'), order, 'b', undefined)).toEqual(from('c'));
  });

  it('makes a range like the clicked row, in either direction', () => {
    expect(clicked(from('b'), order, 'd', 'b')).toEqual(from('b', 'c', 'd'));
    expect(clicked(from('d'), order, 'b', 'd')).toEqual(from('b', 'c', 'd'));
    expect(clicked(from('a', 'b', 'c', 'd'), order, 'b', 'd')).toEqual(from('a'));
  });

  it('takes one row where that of the click before is gone', () => {
    expect(clicked(from(), order, 'c', 'x')).toEqual(from('c'));
  });

  it('takes all, then none, and leaves those that are not shown', () => {
    expect(clickedAll(from('b', 'x'), order)).toEqual(from('x', ...order));
    expect(clickedAll(from('x', ...order), order)).toEqual(from('x'));
  });
});
