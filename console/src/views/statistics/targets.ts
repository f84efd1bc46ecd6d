import { beforeKey, type LinkTo, statusOf, stepLinks } from '../../parts/chart/links.ts';
import { type Conditions, messagesWith } from '../../parts/message-search.ts';
import type { Target } from '../../parts/Target.tsx';
import { otherKey, type Row, type Step, type StepLength, stepMs } from './figures.ts';
import type { Asked, Group } from './reading.ts';

/** Keys of messages without a carrier or an API key. */
const noKey = 'none';

const filtersOf = ({ accountId, country }: Asked): Conditions => ({ account: accountId, country });
const spanOf = ({ from, to }: Asked) => ({ from: Date.parse(from), to: Date.parse(to) });

/** All messages of the range that the filters select, or those of a status. */
export function targetOfAll(asked: Asked, status?: string): Target {
  const { from, to } = spanOf(asked);
  return messagesWith({ status, ...filtersOf(asked), after: from, before: to });
}

const conditionOf: Readonly<Partial<Record<Group, keyof Conditions>>> = {
  sender: 'from',
  carrier: 'carrier',
  account: 'account',
};

/** Selects the messages of a group; undefined where the list of messages has no filter for it. */
function conditionsOf(group: Group, key: string): Conditions | undefined {
  if (key === otherKey || key === noKey || key === '' || key.includes('"')) return undefined;
  if (group === 'country') return /^[A-Z]{2}$/.test(key) ? { country: key } : undefined;
  const name = conditionOf[group];
  return name && { [name]: key };
}

/** The messages of a row of the breakdown, or those of a status. */
export function targetOfRow(asked: Asked, { key }: Pick<Row, 'key'>, status?: string): Target | undefined {
  const { group } = asked;
  if (group === 'day' || group === 'hour') {
    const link = stepLinks({ starts: [Date.parse(key)], length: stepMs[group], ...spanOf(asked) }, () => ({
      status,
      ...filtersOf(asked),
    }));
    return link(0);
  }
  const conditions = conditionsOf(group, key);
  const { from, to } = spanOf(asked);
  return conditions && messagesWith({ status, ...filtersOf(asked), ...conditions, after: from, before: to });
}

/** Of a chart by outcome. */
export function outcomeLinks(asked: Asked, group: StepLength, steps: readonly Step[]): LinkTo {
  const total = { sent: sumOf(steps, 'sent'), waiting: sumOf(steps, 'waiting') };
  return stepLinks({ starts: steps.map(({ at }) => at), length: stepMs[group], ...spanOf(asked) }, (place, key) => ({
    status: statusOf(key, (place === undefined ? undefined : steps[place]) ?? total),
    ...filtersOf(asked),
  }));
}

/** Of a chart by country, sender, carrier or account. */
export function partLinks(asked: Asked, step: StepLength, starts: readonly number[]): LinkTo {
  return stepLinks({ starts, length: stepMs[step], ...spanOf(asked) }, (_place, key) => {
    if (key === undefined || key === beforeKey) return filtersOf(asked);
    const conditions = conditionsOf(asked.group, key);
    return conditions && { ...filtersOf(asked), ...conditions };
  });
}

function sumOf(steps: readonly Step[], name: 'sent' | 'waiting'): number {
  return steps.reduce((sum, step) => sum + step[name], 0);
}
