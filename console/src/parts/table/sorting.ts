/** The order of the rows of a table. Pure: the address says which, the columns say what is compared. */

export type Direction = 'ascending' | 'descending';
export type Sorting = { readonly column: string; readonly direction: Direction };
/** Undefined: the row has no value, and comes last in both directions. */
export type Comparable = string | number | undefined;

/** `-price` in the address is descending. */
export function sortingOf(text: string | undefined): Sorting | undefined {
  if (!text || text === '-') return undefined;
  return text.startsWith('-')
    ? { column: text.slice(1), direction: 'descending' }
    : { column: text, direction: 'ascending' };
}

export function sortingText(sorting: Sorting | undefined): string | undefined {
  return sorting && `${sorting.direction === 'descending' ? '-' : ''}${sorting.column}`;
}

/** What a click on the title of a column asks for: its first direction, then the other one, then the order of the list. */
export function nextSorting(now: Sorting | undefined, column: string, first: Direction): Sorting | undefined {
  if (now?.column !== column) return { column, direction: first };
  if (now.direction !== first) return undefined;
  return { column, direction: first === 'ascending' ? 'descending' : 'ascending' };
}

/** Equal rows keep their order. Texts are compared as the language does, digits in them as numbers. */
export function sorted<R>(
  rows: readonly R[],
  comparable: (row: R) => Comparable,
  direction: Direction,
  locale: string,
): readonly R[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const sign = direction === 'ascending' ? 1 : -1;
  const valued = rows.map((row) => ({ row, value: presentOf(comparable(row)) }));
  return valued
    .sort(({ value: one }, { value: other }) => {
      if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
      return (
        sign * (typeof one === 'number' && typeof other === 'number' ? one - other : compare(`${one}`, `${other}`))
      );
    })
    .map(({ row }) => row);
}

function presentOf(value: Comparable): Comparable {
  return value === '' || Number.isNaN(value) ? undefined : value;
}
