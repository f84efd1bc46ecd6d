import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../api/client.ts';
import { read } from '../../api/queries.ts';
import { useScope } from '../../api/session.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { useSearchParams } from '../../shell/useSearch.ts';
import type { Row, StepLength } from './figures.ts';

export const groups = ['day', 'hour', 'country', 'sender', 'key', 'carrier', 'account'] as const;
export type Group = (typeof groups)[number];
/** Counted without the country. */
export const isByOrigin = (group: Group): boolean => group === 'sender' || group === 'key';
export const ranges = { '24h': 1, '7d': 7, '30d': 30, '90d': 90, '365d': 365 } as const;
export type Range = keyof typeof ranges;

export type Asked = { group: Group; from: string; to: string; accountId?: string; country?: string };
export type Rows = readonly Row[];

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** The longest range, in days, for which the service reports hours. */
const mostHourDays = 31;

/** What the address asks for. The end is rounded to the hour, so that the same question has the same answer for a while. */
export function useAsked(): Asked {
  const { kind } = useScope();
  const [search] = useSearchParams();
  const isOperator = kind === 'operator';
  const group =
    groups.find((name) => name === search['group'] && (isOperator || !['carrier', 'account'].includes(name))) ?? 'day';
  const range = ranges[rangeOf(search['range'])];
  const days = group === 'hour' ? Math.min(range, mostHourDays) : range;
  const end = Math.ceil(Date.now() / hourMs) * hourMs;
  return {
    group,
    from: new Date(end - days * dayMs).toISOString(),
    to: new Date(end).toISOString(),
    ...(isOperator && search['accountId'] && { accountId: search['accountId'] }),
    ...(search['country'] && !isByOrigin(group) && { country: search['country'] }),
  };
}

export function rangeOf(text: string | undefined): Range {
  return text !== undefined && Object.hasOwn(ranges, text) ? (text as Range) : '30d';
}

/** The same for the period of the same length before. */
export function before(asked: Asked): Asked {
  const start = 2 * Date.parse(asked.from) - Date.parse(asked.to);
  return { ...asked, from: new Date(start).toISOString(), to: asked.from };
}

/** With a step, the groups are divided into steps. */
export function useRows(asked: Asked, step?: StepLength) {
  const { kind } = useScope();
  const { group, from, to, country } = asked;
  const operator = useQuery({
    ...read('/admin/v1/statistics/by', { params: { query: { ...asked, ...(step && { step }) } } }),
    enabled: kind === 'operator',
  });
  const own = { group: group as 'day', from, to, ...(country && { country }), ...(step && { step }) };
  const customer = useQuery({
    ...read('/v1/statistics/by', { params: { query: own } }),
    enabled: kind === 'account',
  });
  const { data, error, refetch } = kind === 'operator' ? operator : customer;
  const rows = useMemo((): Rows | undefined => data?.rows, [data]);
  return { rows, error, refetch };
}

export async function download(kind: 'operator' | 'account', asked: Asked): Promise<void> {
  const { accountId: _, ...own } = asked;
  const { data } =
    kind === 'operator'
      ? await api.GET('/admin/v1/statistics/by.csv', { params: { query: asked }, parseAs: 'blob' })
      : await api.GET('/v1/statistics/by.csv', {
          params: { query: { ...own, group: own.group as 'day' } },
          parseAs: 'blob',
        });
  if (data) saveFile(`statistics-by-${asked.group}.csv`, data);
}

/** What happened in the range; for operators. */
export function useAnnotations({ from, to }: Asked) {
  const { kind } = useScope();
  const { data } = useQuery({
    ...read('/admin/v1/statistics/annotations', { params: { query: { from, to } } }),
    enabled: kind === 'operator',
  });
  return data?.annotations;
}
