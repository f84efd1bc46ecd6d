import { useMemo } from 'react';
import { useTexts } from '../../texts/language.tsx';
import { countText } from '../number-text.ts';
import { TargetLink } from '../Target.tsx';
import styles from './Chart.module.css';
import type { Plotted } from './plot.ts';
import { type Series, sumOf } from './stack.ts';

/** The time of a place and the value of a series there; without a place, the sums of counts. */
export function useValueTexts({ times, format, time, whole = false }: Plotted) {
  const { t, locale } = useTexts();
  return useMemo(() => {
    return {
      timeText: (place: number | undefined) =>
        place === undefined ? t(whole ? 'chart.total' : 'chart.pointHint') : time(times[place]!),
      valueText: ({ values }: Series, place: number | undefined): string => {
        if (place === undefined) return whole ? countText(sumOf(values), locale) : '';
        const value = values[place];
        if (value === null || value === undefined) return '–';
        return whole ? countText(value, locale) : format(value);
      },
    };
  }, [times, format, time, whole, t, locale]);
}

export function Legend({ plotted, point }: { plotted: Plotted; point: number | undefined }) {
  const { timeText } = useValueTexts(plotted);
  return (
    <figcaption className={styles.legend}>
      <span className={styles.when}>{timeText(point)}</span>
      <ul>
        {plotted.series.map((series) => (
          <li key={series.key}>
            <Linked plotted={plotted} series={series} point={point} />
          </li>
        ))}
      </ul>
    </figcaption>
  );
}

/** A series with its value, as a link to what it counts. */
function Linked({ plotted, series, point }: { plotted: Plotted; series: Series; point: number | undefined }) {
  const { valueText } = useValueTexts(plotted);
  const { key, label, colour, shape, dash } = series;
  const value = valueText(series, point);
  const target = value === '' ? undefined : plotted.link?.(point, key);
  const content = (
    <>
      <span className={styles.swatch} data-shape={dash ? 'dash' : shape} style={{ color: `var(${colour})` }} /> {label}{' '}
      <strong>{value}</strong>
    </>
  );
  return target ? (
    <TargetLink target={target} className={styles.link}>
      {content}
    </TargetLink>
  ) : (
    content
  );
}
