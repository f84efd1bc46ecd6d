import { useComputedColorScheme } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import styles from './Chart.module.css';
import { Legend, useValueTexts } from './Legend.tsx';
import { Notes } from './Notes.tsx';
import type { Drawn, Plotted } from './plot.ts';
import { isEmpty } from './stack.ts';
import { ValueTable } from './ValueTable.tsx';

type Props = Plotted & {
  /** What the chart shows, for those who do not see it; the figures are in a table below it. */
  label: string;
  /** Shown in place of a chart without any value: why, and what to do. */
  empty: ReactNode;
};

/**
 * A chart over time, with the values of the time that is pointed at, by mouse or by arrow keys, and the same figures as a table. Its
 * library is loaded when the first chart is shown.
 */
export function Chart({ label, empty, ...plotted }: Props) {
  const isBlank = useMemo(() => isEmpty(plotted.series), [plotted.series]);
  return isBlank ? empty : <Filled label={label} plotted={plotted} />;
}

function Filled({ label, plotted }: { label: string; plotted: Plotted }) {
  const { times, series, notes } = plotted;
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn>(undefined);
  const scheme = useComputedColorScheme();
  const [point, setPoint] = useState<number>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again when the figures or the colours change.
  useEffect(() => {
    let isGone = false;
    // Without it, the figures are in the table; the next ones try again.
    import('./plot.ts').then(
      ({ plot }) => {
        if (!isGone && place.current) drawn.current = plot(place.current, plotted, setPoint);
      },
      () => {},
    );
    return () => {
      isGone = true;
      drawn.current?.end();
      drawn.current = undefined;
    };
  }, [times, series, notes, scheme]);
  const last = times.length - 1;
  const shown = point === undefined || point > last ? undefined : point;
  const { timeText, valueText } = useValueTexts(plotted);
  const move = (to: number | undefined) => {
    setPoint(to);
    drawn.current?.point(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = nextPoint(event.key, shown, last);
    if (to === 'none') return;
    event.preventDefault();
    move(to);
  };
  return (
    <figure className={styles.chart}>
      <Legend plotted={plotted} point={shown} />
      <div
        ref={place}
        className={styles.place}
        role="slider"
        tabIndex={0}
        aria-readonly="true"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={shown ?? last}
        aria-valuetext={[timeText(shown), ...series.map((each) => `${each.label} ${valueText(each, shown)}`)].join(
          ', ',
        )}
        onKeyDown={onKeyDown}
        onBlur={() => move(undefined)}
      />
      <Notes plotted={plotted} point={shown} />
      <ValueTable label={label} plotted={plotted} />
    </figure>
  );
}

/** The place that a key leads to; undefined is that of all times together. */
function nextPoint(key: string, point: number | undefined, last: number): number | undefined | 'none' {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return point === undefined ? last : Math.max(0, point - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return point === undefined ? 0 : Math.min(last, point + 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'Escape':
      return undefined;
    default:
      return 'none';
  }
}
