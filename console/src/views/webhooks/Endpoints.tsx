import { Button } from '@mantine/core';
import { useState } from 'react';
import { useScope } from '../../api/session.tsx';
import { AccountLink, useAccounts } from '../../parts/Account.tsx';
import { Countdown } from '../../parts/Countdown.tsx';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Panel } from '../../parts/Page.tsx';
import { Status } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { useSearchParams } from '../../shell/useSearch.ts';
import { useTexts } from '../../texts/language.tsx';
import { type Endpoint, useEndpoints } from './reading.ts';
import styles from './webhooks.module.css';

const shownAtFirst = 8;

/** Where webhooks go, those in trouble first, and whether they are taken there. */
export function Endpoints() {
  const { t } = useTexts();
  const [{ accountId }] = useSearchParams();
  const { data, error, refetch } = useEndpoints(accountId);
  const columns = useColumns();
  const [showsAll, setShowsAll] = useState(false);
  const isOperator = useScope().kind === 'operator';
  // Customers see those that they manage in a list of their own.
  const endpoints: Endpoint[] | undefined = data?.endpoints.filter(({ endpointId }) => isOperator || !endpointId);
  const isCut = !showsAll && (endpoints?.length ?? 0) > shownAtFirst;
  return (
    <Panel title={t('webhooks.endpoints')} flush>
      <DataTable
        caption={t('webhooks.endpoints')}
        columns={columns}
        rows={isCut ? endpoints?.slice(0, shownAtFirst) : endpoints}
        rowKey={({ origin, endpointId, accountId }) => `${accountId} ${endpointId ?? origin}`}
        empty={<EmptyState icon="webhooks" title={t('webhooks.noEndpoints')} text={t('webhooks.noEndpointsHint')} />}
        error={error}
        retry={() => void refetch()}
        expected={2}
      />
      {isCut && (
        <div className={styles.all}>
          <Button variant="subtle" onClick={() => setShowsAll(true)}>
            {t('webhooks.allEndpoints', { count: endpoints?.length ?? 0 })}
          </Button>
        </div>
      )}
    </Panel>
  );
}

function useColumns(): Column<Endpoint>[] {
  const { t } = useTexts();
  const { isOperator } = useAccounts();
  const some = (count: number, { atLeast }: Endpoint) => `${atLeast && count > 0 ? '≥ ' : ''}${count}`;
  return [
    {
      id: 'origin',
      title: t('webhooks.endpoint'),
      narrow: 'line',
      cell: ({ origin }) => <span className={styles.address}>{origin}</span>,
    },
    { id: 'state', title: t('webhooks.state'), cell: ({ state }) => <Status status={state} /> },
    ...(isOperator
      ? [
          {
            id: 'account',
            title: t('shell.account'),
            cell: ({ accountId }: Endpoint) => accountId && <AccountLink accountId={accountId} />,
          },
        ]
      : []),
    { id: 'last', title: t('webhooks.last'), wide: true, cell: (endpoint) => <Last endpoint={endpoint} /> },
    ...(['waiting', 'retrying', 'delivered24h', 'givenUp24h'] as const).map(
      (figure): Column<Endpoint> => ({
        id: figure,
        title: t(`webhooks.${figure}`),
        align: 'end',
        narrow: 'titled',
        cell: (endpoint) => some(endpoint[figure], endpoint),
      }),
    ),
  ];
}

/** In a sentence: the outcome of the last attempt, and the time of the next. */
function Last({ endpoint: { state, lastStatus, lastError, lastAttemptAt, retryAt } }: { endpoint: Endpoint }) {
  const { t, rich } = useTexts();
  const answer =
    lastError ?? (lastStatus === undefined ? undefined : t('webhooks.answered', { status: String(lastStatus) }));
  return (
    <span className={styles.last}>
      {answer && <span>{answer}</span>}
      {lastAttemptAt && (
        <span className={styles.dim}>
          <Time at={lastAttemptAt} />
        </span>
      )}
      {retryAt && state !== 'healthy' && (
        <span className={styles.dim}>
          {rich(state === 'open' ? 'webhooks.nextOpen' : 'webhooks.nextFailing', { time: <Countdown at={retryAt} /> })}
        </span>
      )}
    </span>
  );
}
