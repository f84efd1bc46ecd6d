import type { Operator } from '../../api/client.ts';
import { useMayChange } from '../../api/session.tsx';
import { CancelWaiting } from '../../incident/CancelWaiting.tsx';
import { TimeOrDash, useRate } from '../../incident/Figures.tsx';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { decimalsOf, Money } from '../../parts/Money.tsx';
import { notify, notifyFault } from '../../parts/notify.ts';
import { countText } from '../../parts/number-text.ts';
import { Panel } from '../../parts/Page.tsx';
import { setPaused } from '../../parts/pausing.ts';
import { type RowAction, RowMenu } from '../../parts/RowMenu.tsx';
import { Status } from '../../parts/Status.tsx';
import { useRowDialog } from '../../parts/useRowDialog.ts';
import { useTexts } from '../../texts/language.tsx';

type Incident = Operator['CarrierIncident'];
type Account = Incident['accounts'][number];

/** Which customers are affected, since when, and what their waiting messages cost. */
export function Accounts({ incident }: { incident: Incident | undefined }) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const dialog = useRowDialog<'cancel', Account>();
  const filter = { carrierId: incident?.carrierId ?? '', accountId: dialog.row?.accountId ?? '' };
  return (
    <Panel title={t('incident.affected')} flush>
      <DataTable
        name="carrier-accounts"
        caption={t('incident.affected')}
        columns={useColumns(incident?.accounts ?? [], mayChange ? (row) => dialog.open('cancel', row) : undefined)}
        rows={incident?.accounts}
        expected={3}
        rowKey={({ accountId }) => accountId}
        to={({ accountId }) => `/accounts/${accountId}?tab=status`}
        empty={<EmptyState icon="check" title={t('incident.affectedNone')} text={t('incident.affectedNoneHint')} />}
      />
      {dialog.row && <CancelWaiting filter={filter} opened={dialog.is('cancel')} onClose={dialog.close} />}
    </Panel>
  );
}

function useColumns(accounts: readonly Account[], cancel: ((row: Account) => void) | undefined): Column<Account>[] {
  const { t, locale } = useTexts();
  const decimals = decimalsOf(accounts.map(({ amount }) => amount));
  const rate = useRate();
  const columns: Column<Account>[] = [
    { id: 'name', title: t('shell.account'), cell: ({ name }) => name, sort: ({ name }) => name, wide: true },
    { id: 'paused', title: t('waiting.state'), cell: ({ paused }) => paused && <Status status="paused" /> },
    {
      id: 'waiting',
      title: t('incident.waiting'),
      align: 'end',
      sort: ({ messages }) => messages,
      narrow: 'titled',
      cell: ({ messages, bounded }) => `${bounded ? '≥ ' : ''}${countText(messages, locale)}`,
    },
    {
      id: 'price',
      title: t('incident.price'),
      align: 'end',
      sort: ({ amount }) => Number(amount),
      narrow: 'titled',
      cell: ({ amount, currency, messages }) =>
        messages === 0 ? '–' : <Money amount={amount} currency={currency} decimals={decimals} />,
    },
    {
      id: 'oldest',
      title: t('incident.oldest'),
      sort: ({ oldestAt }) => oldestAt,
      narrow: 'titled',
      cell: ({ oldestAt }) => <TimeOrDash at={oldestAt} />,
    },
    {
      id: 'rate',
      title: `${t('incident.rate')}: ${t('incident.now')} / ${t('incident.before')}`,
      align: 'end',
      narrow: 'titled',
      sort: ({ now }) => now,
      cell: rate,
    },
  ];
  if (!cancel) return columns;
  const actions = (row: Account): RowAction[] => [
    {
      text: t(row.paused ? 'pauses.resume' : 'pauses.pause'),
      icon: row.paused ? 'play' : 'pause',
      onClick: () => void hold(row, !row.paused).catch(notifyFault),
    },
    ...(row.messages > 0
      ? [{ text: t('incident.cancel'), icon: 'close', danger: true, onClick: () => cancel(row) } as const]
      : []),
  ];
  const hold = async ({ accountId, name }: Account, isPaused: boolean) => {
    await setPaused({ kind: 'account', accountId }, isPaused);
    notify(t(isPaused ? 'pauses.pausedNow' : 'pauses.resumedNow', { name }));
  };
  const menu = (row: Account) => <RowMenu label={t('incident.actions', { name: row.name })} actions={actions(row)} />;
  return [...columns, { id: 'actions', title: t('accounts.actions'), quiet: true, align: 'end', cell: menu }];
}
