import { useThrottledCallback } from '@mantine/hooks';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { Customer, Operator } from '../../api/client.ts';
import { read, refresh } from '../../api/queries.ts';
import { useScope } from '../../api/session.tsx';
import { useLive, useLiveEvent } from '../../live/useLive.tsx';
import { nextLookMs } from '../../parts/next-look.ts';

/** What an operator sees; a customer's has less in it. */
type Full = Operator['MessageTimelineEntry'];
type Of<K extends Full['kind']> = Extract<Full, { kind: K }>;
type Sparse<K extends Full['kind'], Always extends keyof Of<K>> = Pick<Of<K>, Always> & Partial<Of<K>>;

export type TimelineEntry =
  | Of<'request'>
  | Of<'ledger'>
  | Of<'route'>
  | Of<'state'>
  | Of<'webhook'>
  | Of<'retry'>
  | Sparse<'part', 'at' | 'kind' | 'part' | 'total'>
  | Sparse<'receipt', 'at' | 'kind' | 'outcome'>;

export type Message = (Customer['Message'] | Operator['MessageDetails']) & { accountId?: string };
/** What an operator reads; a customer's has no names, and fewer actions. */
export type Verdict = Operator['MessageVerdict'];
export type Timeline = { message: Message; entries: TimelineEntry[] };

const final = ['DELIVERED', 'FAILED', 'REJECTED', 'UNKNOWN', 'CANCELLED'];
/** Without the stream, a message on its way is asked for as often as this. */
const askMs = 3_000;
/** However much happens elsewhere, it is read no more often than this. */
const restMs = 700;

export const timelinePaths = ['/admin/v1/messages/{messageId}/timeline', '/v1/sms/messages/{messageId}/timeline'];

export function useTimeline(messageId: string) {
  const isOperator = useScope().kind === 'operator';
  const { state } = useLive();
  const params = { params: { path: { messageId } } };
  const query = isOperator
    ? read('/admin/v1/messages/{messageId}/timeline', params)
    : read('/v1/sms/messages/{messageId}/timeline', params);
  const again = useThrottledCallback(() => void refresh(...timelinePaths), restMs);
  useLiveEvent('messages', ({ messages, skipped }) => {
    if (skipped || messages.some((message) => message.messageId === messageId)) again();
  });
  useLiveEvent('changed', ({ what }) => what === 'deliveries' && again());
  useLiveEvent('reset', again);
  return useQuery({
    ...(query as unknown as UseQueryOptions<Timeline>),
    refetchInterval: ({ state: { data } }) => {
      if (data && isMoving(data) && state !== 'live') return askMs;
      const retries = data?.entries.filter(({ kind }) => kind === 'retry').map(({ at }) => at);
      return nextLookMs(retries ?? [], Date.now());
    },
  });
}

/** Something is still to come: a state, or a webhook. */
export function isMoving({ message, entries }: Timeline): boolean {
  return !final.includes(message.status) || entries.some(({ kind }) => kind === 'retry');
}

/** Milliseconds between the request and an entry. */
export function sinceStart(entries: readonly TimelineEntry[], entry: TimelineEntry): number {
  return Date.parse(entry.at) - Date.parse(entries[0]?.at ?? entry.at);
}
