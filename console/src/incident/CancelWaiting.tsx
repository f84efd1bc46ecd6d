import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, ask } from '../api/client.ts';
import { read, refresh } from '../api/queries.ts';
import { Confirm } from '../parts/Confirm.tsx';
import { ErrorState } from '../parts/ErrorState.tsx';
import { moneyText } from '../parts/Money.tsx';
import { notify } from '../parts/notify.ts';
import { countText } from '../parts/number-text.ts';
import { useTexts } from '../texts/language.tsx';
import { amountsText } from './amounts.ts';
import styles from './incident.module.css';

export type WaitingFilter = {
  accountId?: string;
  carrierId?: string;
  country?: string;
  status?: 'ACCEPTED' | 'SCHEDULED';
  before?: string;
};

/** What changes when messages are cancelled, paused or rerouted. */
export const incidentPaths = [
  '/admin/v1/messages/waiting',
  '/admin/v1/carriers',
  '/admin/v1/accounts',
  '/admin/v1/pauses',
  '/admin/v1/routes',
];

type Props = { filter: WaitingFilter; opened: boolean; onClose: () => void };
type Sum = { messages: number; accounts: { name: string; messages: number; amount: string; currency: string }[] };
/** Named in the dialogue; the sum is of all. */
const mostNamed = 5;

/** Counts the messages and their price when it opens, names both, and cancels only what the same filter selects. */
export function CancelWaiting({ filter, opened, onClose }: Props) {
  const { t, locale } = useTexts();
  const { data, error, refetch } = useQuery({
    ...read('/admin/v1/messages/waiting', { params: { query: filter } }),
    enabled: opened,
    staleTime: 0,
    gcTime: 0,
  });
  const count = data?.messages ?? 0;
  const cancel = async () => {
    const total: Sum = { messages: 0, accounts: [] };
    for (;;) {
      const step = await ask(api.POST('/admin/v1/messages/cancel', { body: filter }));
      total.messages += step.messages;
      total.accounts.push(...step.accounts);
      // The others are held by processes that are about to send them.
      if (step.done || step.messages === 0) break;
    }
    notify(t('incident.cancelled', { count: total.messages, amounts: amountsText(total.accounts, locale) || '0' }));
    await refresh(...incidentPaths);
  };
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={t('incident.cancelTitle')}
      action={count > 0 ? t('incident.cancelGo', { count }) : t('incident.cancel')}
      dismiss={t('incident.keep')}
      danger
      disabled={count === 0}
      onConfirm={cancel}
    >
      {error && !data ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <p>
          <Loader size="xs" /> {t('incident.counting')}
        </p>
      ) : count === 0 ? (
        <p>{t('incident.cancelNothing')}</p>
      ) : (
        <>
          <p>{t('incident.cancelText', { count, amounts: amountsText(data.accounts, locale) })}</p>
          {data.accounts.length > 1 && (
            <ul className={styles.sums}>
              {data.accounts.slice(0, mostNamed).map(({ accountId, name, messages, amount, currency }) => (
                <li key={accountId}>
                  <bdi>{name}</bdi>: {countText(messages, locale)}, {moneyText(amount, locale)} {currency}
                </li>
              ))}
              {data.accounts.length > mostNamed && (
                <li>{t('pauses.more', { count: data.accounts.length - mostNamed })}</li>
              )}
            </ul>
          )}
          {data.bounded && <p>{t('incident.cancelMore')}</p>}
        </>
      )}
    </Confirm>
  );
}
