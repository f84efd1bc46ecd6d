/** Which rows of a long table are rendered. Pure: measured heights come in, and the part of the table that is on the screen. */

export const blockRows = 25;
/** Above and below the screen, so that a turn of the wheel finds rows there. */
const marginPx = 800;
/** Before any row was measured. */
const guessedRowPx = 35;

export type Heights = ReadonlyMap<number, number>;
/** Blocks from `first` to `last`, and the heights of those before and behind them. */
export type Window = { readonly first: number; readonly last: number; readonly above: number; readonly below: number };

/** `top` and `bottom` of the screen, from the first row. A block that was never rendered is taken to be as high as the others. */
export function windowOf(
  rows: number,
  heights: Heights,
  { top, bottom }: { readonly top: number; readonly bottom: number },
): Window {
  const end = Math.ceil(rows / blockRows) - 1;
  const rowPx = rowHeight(rows, heights);
  const heightOf = (block: number) => heights.get(block) ?? rowPx * Math.min(blockRows, rows - block * blockRows);
  let first = 0;
  let above = 0;
  while (first < end && above + heightOf(first) < top - marginPx) above += heightOf(first++);
  let last = first;
  let reached = above + heightOf(first);
  while (last < end && reached < bottom + marginPx) reached += heightOf(++last);
  let below = 0;
  for (let block = last + 1; block <= end; block++) below += heightOf(block);
  return { first, last, above, below };
}

/** The mean of the measured blocks. The last one may have fewer rows. */
function rowHeight(rows: number, heights: Heights): number {
  const full = [...heights].filter(([block]) => (block + 1) * blockRows <= rows).map(([, height]) => height);
  if (full.length === 0) return guessedRowPx;
  return full.reduce((sum, height) => sum + height, 0) / (full.length * blockRows);
}
