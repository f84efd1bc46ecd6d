import { useMemo } from 'react';
import { Chart } from '../../parts/chart/Chart.tsx';
import { useOutcomes } from '../../parts/chart/outcomes.ts';
import type { Series } from '../../parts/chart/stack.ts';
import { useNotes } from '../../parts/chart/useNotes.ts';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Panel } from '../../parts/Page.tsx';
import { duration } from '../../parts/time-text.ts';
import { useTexts } from '../../texts/language.tsx';
import styles from './overview.module.css';
import { linksOf, type Overview, type Range } from './overview.ts';

const none: Overview['series'] = [];

export function Charts({ overview, range }: { overview: Overview | undefined; range: Range }) {
  const { t, locale } = useTexts();
  const { series: steps = none, previous, annotations } = overview ?? {};
  const times = useMemo(() => steps.map(({ at }) => Date.parse(at) / 1_000), [steps]);
  const outcomes = useOutcomes();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts never change.
  const messages = useMemo(() => outcomes(steps, previous?.accepted), [steps, previous]);
  const seconds = useMemo((): Series[] => {
    const valuesOf = (name: 'p50Seconds' | 'p95Seconds') => steps.map((step) => step[name] ?? null);
    return [
      { key: 'p50', label: t('overview.p50'), colour: '--chart-2', shape: 'line', values: valuesOf('p50Seconds') },
      {
        ...{ key: 'p95', label: t('overview.p95'), colour: '--chart-4', shape: 'line', dash: [7, 4] },
        values: valuesOf('p95Seconds'),
      },
    ];
  }, [steps, t]);
  const notes = useNotes(annotations);
  const link = useMemo(() => overview && linksOf(overview), [overview]);
  const { time, count, second } = useMemo(() => formats(locale, range), [locale, range]);
  const isLoading = overview === undefined;
  const empty = (title: string, text: string) =>
    isLoading ? <div className={styles.blank} /> : <EmptyState icon="statistics" title={title} text={text} />;
  return (
    <div className={styles.pair}>
      <Panel title={t('overview.chartMessages')}>
        <Chart
          label={t('overview.chartMessagesLabel')}
          times={times}
          series={messages}
          notes={notes}
          format={count}
          time={time}
          whole
          {...(link && { link })}
          empty={empty(t('overview.chartMessagesNone'), t('overview.chartMessagesNoneHint'))}
        />
      </Panel>
      <Panel title={t('overview.chartTimes')}>
        <Chart
          label={t('overview.chartTimesLabel')}
          times={times}
          series={seconds}
          notes={notes}
          format={second}
          time={time}
          // Times are those of delivered messages.
          {...(link && { link: (place) => link(place, 'delivered') })}
          empty={empty(t('overview.chartTimesNone'), t('overview.chartTimesNoneHint'))}
        />
      </Panel>
    </div>
  );
}

function formats(locale: string, range: Range) {
  const form: Intl.DateTimeFormatOptions =
    range === '30d'
      ? { day: 'numeric', month: 'short', timeZone: 'UTC' }
      : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
  const times = new Intl.DateTimeFormat(locale, form);
  const counts = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  return {
    time: (seconds: number) => times.format(seconds * 1_000),
    count: (value: number) => counts.format(value),
    second: (value: number) => duration(value, locale),
  };
}
