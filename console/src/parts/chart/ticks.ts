/** How many steps lie between two labels: what a reader counts in, for steps of a minute, an hour or a day. */
const strides: Readonly<Record<number, readonly number[]>> = {
  60: [1, 2, 5, 10, 15, 30, 60],
  3600: [1, 2, 3, 6, 12, 24, 48, 96, 168],
  86400: [1, 2, 7, 14, 28, 56, 91],
};

/**
 * The times that get a label: at most `most`, equally far apart, and at full minutes, hours or days of the zone that is
 * `offsetSeconds` ahead of UTC. A label always stands at a step, so it names what is drawn there.
 */
export function labelledTimes(times: readonly number[], most: number, offsetSeconds: number): number[] {
  const [first = 0, second] = times;
  if (second === undefined) return [...times];
  const step = second - first;
  const offset = step >= 86_400 ? 0 : offsetSeconds;
  const stride =
    strides[step]?.find((each) => times.length / each <= most) ?? Math.ceil(times.length / Math.max(1, most));
  const labelled = times.filter((at) => Math.round((at + offset) / step) % stride === 0);
  return labelled.length > 0 ? labelled.slice(0, Math.max(1, most)) : [first];
}

/** Steps of an axis for counts, which are whole numbers. */
export const wholeSteps: readonly number[] = Array.from({ length: 13 }, (_, power) => 10 ** power).flatMap((unit) => [
  unit,
  2 * unit,
  5 * unit,
]);
