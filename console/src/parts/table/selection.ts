/** The keys of the rows that are selected. Kept by the view, which knows what can be done with them. */
export type Selection<R> = {
  readonly keys: ReadonlySet<string>;
  readonly set: (keys: ReadonlySet<string>) => void;
  /** Names a row, for those who cannot see it. */
  readonly nameOf: (row: R) => string;
};

/**
 * A click on a row selects it, or no longer; with shift, all from the row of the click before, so that they become as the clicked
 * one. `order` has the keys as they are shown.
 */
export function clicked(
  keys: ReadonlySet<string>,
  order: readonly string[],
  key: string,
  before: string | undefined,
): ReadonlySet<string> {
  const isOn = !keys.has(key);
  const places = [before === undefined ? -1 : order.indexOf(before), order.indexOf(key)].sort((a, b) => a - b);
  const [from = -1, to = -1] = places;
  const meant = from < 0 ? [key] : order.slice(from, to + 1);
  return isOn ? new Set([...keys, ...meant]) : without(keys, meant);
}

/** All of them, or none if all are selected. Rows that are not shown any more stay as they were. */
export function clickedAll(keys: ReadonlySet<string>, order: readonly string[]): ReadonlySet<string> {
  return order.every((key) => keys.has(key)) ? without(keys, order) : new Set([...keys, ...order]);
}

function without(keys: ReadonlySet<string>, gone: readonly string[]): ReadonlySet<string> {
  const all = new Set(keys);
  for (const key of gone) all.delete(key);
  return all;
}
