import { useMemo } from 'react';
import { Chart } from '../../parts/chart/Chart.tsx';
import type { LinkTo } from '../../parts/chart/links.ts';
import { previous, useOutcomes } from '../../parts/chart/outcomes.ts';
import { type Series, sumOf } from '../../parts/chart/stack.ts';
import { useNotes } from '../../parts/chart/useNotes.ts';
import { Panel } from '../../parts/Page.tsx';
import { useTexts } from '../../texts/language.tsx';
import { otherKey, partsOf, type StepLength, startsOf, stepsOf } from './figures.ts';
import { useNameText } from './name-text.ts';
import { type Asked, before, type Rows, useAnnotations, useRows } from './reading.ts';
import { outcomeLinks, partLinks } from './targets.ts';

const nothing: Rows = [];
const colours = [1, 2, 4, 5, 6, 7, 8, 3].map((place) => `--chart-${place}`);

/** Messages over the range by outcome, compared with the range before. */
export function Outcomes({
  rows = nothing,
  earlier,
  asked,
}: {
  rows: Rows | undefined;
  earlier: Rows | undefined;
  asked: Asked;
}) {
  const group = asked.group as StepLength;
  const outcomes = useOutcomes();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts never change.
  const { times, series, link } = useMemo(() => {
    const { from, to } = spanOf(asked);
    const steps = stepsOf(rows, group, from, to);
    const past = spanOf(before(asked));
    const accepted = earlier && stepsOf(earlier, group, past.from, past.to).map((step) => step.accepted);
    return {
      times: steps.map(({ at }) => at / 1_000),
      series: outcomes(steps, accepted && steps.map((_, place) => accepted[place] ?? 0)),
      link: outcomeLinks(asked, group, steps),
    };
  }, [rows, earlier, asked.from, asked.to, group]);
  return <Course asked={asked} step={group} times={times} series={series} link={link} />;
}

/** Messages over the range by country, carrier or account. */
export function Parts({ asked }: { asked: Asked }) {
  const { t } = useTexts();
  const step: StepLength = Date.parse(asked.to) - Date.parse(asked.from) > 2 * 86_400_000 ? 'day' : 'hour';
  const { rows = nothing } = useRows(asked, step);
  const { rows: earlier } = useRows(before(asked), step);
  const nameText = useNameText(asked.group);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts never change.
  const { times, series, link } = useMemo(() => {
    const { from, to } = spanOf(asked);
    const starts = startsOf(step, from, to);
    const bars = partsOf(rows, starts).map(({ key, label, values }, place): Series => {
      const isOther = key === otherKey;
      const colour = isOther ? '--line-strong' : colours[place % colours.length]!;
      return { key, label: isOther ? t('chart.other') : nameText(key, label), colour, shape: 'bar', values };
    });
    const past = spanOf(before(asked));
    const parts = earlier && partsOf(earlier, startsOf(step, past.from, past.to));
    const accepted = starts.map((_, place) => parts?.reduce((sum, { values }) => sum + (values[place] ?? 0), 0) ?? 0);
    const line = sumOf(accepted) > 0 ? [previous(t('chart.before'), accepted)] : [];
    const link = partLinks(asked, step, starts);
    return { times: starts.map((at) => at / 1_000), series: [...bars, ...line], link };
  }, [rows, earlier, asked.from, asked.to, step, asked.group]);
  return <Course asked={asked} step={step} times={times} series={series} link={link} />;
}

type Props = { asked: Asked; step: StepLength; times: readonly number[]; series: readonly Series[]; link: LinkTo };

function Course({ asked, step, times, series, link }: Props) {
  const { t, locale } = useTexts();
  const notes = useNotes(useAnnotations(asked));
  const form = useMemo(() => {
    // Days are those of UTC, as the service counts them; hours are shown in the reader's zone.
    const dates = new Intl.DateTimeFormat(
      locale,
      step === 'day'
        ? { day: 'numeric', month: 'short', timeZone: 'UTC' }
        : { day: 'numeric', month: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    );
    const counts = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
    return {
      time: (seconds: number) => dates.format(seconds * 1_000),
      format: (value: number) => counts.format(value),
    };
  }, [locale, step]);
  return (
    <Panel title={t('statistics.course')}>
      <Chart
        label={t('statistics.courseLabel')}
        times={times}
        series={series}
        notes={notes}
        link={link}
        whole
        empty={null}
        {...form}
      />
    </Panel>
  );
}

const spanOf = ({ from, to }: Asked) => ({ from: new Date(from), to: new Date(to) });
