import { useMemo } from 'react';
import { Chart } from '../../parts/chart/Chart.tsx';
import type { Plotted } from '../../parts/chart/plot.ts';
import { Panel } from '../../parts/Page.tsx';
import { duration } from '../../parts/time-text.ts';
import { useTexts } from '../../texts/language.tsx';
import styles from './overview.module.css';
import type { Overview, Range } from './overview.ts';

const empty: Overview['series'] = [];

export function Charts({ overview, range }: { overview: Overview | undefined; range: Range }) {
  const { t, locale } = useTexts();
  const series = overview?.series ?? empty;
  const messages = useMemo((): Pick<Plotted, 'times' | 'lines'> => {
    const not = (step: Overview['series'][number]) => step.failed + step.rejected + step.unknown;
    return {
      times: timesOf(series),
      lines: [
        {
          label: t('overview.accepted'),
          colour: '--chart-1',
          dash: [7, 4],
          values: series.map((step) => step.accepted),
        },
        { label: t('overview.delivered'), colour: '--chart-2', values: series.map((step) => step.delivered) },
        { label: t('overview.failed'), colour: '--chart-3', dash: [2, 3], values: series.map(not) },
      ],
    };
  }, [series, t]);
  const times = useMemo(
    (): Pick<Plotted, 'times' | 'lines'> => ({
      times: timesOf(series),
      lines: [
        { label: t('overview.p50'), colour: '--chart-2', values: series.map(({ p50Seconds }) => p50Seconds ?? null) },
        {
          label: t('overview.p95'),
          colour: '--chart-4',
          dash: [7, 4],
          values: series.map(({ p95Seconds }) => p95Seconds ?? null),
        },
      ],
    }),
    [series, t],
  );
  const { time, count, seconds } = useMemo(() => formats(locale, range), [locale, range]);
  return (
    <div className={styles.pair}>
      <Panel title={t('overview.chartMessages')}>
        <Chart label={t('overview.chartMessagesLabel')} {...messages} format={count} time={time} />
      </Panel>
      <Panel title={t('overview.chartTimes')}>
        <Chart label={t('overview.chartTimesLabel')} {...times} format={seconds} time={time} />
      </Panel>
    </div>
  );
}

function timesOf(series: Overview['series']): number[] {
  return series.map(({ at }) => Date.parse(at) / 1_000);
}

function formats(locale: string, range: Range) {
  const form: Intl.DateTimeFormatOptions =
    range === '30d' ? { day: 'numeric', month: 'short' } : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
  const times = new Intl.DateTimeFormat(locale, form);
  const counts = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  return {
    time: (seconds: number) => times.format(seconds * 1_000),
    count: (value: number) => counts.format(value),
    seconds: (value: number) => duration(value, locale),
  };
}
