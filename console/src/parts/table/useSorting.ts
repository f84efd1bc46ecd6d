import { useState } from 'react';
import { useSearchParams } from '../../shell/useSearch.ts';
import { useTexts } from '../../texts/language.tsx';
import { type Comparable, nextSorting, sorted, sortingOf, sortingText } from './sorting.ts';

type Sortable<R> = {
  readonly id: string;
  readonly align?: 'end' | undefined;
  readonly sort?: (row: R) => Comparable;
};

/** How the rows of a table are sorted; of a table with a name, this is in the address. */
export function useSorting<R>(name: string | undefined, columns: readonly Sortable<R>[]) {
  const { locale } = useTexts();
  const [address, setAddress] = useSearchParams();
  const [own, setOwn] = useState<string>();
  const wanted = sortingOf(name === undefined ? own : address['sort']);
  const column = columns.find(({ id, sort }) => id === wanted?.column && sort);
  const sorting = column && wanted;
  return {
    sorting,
    sort: (id: string) => {
      // Of numbers, the largest are looked for.
      const first = columns.find((each) => each.id === id)?.align === 'end' ? 'descending' : 'ascending';
      const next = sortingText(nextSorting(sorting, id, first));
      if (name === undefined) setOwn(next);
      else setAddress({ sort: next });
    },
    inOrder: (rows: readonly R[]) =>
      column?.sort && sorting ? sorted(rows, column.sort, sorting.direction, locale) : rows,
  };
}
