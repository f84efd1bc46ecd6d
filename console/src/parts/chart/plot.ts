import 'uplot/dist/uPlot.min.css';
import uPlot from 'uplot';

export type Line = {
  readonly label: string;
  readonly colour: string;
  readonly values: readonly (number | null)[];
  readonly dash?: readonly number[];
};
export type Plotted = {
  readonly times: readonly number[];
  readonly lines: readonly Line[];
  readonly format: (value: number) => string;
  readonly time: (seconds: number) => string;
  readonly timeLabel: string;
};

const height = 190;

/** Draws into an element and returns what ends it. Loaded only where a chart is shown: uPlot is 22 kB compressed. */
export function plot(element: HTMLElement, { times, lines, format, time, timeLabel }: Plotted): () => void {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const axis = {
    stroke: colour('--dim'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
    font: `11px ${style.fontFamily}`,
  };
  const chart = new uPlot(
    {
      width: element.clientWidth,
      height,
      padding: [8, 8, 0, 0],
      cursor: { y: false, points: { size: 6 } },
      legend: { live: true },
      scales: { y: { range: (_chart, _low, high) => [0, high > 0 ? high * 1.08 : 1] } },
      axes: [
        { ...axis, size: 28, grid: { show: false }, space: 70, values: (_chart, ticks) => ticks.map(time) },
        { ...axis, size: 54, space: 34, values: (_chart, ticks) => ticks.map(format) },
      ],
      series: [
        { label: timeLabel, value: (_chart, at) => (at === null ? '' : time(at)) },
        ...lines.map(
          ({ label, colour: name, dash, values }): uPlot.Series => ({
            label,
            stroke: colour(name),
            width: 1.8,
            // Single points among gaps would not be seen as a line.
            ...(isSparse(values) && { points: { show: true, size: 5 } }),
            // Lines differ by their dashes as well as by their colours.
            ...(dash && { dash: [...dash] }),
            value: (_chart, value) => (value === null ? '–' : format(value)),
          }),
        ),
      ],
    },
    [times as number[], ...lines.map(({ values }) => values as number[])],
    element,
  );
  const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
  observer.observe(element);
  return () => {
    observer.disconnect();
    chart.destroy();
  };
}

function isSparse(values: Line['values']): boolean {
  return values.filter((value) => value !== null).length <= 12;
}
