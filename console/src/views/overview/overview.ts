import type { UseQueryOptions } from '@tanstack/react-query';
import type { Customer, Operator } from '../../api/client.ts';
import { read } from '../../api/queries.ts';
import type { Scope } from '../../api/session.tsx';
import type { Now } from '../../live/events.ts';
import { type LinkTo, statusOf, stepLinks } from '../../parts/chart/links.ts';

export const ranges = ['1h', '24h', '30d'] as const;
export type Range = (typeof ranges)[number];
/** What both audiences have. Amounts are texts for the operator and numbers for customers. */
export type Overview = Omit<Customer['Overview'] | Operator['OperatorOverview'], 'now' | 'annotations'> & {
  now: Now;
  annotations?: Operator['OperatorOverview']['annotations'];
};

export const overviewPaths = ['/admin/v1/overview', '/v1/overview'];

/** As often as a new step of the chart has something to say. */
const restMs: Readonly<Record<Range, number>> = { '1h': 10_000, '24h': 60_000, '30d': 300_000 };

export function overviewOf(scope: Scope, range: Range): UseQueryOptions<Overview> {
  const params = { params: { query: { range } } };
  const query = scope.kind === 'operator' ? read('/admin/v1/overview', params) : read('/v1/overview', params);
  return { ...(query as unknown as UseQueryOptions<Overview>), refetchInterval: restMs[range] };
}

/** What the figures count: messages accepted from and before these times, in milliseconds. */
export function spanOf({ series, stepSeconds }: Overview): { after: number; before: number } {
  const after = Date.parse(series[0]!.at);
  return { after, before: after + series.length * stepSeconds * 1_000 };
}

export function linksOf(overview: Overview): LinkTo {
  const { series, stepSeconds, totals } = overview;
  const { after, before } = spanOf(overview);
  const starts = series.map(({ at }) => Date.parse(at));
  return stepLinks({ starts, length: stepSeconds * 1_000, from: after, to: before }, (place, key) => ({
    status: statusOf(key, (place === undefined ? undefined : series[place]) ?? totals),
  }));
}
