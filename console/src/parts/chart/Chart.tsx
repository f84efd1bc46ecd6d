import { useComputedColorScheme } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { useTexts } from '../../texts/language.tsx';
import { hrefOf, useGo } from '../Target.tsx';
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
  const { t } = useTexts();
  const go = useGo();
  const hintId = useId();
  const { times, series, notes, link } = plotted;
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn>(undefined);
  const scheme = useComputedColorScheme();
  const [point, setPoint] = useState<number>();
  const href = useEffectEvent((at: number, key: string | undefined) => {
    const target = link?.(at, key);
    return target && hrefOf(target);
  });
  const open = (at: number | undefined, key?: string) => {
    const target = link?.(at, key);
    if (target) go(target);
  };
  const openAt = useEffectEvent(open);
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again when the figures or the colours change.
  useEffect(() => {
    let isGone = false;
    // Without it, the figures are in the table; the next ones try again.
    import('./plot.ts').then(
      ({ plot }) => {
        if (!isGone && place.current)
          drawn.current = plot(
            place.current,
            plotted,
            { href: (...at) => href(...at), open: (...at) => openAt(...at) },
            setPoint,
          );
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
    if (event.key === 'Enter') return open(shown);
    const to = nextPoint(event.key, shown, last);
    if (to === 'none') return;
    event.preventDefault();
    move(to);
  };
  return (
    <figure className={styles.chart}>
      <Legend plotted={plotted} point={shown} />
      <div className={styles.place}>
        <div ref={place} />
        <div
          className={styles.keys}
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
          aria-describedby={link && hintId}
          onKeyDown={onKeyDown}
          onBlur={() => move(undefined)}
        />
        {link && (
          <span id={hintId} className="visually-hidden">
            {t('chart.openHint')}
          </span>
        )}
      </div>
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
