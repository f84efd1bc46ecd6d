const bars = '▁▂▃▄▅▆▇█';

/** A course of numbers in one line. Where there are more than fit, neighbours are added up. */
export function sparkline(values: readonly number[], most: number): string {
  const group = Math.max(1, Math.ceil(values.length / most));
  const sums: number[] = [];
  for (let start = 0; start < values.length; start += group)
    sums.push(values.slice(start, start + group).reduce((sum, value) => sum + value, 0));
  const highest = Math.max(...sums, 0);
  return sums.map((sum) => (sum === 0 ? ' ' : bars[Math.ceil((sum / highest) * bars.length) - 1]!)).join('');
}
