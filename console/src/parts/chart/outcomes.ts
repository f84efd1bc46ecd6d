import { useTexts } from '../../texts/language.tsx';
import { beforeKey } from './links.ts';
import { type Series, sumOf } from './stack.ts';

const counted = ['delivered', 'sent', 'waiting', 'cancelled', 'unknown', 'rejected', 'failed'] as const;
export type Outcomes = { readonly [Name in (typeof counted)[number]]: number };

type Outcome = readonly [key: 'delivered' | 'open' | 'cancelled' | 'unknown' | 'rejected' | 'failed', colour: string];
/** From the bottom of the stack. Those in progress are sent or waiting. */
const outcomes: readonly Outcome[] = [
  ['delivered', '--chart-2'],
  ['open', '--chart-1'],
  ['cancelled', '--line-strong'],
  ['unknown', '--chart-5'],
  ['rejected', '--chart-4'],
  ['failed', '--chart-3'],
];
const always: ReadonlySet<string> = new Set(['delivered', 'failed']);

/** Messages of each step by their outcome, as a stack, with the messages of the period before as a line. Rare outcomes are left out. */
export function useOutcomes(): (steps: readonly Outcomes[], before: readonly number[] | undefined) => Series[] {
  const { t } = useTexts();
  return (steps, before) => {
    const bars = outcomes.map(([key, colour]): Series => {
      const values = steps.map((step) => (key === 'open' ? step.sent + step.waiting : step[key]));
      return { key, label: t(`chart.${key}`), colour, shape: 'bar', values };
    });
    const shown = bars.filter(({ key, values }) => always.has(key) || sumOf(values) > 0);
    return before && sumOf(before) > 0 ? [...shown, previous(t('chart.before'), before)] : shown;
  };
}

/** Messages of the same step of the period before. */
export function previous(label: string, values: readonly number[]): Series {
  return { key: beforeKey, label, colour: '--text', shape: 'line', dash: [4, 4], values };
}
