import { memo } from 'react';
import { useTexts } from '../../texts/language.tsx';
import styles from './Chart.module.css';
import { useValueTexts } from './Legend.tsx';
import type { Plotted } from './plot.ts';

/** The figures of a chart, for those who do not see it, or want one figure. */
export const ValueTable = memo(function ValueTable({ label, plotted }: { label: string; plotted: Plotted }) {
  const { t } = useTexts();
  const { times, series } = plotted;
  const { timeText, valueText } = useValueTexts(plotted);
  return (
    <details className={styles.table}>
      <summary>{t('shell.asTable')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section tabIndex={0} aria-label={label}>
        <table>
          <caption className="visually-hidden">{label}</caption>
          <thead>
            <tr>
              <th scope="col">{t('shell.time')}</th>
              {series.map(({ key, label: name }) => (
                <th key={key} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {times.map((at, place) => (
              <tr key={at}>
                <th scope="row">{timeText(place)}</th>
                {series.map((each) => (
                  <td key={each.key}>{valueText(each, place)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
});
