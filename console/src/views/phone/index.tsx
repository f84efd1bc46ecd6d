import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { read, refresh } from '../../api/queries.ts';
import { useLive, useLiveEvent, useRefreshOn } from '../../live/useLive.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Page, Panel } from '../../parts/Page.tsx';
import { useSearchParams } from '../../shell/useSearch.ts';
import { useTexts } from '../../texts/language.tsx';
import { Handset } from './Handset.tsx';
import { MagicNumbers } from './MagicNumbers.tsx';
import { PhoneList } from './PhoneList.tsx';
import styles from './phone.module.css';

const paths = '/admin/v1/simulator/phones';
const noStreamMs = 3_000;
const atMostEveryMs = 1_000;

/** Phones of the simulator: what was delivered to them, and answers as their owners would write them. */
export default function PhoneView() {
  const { t } = useTexts();
  const [search, setSearch] = useSearchParams();
  const { state } = useLive();
  const refetchInterval = state === 'live' ? false : noStreamMs;
  const { data, error, refetch } = useQuery({ ...read(paths), refetchInterval });
  useFresh();
  const number = search['number'] ?? data?.phones[0]?.number;
  const open = (chosen: string) => setSearch({ number: chosen }, 'push');
  return (
    <Page title={t('phone.title')} guide="simulator" lead={t('phone.lead')}>
      {error && !data ? (
        <Panel>
          <ErrorState error={error} retry={() => void refetch()} />
        </Panel>
      ) : (
        <div className={styles.layout}>
          <PhoneList phones={data?.phones} chosen={number} open={open} />
          {number === undefined && data ? (
            <Panel>
              <EmptyState icon="phone" title={t('phone.none')} text={t('phone.noneHint')} />
            </Panel>
          ) : (
            <Handset key={number} number={number} refetchInterval={refetchInterval} />
          )}
          <MagicNumbers />
        </div>
      )}
    </Page>
  );
}

/** Asks again as soon as something was delivered or answered, but not for each of a thousand messages in a second. */
function useFresh(): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLiveEvent('messages', () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void refresh(paths);
    }, atMostEveryMs);
  });
  useRefreshOn('inbound', paths);
}
