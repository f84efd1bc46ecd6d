import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../texts/language.tsx';
import styles from './Chart.module.css';
import type { Plotted } from './plot.ts';

type Props = Omit<Plotted, 'timeLabel'> & {
  /** What the chart shows, for those who do not see it; the figures are in a table below it. */
  label: string;
};

/** A chart over time, and the same figures as a table. Its library is loaded when the first chart is shown. */
export function Chart({ label, ...plotted }: Props) {
  const { t } = useTexts();
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme();
  const { times, lines, format, time } = plotted;
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again when the figures or the colours change.
  useEffect(() => {
    let end: (() => void) | undefined;
    let isGone = false;
    const draw = ({ plot }: typeof import('./plot.ts')) => {
      if (!isGone && place.current) end = plot(place.current, { ...plotted, timeLabel: t('shell.time') });
    };
    // Without it, the figures are in the table; the next ones try again.
    import('./plot.ts').then(draw, () => {});
    return () => {
      isGone = true;
      end?.();
    };
  }, [times, lines, scheme]);
  return (
    <figure className={styles.chart}>
      <div ref={place} className={styles.place} role="img" aria-label={label} />
      <details className={styles.table}>
        <summary>{t('shell.asTable')}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
        <section tabIndex={0} aria-label={label}>
          <table>
            <caption className="visually-hidden">{label}</caption>
            <thead>
              <tr>
                <th scope="col">{t('shell.time')}</th>
                {lines.map((line) => (
                  <th key={line.label} scope="col">
                    {line.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {times.map((at, place) => (
                <tr key={at}>
                  <th scope="row">{time(at)}</th>
                  {lines.map((line) => (
                    <td key={line.label}>{cell(line.values[place], format)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  );
}

function cell(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? '–' : format(value);
}
