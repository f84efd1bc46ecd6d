/** Values of one kind over the times of a chart; null where there is none. */
export type Series = {
  readonly key: string;
  readonly label: string;
  /** A token of tokens.css. */
  readonly colour: string;
  readonly values: readonly (number | null)[];
  /** Bars of a stack, the first at the bottom; or a line over it. */
  readonly shape: 'bar' | 'line';
  readonly dash?: readonly number[];
};

/**
 * The height up to which each bar of a stack reaches, top first, so that each is drawn over the one above it. Null where the bar has no
 * height of its own: it would show as an edge.
 */
export function stacked(bars: readonly Series[]): (number | null)[][] {
  const sums: number[] = [];
  return bars
    .map(({ values }) =>
      values.map((value, place) => {
        sums[place] = (sums[place] ?? 0) + (value ?? 0);
        return value ? sums[place] : null;
      }),
    )
    .reverse();
}

/** The bar of a stack that reaches over a height at a place; undefined above the stack. */
export function barAt(bars: readonly Series[], place: number, height: number): Series | undefined {
  let sum = 0;
  return height < 0
    ? undefined
    : bars.find(({ values }) => {
        sum += values[place] ?? 0;
        return height < sum;
      });
}

export function sumOf(values: Series['values']): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}

export function isEmpty(series: readonly Series[]): boolean {
  return series.every(({ values }) => values.every((value) => !value));
}

export type Note = {
  readonly kind: 'deployment' | 'pause' | 'outage';
  /** Seconds, as the times of the chart. */
  readonly at: number;
  readonly until?: number | undefined;
  readonly text: string;
};

/** The notes of the step that begins at a time: those that begin in it, or are not over. */
export function notesAt(notes: readonly Note[], at: number, step: number): Note[] {
  return notes.filter(
    (note) => note.at < at + step && (note.until ?? (note.kind === 'deployment' ? note.at : at)) >= at,
  );
}
