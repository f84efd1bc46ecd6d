import 'uplot/dist/uPlot.min.css';
import uPlot from 'uplot';
import { isForBrowser } from '../Target.tsx';
import type { LinkTo } from './links.ts';
import { barAt, type Note, type Series, stacked } from './stack.ts';
import { labelledTimes, wholeSteps } from './ticks.ts';

export type Plotted = {
  /** Seconds; each is the start of a step. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  readonly notes?: readonly Note[];
  readonly format: (value: number) => string;
  readonly time: (seconds: number) => string;
  /** The values are counts: the axis has whole numbers only. */
  readonly whole?: boolean;
  /** Where the messages behind a value are listed. */
  readonly link?: LinkTo;
};
/** The address of what is pointed at, and the way there without loading the page again. */
export type Opening = {
  readonly href: (place: number, key: string | undefined) => string | undefined;
  readonly open: (place: number, key: string | undefined) => void;
};
export type Drawn = { readonly point: (place: number | undefined) => void; readonly end: () => void };

const height = 190;
const gap = 10;
const tones: Readonly<Record<Note['kind'], string>> = { deployment: '--accent', pause: '--warn', outage: '--bad' };

/**
 * Draws into an element; `onPoint` gets the place of the time that is pointed at. Loaded only where a chart is shown: uPlot is 22 kB
 * compressed.
 */
export function plot(
  element: HTMLElement,
  plotted: Plotted,
  opening: Opening,
  onPoint: (place: number | undefined) => void,
): Drawn {
  const { times, series, notes = [], format, time, whole = false } = plotted;
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const font = `11px ${style.fontFamily}`;
  const widthOf = measure(font);
  const step = (times[1] ?? 0) - (times[0] ?? 0) || 60;
  const timeWidth = Math.max(...[times[0], times.at(-1)].map((at) => widthOf(time(at ?? 0)))) + gap;
  const bars = series.filter(({ shape }) => shape === 'bar');
  const lines = series.filter(({ shape }) => shape === 'line');
  const axis = { stroke: colour('--dim'), grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false }, font };
  const anchor = document.createElement('a');
  const pointAnchor = () => {
    const pointed = pointedAt();
    const href = pointed && opening.href(pointed.place, pointed.key);
    if (href === undefined) anchor.removeAttribute('href');
    else anchor.href = href;
  };
  const pointedAt = () => {
    const { idx, top = 0 } = chart.cursor;
    return typeof idx === 'number' ? { place: idx, key: barAt(bars, idx, chart.posToVal(top, 'y'))?.key } : undefined;
  };
  const chart = new uPlot(
    {
      width: element.clientWidth,
      height,
      // Half of a label may stand beyond the last step.
      padding: [gap, timeWidth / 2, 0, timeWidth / 4],
      cursor: {
        y: false,
        points: { show: bars.length === 0, size: 6 },
        drag: { x: false, y: false },
        // Also over the link, which uPlot would take for something else.
        bind: { mousemove: (_chart, _over, handle) => handle },
      },
      legend: { show: false },
      scales: {
        // Bars stand in the middle of their time: the first and the last need half a step of room.
        x: { range: (_chart, low, high) => (bars.length > 0 ? [low - step / 2, high + step / 2] : [low, high]) },
        y: { range: (_chart, _low, high) => [0, Math.max(high, 0) * 1.08 || 1] },
      },
      axes: [
        {
          ...axis,
          size: 28,
          grid: { show: false },
          splits: ({ bbox }) =>
            labelledTimes(times, Math.floor(bbox.width / devicePixelRatio / timeWidth), zoneOf(times)),
          values: (_chart, ticks) => ticks.map(time),
        },
        {
          ...axis,
          size: (_chart, labels) => Math.max(24, ...(labels ?? []).map(widthOf)) + gap,
          space: 34,
          ...(whole && { incrs: [...wholeSteps] }),
          values: (_chart, ticks) => ticks.map(format),
        },
      ],
      series: [
        {},
        ...bars.toReversed().map(
          ({ label, colour: name }): uPlot.Series => ({
            label,
            fill: colour(name),
            stroke: colour(name),
            width: 0,
            paths: uPlot.paths.bars!({ size: [0.8, 40] }),
            points: { show: false },
          }),
        ),
        ...lines.map(
          ({ label, colour: name, dash, values }): uPlot.Series => ({
            label,
            stroke: colour(name),
            width: 1.8,
            // Single points among gaps would not be seen as a line.
            points: { show: isSparse(values), size: 5 },
            // Lines differ by their dashes as well as by their colours.
            ...(dash && { dash: [...dash] }),
          }),
        ),
      ],
      hooks: {
        setCursor: [
          ({ cursor }) => {
            onPoint(cursor.idx ?? undefined);
            pointAnchor();
          },
        ],
        // A bar stands in the middle of the start of its step, half a step to the left of what happened in it.
        draw: [(drawn) => drawNotes(drawn, notes, bars.length > 0 ? step / 2 : 0, colour)],
      },
    },
    [[...times], ...stacked(bars), ...lines.map(({ values }) => [...values])],
    element,
  );
  layAnchor(chart.over, anchor, () => {
    const pointed = pointedAt();
    if (pointed) opening.open(pointed.place, pointed.key);
  });
  // The content above may have grown, and uPlot knows only of scrolling and resizing.
  chart.over.addEventListener('mouseenter', () => chart.syncRect(true));
  const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
  observer.observe(element);
  return {
    point: (place) => {
      const at = place === undefined ? undefined : times[place];
      chart.setCursor(at === undefined ? { left: -10, top: -10 } : { left: chart.valToPos(at, 'x'), top: 0 });
    },
    end: () => {
      observer.disconnect();
      chart.destroy();
    },
  };
}

/**
 * A link over the drawing, for the mouse: it can be opened in a new tab, and copied. Those who use the keyboard have the table, and Enter
 * in the chart.
 */
function layAnchor(over: HTMLElement, anchor: HTMLAnchorElement, open: () => void): void {
  Object.assign(anchor.style, { position: 'absolute', inset: '0' });
  Object.assign(anchor, { tabIndex: -1, draggable: false, ariaHidden: 'true' });
  anchor.addEventListener('click', (event) => {
    if (isForBrowser(event)) return;
    event.preventDefault();
    open();
  });
  over.append(anchor);
}

function isSparse(values: Series['values']): boolean {
  return values.filter((value) => value !== null).length <= 12;
}

function measure(font: string): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d')!;
  context.font = font;
  return (text) => context.measureText(text).width;
}

const zoneOf = ([at = 0]: readonly number[]) => -60 * new Date(at * 1_000).getTimezoneOffset();

/** A line where something began, with a mark at the top; what lasted is shaded. */
function drawNotes(chart: uPlot, notes: readonly Note[], shift: number, colour: (name: string) => string): void {
  const { ctx } = chart;
  const { left, top, width, height: high } = chart.bbox;
  const within = (at: number) => Math.min(left + width, Math.max(left, chart.valToPos(at - shift, 'x', true)));
  ctx.save();
  for (const { kind, at, until } of notes) {
    const x = within(at);
    ctx.fillStyle = colour(tones[kind]);
    ctx.strokeStyle = ctx.fillStyle;
    if (kind !== 'deployment') {
      ctx.globalAlpha = 0.12;
      ctx.fillRect(x, top, Math.max(1, within(until ?? Number.MAX_SAFE_INTEGER) - x), high);
      ctx.globalAlpha = 1;
    }
    ctx.lineWidth = devicePixelRatio;
    ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
    ctx.beginPath();
    ctx.moveTo(x, top);
    ctx.lineTo(x, top + high);
    ctx.stroke();
    ctx.beginPath();
    ctx.arc(x, top, 3 * devicePixelRatio, 0, 2 * Math.PI);
    ctx.fill();
  }
  ctx.restore();
}
