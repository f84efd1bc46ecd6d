import { useLocalStorage } from '@mantine/hooks';

type Offered = { readonly id: string; readonly isExtra?: boolean };
/** What was chosen, by the id of the column: those that nobody touched are as the table has them. */
type Chosen = Readonly<Record<string, boolean>>;

const nothing: Chosen = {};
/** The first column names the row. */
const isFixed = (place: number) => place === 0;

/** Which columns of a table are shown, kept in this browser under the name of the table. Without a name, all. */
export function useColumnChoice<C extends Offered>(name: string | undefined, columns: readonly C[]) {
  const [chosen, set] = useLocalStorage<Chosen>({
    key: `hermod-columns ${name ?? ''}`,
    defaultValue: nothing,
    getInitialValueInEffect: false,
  });
  const isShown = ({ id, isExtra = false }: C, place: number) =>
    isFixed(place) || name === undefined || (chosen[id] ?? !isExtra);
  return {
    shown: columns.filter(isShown),
    choose: (ids: readonly string[]) =>
      set({
        ...chosen,
        ...Object.fromEntries(columns.map(({ id }, place) => [id, isFixed(place) || ids.includes(id)])),
      }),
    reset: () => set(nothing),
  };
}
