import { type Conditions, messagesWith } from '../message-search.ts';
import type { Target } from '../Target.tsx';

/** Where the messages of a series at a place are listed; without a series, of all of them; without a place, of the whole range. */
export type LinkTo = (place: number | undefined, key?: string) => Target | undefined;

/** The key of the series that shows the period before. */
export const beforeKey = 'before';

/** Times in milliseconds. */
type Steps = {
  readonly starts: readonly number[];
  readonly length: number;
  readonly from: number;
  readonly to: number;
};

/** The messages that were accepted in a step of a chart. `conditionsOf` selects those of a series, if they can be selected. */
export function stepLinks(
  { starts, length, from, to }: Steps,
  conditionsOf: (place: number | undefined, key: string | undefined) => Conditions | undefined,
): LinkTo {
  return (place, key) => {
    const start = place === undefined ? from : starts[place];
    const conditions = conditionsOf(place, key);
    if (start === undefined || conditions === undefined) return undefined;
    const after = Math.max(from, start);
    const before = place === undefined ? to : Math.min(to, start + length);
    // The period before is as long as the range, and ends where it begins.
    const shift = key === beforeKey ? to - from : 0;
    return messagesWith({ ...conditions, after: after - shift, before: before - shift });
  };
}

type Counts = { readonly sent: number; readonly waiting: number };

/** The status of the messages of an outcome. Those in progress have several: the one of most of them. */
export function statusOf(outcome: string | undefined, counts: Counts): string | undefined {
  if (outcome === 'open') return counts.sent >= counts.waiting ? 'sent' : 'accepted';
  return outcome === beforeKey ? undefined : outcome;
}
