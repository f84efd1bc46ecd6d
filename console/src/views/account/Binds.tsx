import { useInfiniteQuery } from '@tanstack/react-query';
import { api, ask, type Operator } from '../../api/client.ts';
import { list, refresh } from '../../api/queries.ts';
import { useMayChange } from '../../api/session.tsx';
import { Confirm } from '../../parts/Confirm.tsx';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { LoadMore } from '../../parts/LoadMore.tsx';
import { notify } from '../../parts/notify.ts';
import { rateText } from '../../parts/number-text.ts';
import { Panel } from '../../parts/Page.tsx';
import { RowMenu } from '../../parts/RowMenu.tsx';
import { Time } from '../../parts/Time.tsx';
import { useRowDialog } from '../../parts/useRowDialog.ts';
import { useTexts } from '../../texts/language.tsx';
import { PduDialog } from './PduDialog.tsx';

type Bind = Operator['SmppBind'];
type What = 'disconnect' | 'log';

const path = '/admin/v1/smpp-binds';
const everyMs = 5_000;

/** Who of the account is bound by SMPP now, in whichever process. */
export function Binds({ accountId }: { accountId: string }) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const dialog = useRowDialog<What, Bind>();
  const pages = useInfiniteQuery({
    ...list(path, { params: { query: { accountId, limit: '100' } } }),
    refetchInterval: everyMs,
  });
  const rows = pages.data?.pages.flatMap(({ binds }) => binds);
  const { row } = dialog;
  return (
    <Panel title={t('accounts.binds')} flush>
      <DataTable
        name="binds"
        caption={t('accounts.binds')}
        columns={useColumns(mayChange ? dialog.open : undefined)}
        rows={rows}
        rowKey={({ bindId }) => bindId}
        error={pages.error}
        retry={() => void pages.refetch()}
        expected={2}
        empty={<EmptyState icon="carriers" title={t('accounts.bindsNone')} text={t('accounts.bindsNoneHint')} />}
      />
      {rows && rows.length > 0 && <LoadMore pages={pages} count={rows.length} />}
      <Confirm
        opened={dialog.is('disconnect')}
        onClose={dialog.close}
        title={t('accounts.bindEndTitle', { name: row?.systemId ?? '' })}
        action={t('accounts.bindEnd')}
        danger
        onConfirm={async () => {
          if (!row) return;
          const params = { path: { bindId: row.bindId } };
          await ask(api.POST('/admin/v1/smpp-binds/{bindId}/disconnect', { params, body: {} }));
          notify(t('accounts.bindEnding'));
          void refresh(path);
        }}
      >
        <p>{t('accounts.bindEndText')}</p>
      </Confirm>
      <PduDialog bind={row} opened={dialog.is('log')} onClose={dialog.close} />
    </Panel>
  );
}

function useColumns(open: ((what: What, row: Bind) => void) | undefined): Column<Bind>[] {
  const { t, locale } = useTexts();
  const rate = (value: number) => rateText(value, locale);
  const modes = {
    transmitter: t('accounts.modeTransmitter'),
    receiver: t('accounts.modeReceiver'),
    transceiver: t('accounts.modeTransceiver'),
  };
  const columns: Column<Bind>[] = [
    { id: 'system', title: t('accounts.systemId'), cell: ({ systemId }) => <code>{systemId}</code> },
    { id: 'mode', title: t('accounts.bindMode'), cell: ({ mode, version }) => `${modes[mode]}, SMPP ${version}` },
    { id: 'address', title: t('accounts.bindAddress'), cell: ({ address }) => address },
    {
      id: 'rate',
      title: t('accounts.bindRate'),
      align: 'end',
      narrow: 'titled',
      cell: ({ submitsPerSecond, deliversPerSecond }) => `${rate(submitsPerSecond)} / ${rate(deliversPerSecond)}`,
    },
    {
      id: 'window',
      title: t('accounts.bindWindow'),
      align: 'end',
      narrow: 'titled',
      cell: ({ unanswered, window }) => `${unanswered} / ${window}`,
    },
    {
      id: 'errors',
      title: t('accounts.bindErrors'),
      align: 'end',
      narrow: 'titled',
      cell: ({ errors }) => rate(errors),
    },
    {
      id: 'active',
      title: t('accounts.bindActive'),
      narrow: 'titled',
      cell: ({ lastActivityAt }) => <Time at={lastActivityAt ?? null} />,
    },
    { id: 'since', title: t('accounts.bindSince'), narrow: 'hide', cell: ({ boundAt }) => <Time at={boundAt} /> },
  ];
  if (!open) return columns;
  const actions = (bind: Bind) => (
    <RowMenu
      label={t('accounts.bindActions', { name: bind.systemId })}
      actions={[
        { text: t('accounts.bindLog'), icon: 'search', onClick: () => open('log', bind) },
        { text: t('accounts.bindEnd'), icon: 'forbidden', danger: true, onClick: () => open('disconnect', bind) },
      ]}
    />
  );
  return [...columns, { id: 'actions', title: t('accounts.actions'), quiet: true, align: 'end', cell: actions }];
}
