import { useMemo } from 'react';
import { Chart } from '../../parts/chart/Chart.tsx';
import { Panel } from '../../parts/Page.tsx';
import { useTexts } from '../../texts/language.tsx';
import { stepsOf } from './figures.ts';
import type { Rows } from './reading.ts';

type Props = { rows: Rows | undefined; asked: { group: 'day' | 'hour'; from: string; to: string } };
const nothing: Rows = [];

/** Messages over the range, as lines. */
export function Course({ rows = nothing, asked: { group, from, to } }: Props) {
  const { t, locale } = useTexts();
  const { times, lines } = useMemo(() => {
    const steps = stepsOf(rows, group, new Date(from), new Date(to));
    const values = (name: 'accepted' | 'delivered' | 'failed') => steps.map((step) => step[name]);
    return {
      times: steps.map(({ at }) => at / 1_000),
      lines: [
        { label: t('statistics.accepted'), colour: '--chart-1', dash: [7, 4], values: values('accepted') },
        { label: t('statistics.delivered'), colour: '--chart-2', values: values('delivered') },
        { label: t('statistics.notDelivered'), colour: '--chart-3', dash: [2, 3], values: values('failed') },
      ],
    };
  }, [rows, group, from, to, t]);
  const form = useMemo(() => {
    // Days are those of UTC, as the service counts them; hours are shown in the reader's zone.
    const dates = new Intl.DateTimeFormat(
      locale,
      group === 'day'
        ? { day: 'numeric', month: 'short', timeZone: 'UTC' }
        : { day: 'numeric', month: 'numeric', hour: '2-digit', hourCycle: 'h23' },
    );
    const counts = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
    return {
      time: (seconds: number) => dates.format(seconds * 1_000),
      format: (value: number) => counts.format(value),
    };
  }, [locale, group]);
  return (
    <Panel title={t('statistics.course')}>
      <Chart label={t('statistics.courseLabel')} times={times} lines={lines} {...form} />
    </Panel>
  );
}
