import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Operator } from '../../api/client.ts';
import { read } from '../../api/queries.ts';
import { useMayChange } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { Answer, Waits } from '../../incident/Answer.tsx';
import { CancelWaiting, type WaitingFilter } from '../../incident/CancelWaiting.tsx';
import { IncidentFigures, TimeOrDash, useRate } from '../../incident/Figures.tsx';
import styles from '../../incident/incident.module.css';
import { Reasons } from '../../incident/Reasons.tsx';
import { useRefreshOn } from '../../live/useLive.tsx';
import { Confirm } from '../../parts/Confirm.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Money } from '../../parts/Money.tsx';
import { notify, notifyFault } from '../../parts/notify.ts';
import { countText } from '../../parts/number-text.ts';
import { Panel } from '../../parts/Page.tsx';
import { setPaused } from '../../parts/pausing.ts';
import { Status } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { useRowDialog } from '../../parts/useRowDialog.ts';
import { useTexts } from '../../texts/language.tsx';

type Incident = Operator['AccountIncident'];
type Queue = Incident['queues'][number];
const path = '/admin/v1/accounts/{accountId}/incident';
const everyMs = 5_000;

/** Why messages of the account do not leave, since when, and what can be done. */
export function StatusTab({ accountId }: { accountId: string }) {
  const { t } = useTexts();
  useRefreshOn('carriers', path);
  const { data, error, refetch } = useQuery({
    ...read(path, { params: { path: { accountId } } }),
    refetchInterval: everyMs,
  });
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  return (
    <>
      {data && <Headline incident={data} />}
      {data && <Actions incident={data} />}
      {data && <IncidentFigures incident={data} label={t('incident.tab')} />}
      <Queues incident={data} />
      <div className={styles.pair}>
        <Carriers carriers={data?.carriers} />
        <Reasons lastHour={data?.lastHour} search={`account:${accountId}`} />
      </div>
    </>
  );
}

const tones = { suspended: 'bad', paused: 'warn', 'no funds': 'bad', waiting: 'warn', sending: 'ok' } as const;

function Headline({ incident }: { incident: Incident }) {
  return (
    <Answer tone={tones[incident.state]} first={<State incident={incident} />}>
      <Waits waiting={incident.waiting} />
    </Answer>
  );
}

function State({ incident: { state, name, since, pause } }: { incident: Incident }) {
  const { rich, t } = useTexts();
  const shown = <bdi>{name}</bdi>;
  const time = <Time at={since} />;
  const by = pause?.by ?? '';
  switch (state) {
    case 'suspended':
      return since ? rich('incident.suspended', { name: shown, time }) : t('incident.suspendedUnknown', { name });
    case 'paused':
      return pause?.kind === 'all'
        ? rich('incident.pausedAll', { by, time })
        : rich('incident.paused', { name: shown, by, time });
    case 'no funds':
      return rich('incident.noFunds', { name: shown });
    case 'waiting':
      return rich('incident.waitingSince', { name: shown, time });
    case 'sending':
      return rich('incident.sending', { name: shown });
  }
}

function Actions({ incident: { accountId, name, pause, queues } }: { incident: Incident }) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const dialog = useRowDialog<'cancel' | 'pause', string>();
  const isPaused = pause?.kind === 'account';
  const hold = async (paused: boolean) => {
    await setPaused({ kind: 'account', accountId }, paused);
    notify(t(paused ? 'pauses.pausedNow' : 'pauses.resumedNow', { name }));
  };
  return (
    <Group gap="xs" mb="md">
      {mayChange && (
        <Button
          variant={isPaused ? 'filled' : 'default'}
          leftSection={<Icon name={isPaused ? 'play' : 'pause'} />}
          onClick={isPaused ? () => void hold(false).catch(notifyFault) : () => dialog.open('pause', name)}
        >
          {t(isPaused ? 'pauses.resume' : 'pauses.pause')}
        </Button>
      )}
      {mayChange && queues.length > 0 && (
        <Button
          color="red"
          variant="light"
          leftSection={<Icon name="close" />}
          onClick={() => dialog.open('cancel', name)}
        >
          {t('incident.cancel')}
        </Button>
      )}
      <Button
        component={Link}
        to={`/webhooks?accountId=${accountId}`}
        variant="subtle"
        leftSection={<Icon name="webhooks" />}
      >
        {t('incident.retryWebhooks')}
      </Button>
      <Button
        component={Link}
        to="/messages"
        search={{ q: `account:${accountId}` } as never}
        variant="subtle"
        leftSection={<Icon name="messages" />}
      >
        {t('incident.messages')}
      </Button>
      <CancelWaiting filter={{ accountId }} opened={dialog.is('cancel')} onClose={dialog.close} />
      <Confirm
        opened={dialog.is('pause')}
        onClose={dialog.close}
        title={t('pauses.pauseAccountTitle', { name })}
        action={t('pauses.pause')}
        onConfirm={() => hold(true)}
      >
        <p>{t('pauses.pauseAccountText')}</p>
      </Confirm>
    </Group>
  );
}

/** The messages that wait for the same thing; undefined if no filter of the API selects them. */
function filterOf(accountId: string, { waitsFor, carrierId }: Queue): WaitingFilter | undefined {
  if (waitsFor === 'carrier' && carrierId !== undefined) return { accountId, carrierId };
  return waitsFor === 'scheduled' ? { accountId, status: 'SCHEDULED' } : undefined;
}

function Queues({ incident }: { incident: Incident | undefined }) {
  const { t, locale } = useTexts();
  const mayChange = useMayChange();
  const dialog = useRowDialog<'cancel', WaitingFilter>();
  const nameOf = ({ waitsFor, carrier = '' }: Queue) => t(`incident.for_${waitsFor}`, { name: carrier });
  const cancel = (row: Queue) => {
    const filter = incident && filterOf(incident.accountId, row);
    return (
      filter && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`${t('incident.cancel')}: ${nameOf(row)}`}
          onClick={() => dialog.open('cancel', filter)}
        >
          {t('waiting.cancelShort')}
        </Button>
      )
    );
  };
  return (
    <Panel title={t('incident.queues')} flush>
      <DataTable
        caption={t('incident.queues')}
        rows={incident?.queues}
        expected={1}
        rowKey={({ waitsFor, carrierId }) => carrierId ?? waitsFor}
        columns={[
          {
            id: 'for',
            title: t('incident.waitsFor'),
            wide: true,
            cell: (row) => (row.carrierId ? <Link to={`/carriers/${row.carrierId}`}>{nameOf(row)}</Link> : nameOf(row)),
          },
          { id: 'state', title: t('waiting.state'), cell: ({ state }) => state && <Status status={state} /> },
          {
            id: 'messages',
            title: t('incident.waiting'),
            align: 'end',
            narrow: 'titled',
            cell: ({ messages, bounded }) => `${bounded ? '≥ ' : ''}${countText(messages, locale)}`,
          },
          {
            id: 'price',
            title: t('incident.price'),
            align: 'end',
            narrow: 'titled',
            cell: ({ amount }) => <Money amount={amount} currency={incident?.currency} />,
          },
          {
            id: 'oldest',
            title: t('incident.oldest'),
            narrow: 'titled',
            cell: ({ oldestAt }) => <TimeOrDash at={oldestAt} />,
          },
          ...(mayChange
            ? [{ id: 'actions', title: t('accounts.actions'), quiet: true, align: 'end', cell: cancel } as const]
            : []),
        ]}
        empty={<EmptyState icon="check" title={t('incident.queuesNone')} />}
      />
      {dialog.row && <CancelWaiting filter={dialog.row} opened={dialog.is('cancel')} onClose={dialog.close} />}
    </Panel>
  );
}

function Carriers({ carriers }: { carriers: Incident['carriers'] | undefined }) {
  const { t } = useTexts();
  const rate = useRate();
  return (
    <Panel title={t('incident.carriers')} flush>
      <DataTable
        caption={t('incident.carriers')}
        rows={carriers}
        expected={1}
        slim
        rowKey={({ carrierId }) => carrierId}
        to={({ carrierId }) => `/carriers/${carrierId}`}
        columns={[
          {
            id: 'carrier',
            title: t('incident.carrier'),
            cell: ({ carrier }) => carrier ?? t('incident.deleted'),
            wide: true,
          },
          { id: 'state', title: t('waiting.state'), cell: ({ state }) => state && <Status status={state} /> },
          { id: 'rate', title: `${t('incident.now')} / ${t('incident.before')}`, align: 'end', cell: rate },
        ]}
        empty={<EmptyState icon="carriers" title={t('incident.carriersNone')} />}
      />
      {carriers && carriers.length > 0 && <p className={styles.hint}>{t('incident.rate')}</p>}
    </Panel>
  );
}
