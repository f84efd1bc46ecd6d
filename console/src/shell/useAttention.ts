import { useQuery } from '@tanstack/react-query';
import type { AppPath } from '../../../src/api/console/paths.ts';
import { read } from '../api/queries.ts';
import { useScope } from '../api/session.tsx';
import { useRefreshOn } from '../live/useLive.tsx';
import { useTexts } from '../texts/language.tsx';

/** `text` says what the number counts. */
type Mark = { readonly count: number; readonly text: string };

const path = '/admin/v1/attention';
/** As often as the session is read again; the stream announces changes of senders earlier. */
const everyMs = 60_000;

/** What waits for an operator, by the page where it is decided; one read for all. */
export function useAttention(): Readonly<Partial<Record<AppPath, Mark>>> {
  const { t } = useTexts();
  const { data } = useQuery({ ...read(path), enabled: useScope().kind === 'operator', refetchInterval: everyMs });
  useRefreshOn('senders', path);
  if (!data) return {};
  const { pendingSenders, unmatchedReceipts, failingEndpoints } = data;
  const marks = {
    '/senders': { count: pendingSenders, text: t('shell.pendingSenders', { count: pendingSenders }) },
    '/carriers': { count: unmatchedReceipts, text: t('shell.unmatchedReceipts', { count: unmatchedReceipts }) },
    '/webhooks': { count: failingEndpoints, text: t('shell.failingEndpoints', { count: failingEndpoints }) },
  };
  return Object.fromEntries(Object.entries(marks).filter(([, { count }]) => count > 0));
}
