import { useLocalStorage } from '@mantine/hooks';

type Offered = { readonly id: string; readonly quiet?: boolean; readonly isExtra?: boolean };
/** What was chosen, by the id of the column: the others are as the table has them. */
type Chosen = Readonly<Record<string, boolean>>;

const nothing: Chosen = {};
/** The first column names the row, and buttons are no information. */
const isFixed = ({ quiet }: Offered, place: number) => place === 0 || quiet === true;

/** Which columns of a table are shown, kept in this browser under the name of the table. Without a name, all. */
export function useColumnChoice<C extends Offered>(name: string | undefined, columns: readonly C[]) {
  const [chosen, set] = useLocalStorage<Chosen>({
    key: `hermod-columns ${name ?? ''}`,
    defaultValue: nothing,
    getInitialValueInEffect: false,
  });
  const isShown = (column: C, place: number) =>
    isFixed(column, place) || name === undefined || (chosen[column.id] ?? column.isExtra !== true);
  return {
    shown: columns.filter(isShown),
    /** Those of a table that differ by role keep what was chosen for the others. */
    choose: (ids: readonly string[]) =>
      set({ ...chosen, ...Object.fromEntries(columns.map(({ id }) => [id, ids.includes(id)])) }),
    reset: () => set(nothing),
  };
}
