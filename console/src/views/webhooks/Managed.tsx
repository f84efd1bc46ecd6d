import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMayChange, useScope } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { Confirm } from '../../parts/Confirm.tsx';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { notify, notifyFault } from '../../parts/notify.ts';
import { Panel } from '../../parts/Page.tsx';
import { type RowAction, RowMenu } from '../../parts/RowMenu.tsx';
import { ShownOnce } from '../../parts/ShownOnce.tsx';
import { Badge, Status } from '../../parts/Status.tsx';
import { useRowDialog } from '../../parts/useRowDialog.ts';
import { useSearchParams } from '../../shell/useSearch.ts';
import { useTexts } from '../../texts/language.tsx';
import { EndpointDialog } from './EndpointDialog.tsx';
import { useKindWords } from './kind-words.ts';
import { change, type Managed, remove, rotate, useManaged } from './managed.ts';
import { ReplayEndpointDialog } from './ReplayEndpointDialog.tsx';
import { SampleDialog } from './SampleDialog.tsx';
import styles from './webhooks.module.css';

type What = 'edit' | 'test' | 'replay' | 'rotate' | 'delete';

/** The endpoints that a customer has created. Operators read those of one account. */
export function ManagedEndpoints() {
  const { t } = useTexts();
  const isOperator = useScope().kind === 'operator';
  const mayChange = useMayChange() && !isOperator;
  const [{ accountId }] = useSearchParams();
  const { data, error, refetch } = useManaged(accountId);
  const dialog = useRowDialog<What, Managed | undefined>();
  const [secret, setSecret] = useState<string>();
  const columns = useColumns(mayChange ? dialog.open : undefined);
  if (isOperator && accountId === undefined) return null;
  const { row } = dialog;
  const name = row === undefined ? '' : nameOf(row);
  const create = mayChange && (
    <Button leftSection={<Icon name="plus" />} onClick={() => dialog.open('edit', undefined)}>
      {t('webhooks.create')}
    </Button>
  );
  return (
    <Panel title={t('webhooks.managed')} flush actions={create}>
      <DataTable
        caption={t('webhooks.managed')}
        columns={columns}
        rows={data?.endpoints}
        rowKey={({ endpointId }) => endpointId}
        empty={
          <EmptyState icon="webhooks" title={t('webhooks.noEndpoints')} text={t('webhooks.managedNoneHint')}>
            {create}
          </EmptyState>
        }
        error={error}
        retry={() => void refetch()}
        expected={2}
      />
      <EndpointDialog endpoint={row} opened={dialog.is('edit')} onClose={dialog.close} issued={setSecret} />
      <SampleDialog endpoint={row} opened={dialog.is('test')} onClose={dialog.close} />
      <ReplayEndpointDialog endpoint={row} name={name} opened={dialog.is('replay')} onClose={dialog.close} />
      <Confirm
        opened={dialog.is('rotate')}
        onClose={dialog.close}
        title={t('webhooks.rotateTitle', { endpoint: name })}
        action={t('webhooks.secretGo')}
        onConfirm={async () => row && setSecret(await rotate(row.endpointId))}
      >
        <p>{t('webhooks.secretRule')}</p>
      </Confirm>
      <Confirm
        opened={dialog.is('delete')}
        onClose={dialog.close}
        title={t('webhooks.deleteTitle', { endpoint: name })}
        action={t('webhooks.delete')}
        danger
        retype={name}
        onConfirm={async () => {
          if (row === undefined) return;
          await remove(row.endpointId);
          notify(t('webhooks.deleted'));
        }}
      >
        <p>{t('webhooks.deleteText')}</p>
      </Confirm>
      <ShownOnce
        opened={secret !== undefined}
        onClose={() => setSecret(undefined)}
        title={t('webhooks.secretTitle')}
        secret={secret ?? ''}
        label={t('webhooks.secretTitle')}
        done={t('webhooks.secretKept')}
      >
        <p>{t('webhooks.secretNew')}</p>
      </ShownOnce>
    </Panel>
  );
}

const nameOf = ({ description, url }: Managed): string => description.trim() || url;

function useColumns(open: ((what: What, row: Managed) => void) | undefined): Column<Managed>[] {
  const { t } = useTexts();
  const words = useKindWords();
  const columns: Column<Managed>[] = [
    {
      id: 'url',
      title: t('webhooks.url'),
      narrow: 'line',
      cell: ({ url, description }) => (
        <>
          <div className={styles.address}>{url}</div>
          <div className={styles.dim}>{description}</div>
        </>
      ),
    },
    { id: 'kinds', title: t('webhooks.events'), cell: ({ kinds }) => kinds.map((kind) => words[kind]).join(', ') },
    { id: 'state', title: t('webhooks.state'), cell: (endpoint) => <State endpoint={endpoint} /> },
    ...(['delivered24h', 'givenUp24h'] as const).map(
      (figure): Column<Managed> => ({
        id: figure,
        title: t(`webhooks.${figure}`),
        align: 'end',
        narrow: 'titled',
        cell: ({ activity }) => activity?.[figure] ?? 0,
      }),
    ),
  ];
  if (open === undefined) return columns;
  const toggle = ({ endpointId, enabled }: Managed) =>
    change(endpointId, { enabled: !enabled }).then(() => notify(t('shell.saved')), notifyFault);
  const actions = (endpoint: Managed): RowAction[] => [
    { text: t('webhooks.edit'), icon: 'settings', onClick: () => open('edit', endpoint) },
    ...(endpoint.enabled
      ? [{ text: t('webhooks.sample'), icon: 'send', onClick: () => open('test', endpoint) } as const]
      : []),
    { text: t('webhooks.replayMany'), icon: 'refresh', onClick: () => open('replay', endpoint) },
    { text: t('webhooks.rotate'), icon: 'key', onClick: () => open('rotate', endpoint) },
    {
      text: t(endpoint.enabled ? 'webhooks.disable' : 'webhooks.enable'),
      icon: endpoint.enabled ? 'pause' : 'play',
      onClick: () => void toggle(endpoint),
    },
    { text: t('webhooks.delete'), icon: 'trash', danger: true, onClick: () => open('delete', endpoint) },
  ];
  const menu = (endpoint: Managed) => (
    <RowMenu label={t('webhooks.actionsOf', { endpoint: nameOf(endpoint) })} actions={actions(endpoint)} />
  );
  return [...columns, { id: 'actions', title: t('webhooks.actions'), quiet: true, align: 'end', cell: menu }];
}

function State({ endpoint: { enabled, activity } }: { endpoint: Managed }) {
  const { t } = useTexts();
  if (!enabled) return <Status status="disabled" />;
  return activity === undefined ? (
    <Badge tone="none" text={t('webhooks.unused')} />
  ) : (
    <Status status={activity.state} />
  );
}
