import { memo, useState } from 'react';
import { useTexts } from '../../texts/language.tsx';
import { type Target, TargetLink } from '../Target.tsx';
import styles from './Chart.module.css';
import { useValueTexts } from './Legend.tsx';
import type { Plotted } from './plot.ts';

/** The figures of a chart, for those who do not see it, or want one figure. Its rows are made when it is opened. */
export const ValueTable = memo(function ValueTable({ label, plotted }: { label: string; plotted: Plotted }) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.table} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('shell.asTable')}</summary>
      {isOpen && <Values label={label} plotted={plotted} />}
    </details>
  );
});

function Values({ label, plotted }: { label: string; plotted: Plotted }) {
  const { t } = useTexts();
  const { times, series, link } = plotted;
  const { timeText, valueText } = useValueTexts(plotted);
  const linked = (text: string, target: Target | undefined) =>
    target ? (
      <TargetLink target={target} className={styles.link}>
        {text}
      </TargetLink>
    ) : (
      text
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
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
              <th scope="row">{linked(timeText(place), link?.(place))}</th>
              {series.map((each) => (
                <td key={each.key}>
                  {linked(valueText(each, place), each.values[place] ? link?.(place, each.key) : undefined)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
