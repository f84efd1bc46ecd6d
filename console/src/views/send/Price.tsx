import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useFaultText } from '../../parts/ErrorState.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Money } from '../../parts/Money.tsx';
import { type SendRequest, useSending } from '../../sending/sending.ts';
import { useTexts } from '../../texts/language.tsx';
import styles from './send.module.css';

const restMs = 400;

/** What it would cost, asked of the service itself when typing rests. */
export function Price({ account, request }: { account: string | undefined; request: SendRequest | undefined }) {
  const { t } = useTexts();
  const { preview } = useSending(account);
  const [settled] = useDebouncedValue(request && JSON.stringify(request), restMs);
  const { data, error, isFetching } = useQuery({
    queryKey: ['preview', account, settled],
    queryFn: ({ signal }) => preview(JSON.parse(settled!) as SendRequest, signal),
    enabled: settled !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  });
  const faultText = useFaultText(error);
  const shown = settled === undefined || error ? undefined : data;
  if (error) {
    return (
      <p className={styles.hint} data-tone="bad" role="alert">
        {faultText}
      </p>
    );
  }
  return (
    <div aria-busy={isFetching} className={styles.price}>
      <Facts
        facts={[
          [t('send.price'), shown ? <Money amount={shown.total} currency={shown.currency} /> : '–'],
          [t('send.balanceAfter'), shown ? <Money amount={shown.balanceAfter} currency={shown.currency} /> : '–'],
        ]}
      />
      {shown && !shown.affordable && (
        <p className={styles.hint} data-tone="bad" role="alert">
          {t('send.notAffordable')}
        </p>
      )}
    </div>
  );
}
