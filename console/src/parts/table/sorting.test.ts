import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextSorting, sorted, sortingOf, sortingText } from './sorting.ts';

const byValue = <V extends string | number | undefined>(values: readonly V[], direction: 'ascending' | 'descending') =>
  sorted(
    values.map((value, place) => ({ value, place })),
    ({ value }) => value,
    direction,
    'sl-SI',
  );
const values = <V extends string | number | undefined>(all: readonly V[], direction: 'ascending' | 'descending') =>
  byValue(all, direction).map(({ value }) => value);

describe('sorting', () => {
  it('compares numbers as numbers and texts as the language does', () => {
    expect(values([10, 9, 100], 'ascending')).toEqual([9, 10, 100]);
    expect(values(['zebra', 'čaj', 'dom', 'cesta'], 'ascending')).toEqual(['cesta', 'čaj', 'dom', 'zebra']);
    expect(values(['key 10', 'key 9'], 'ascending')).toEqual(['key 9', 'key 10']);
  });

  it('puts rows without a value last in both directions', () => {
    expect(values([undefined, 2, Number.NaN, 1], 'ascending')).toEqual([1, 2, undefined, Number.NaN]);
    expect(values(['', 'a', 'b'], 'descending')).toEqual(['b', 'a', '']);
  });

  it('loses no row, and keeps the order of equal ones', () => {
    const any = fc.array(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constant(undefined)));
    fc.assert(
      fc.property(any, fc.constantFrom('ascending' as const, 'descending' as const), (all, direction) => {
        const rows = byValue(all, direction);
        expect(rows.map(({ place }) => place).toSorted((one, other) => one - other)).toEqual(
          all.map((_, place) => place),
        );
        for (const [place, row] of rows.entries()) {
          const next = rows[place + 1];
          if (next && next.value === row.value) expect(next.place).toBeGreaterThan(row.place);
        }
      }),
    );
  });

  it('goes from the first direction to the other, and back to the order of the list', () => {
    const one = nextSorting(undefined, 'price', 'descending');
    const two = nextSorting(one, 'price', 'descending');
    expect([one?.direction, two?.direction, nextSorting(two, 'price', 'descending')]).toEqual([
      'descending',
      'ascending',
      undefined,
    ]);
    expect(nextSorting(two, 'name', 'ascending')).toEqual({ column: 'name', direction: 'ascending' });
  });

  it('is written in the address and read back', () => {
    for (const text of ['price', '-price']) expect(sortingText(sortingOf(text))).toBe(text);
    for (const text of [undefined, '', '-']) expect(sortingOf(text)).toBeUndefined();
  });
});
