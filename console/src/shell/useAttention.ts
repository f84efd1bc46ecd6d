import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { AppPath } from '../../../src/api/console/paths.ts';
import { read, refresh } from '../api/queries.ts';
import { useScope } from '../api/session.tsx';
import { useLive, useLiveEvent } from '../live/useLive.tsx';
import { useTexts } from '../texts/language.tsx';

/** `text` says what the number counts. */
type Mark = { readonly count: number; readonly text: string };

const path = '/admin/v1/attention';
/** As often as the session is read again; the stream announces changes of senders earlier. */
const everyMs = 60_000;
/** The service keeps the counts for a second: read earlier, they may be those before the change. */
const keptMs = 1_100;

/** What waits for an operator, by the page where it is decided; one read for all. */
export function useAttention(): Readonly<Partial<Record<AppPath, Mark>>> {
  const { t } = useTexts();
  const { data } = useQuery({ ...read(path), enabled: useScope().kind === 'operator', refetchInterval: everyMs });
  useRefreshAfterChanges();
  if (!data) return {};
  const { pendingSenders, unmatchedReceipts, failingEndpoints } = data;
  const marks = {
    '/senders': { count: pendingSenders, text: t('shell.pendingSenders', { count: pendingSenders }) },
    '/carriers': { count: unmatchedReceipts, text: t('shell.unmatchedReceipts', { count: unmatchedReceipts }) },
    '/webhooks': { count: failingEndpoints, text: t('shell.failingEndpoints', { count: failingEndpoints }) },
  };
  return Object.fromEntries(Object.entries(marks).filter(([, { count }]) => count > 0));
}

/** Changes between the first read and the beginning of the stream are not announced: the counts are read again when it has begun. */
function useRefreshAfterChanges(): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refreshSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void refresh(path), keptMs);
  };
  const begin = useEffectEvent(refreshSoon);
  const hasBegun = useLive().now !== undefined;
  useEffect(() => {
    if (hasBegun) begin();
    return () => clearTimeout(timer.current);
  }, [hasBegun]);
  useLiveEvent('changed', ({ what }) => {
    if (what === 'senders') refreshSoon();
  });
  useLiveEvent('reset', refreshSoon);
}
