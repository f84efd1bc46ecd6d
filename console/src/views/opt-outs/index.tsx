import { Button, Group } from '@mantine/core';
import { useMayChange, useScope } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { useRefreshOn } from '../../live/useLive.tsx';
import { useAccountFilter } from '../../parts/Account.tsx';
import { Confirm } from '../../parts/Confirm.tsx';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { type Filter, Filters, useFilters } from '../../parts/Filters.tsx';
import { LoadMore } from '../../parts/LoadMore.tsx';
import { notify } from '../../parts/notify.ts';
import { Page, Panel } from '../../parts/Page.tsx';
import { RowMenu } from '../../parts/RowMenu.tsx';
import { Time } from '../../parts/Time.tsx';
import { useRowDialog } from '../../parts/useRowDialog.ts';
import { useTexts } from '../../texts/language.tsx';
import { AddDialog } from './AddDialog.tsx';
import { download, type OptOut, type Owner, readPaths, removeOptOut, useOptOuts } from './reading.ts';
import { SettingsDialog } from './SettingsDialog.tsx';

/** Who wants no messages: the list of an account, its words and its answers. */
export default function OptOutsView() {
  const { t } = useTexts();
  const isOperator = useScope().kind === 'operator';
  const mayChange = useMayChange();
  const dialog = useRowDialog<'add' | 'remove' | 'settings', OptOut | undefined>();
  const filters = useOptOutFilters();
  const { accountId, ...query } = useFilters(filters);
  const isChosen = !isOperator || accountId !== undefined;
  // A recipient's keyword arrives as an inbound message.
  useRefreshOn('inbound', ...readPaths);
  const actions = isChosen && (
    <Group gap="xs">
      <Button variant="default" leftSection={<Icon name="download" />} onClick={() => void download(accountId)}>
        {t('optOuts.download')}
      </Button>
      {mayChange && (
        <>
          <Button
            variant="default"
            leftSection={<Icon name="settings" />}
            onClick={() => dialog.open('settings', undefined)}
          >
            {t('optOuts.settings')}
          </Button>
          <Button leftSection={<Icon name="plus" />} onClick={() => dialog.open('add', undefined)}>
            {t('optOuts.add')}
          </Button>
        </>
      )}
    </Group>
  );
  return (
    <Page
      title={t('optOuts.title')}
      guide="opt-out"
      lead={t(isOperator ? 'optOuts.leadOperator' : 'optOuts.lead')}
      actions={actions}
    >
      <Filters filters={filters} />
      <Panel flush>
        {isChosen ? (
          <List
            accountId={accountId}
            query={query}
            remove={mayChange ? (row) => dialog.open('remove', row) : undefined}
          />
        ) : (
          <EmptyState icon="accounts" title={t('optOuts.choose')} text={t('optOuts.chooseHint')} />
        )}
      </Panel>
      <AddDialog accountId={accountId} opened={dialog.is('add')} onClose={dialog.close} />
      <SettingsDialog accountId={accountId} opened={dialog.is('settings')} onClose={dialog.close} />
      <Confirm
        opened={dialog.is('remove')}
        onClose={dialog.close}
        title={t('optOuts.removeTitle', { number: dialog.row?.number ?? t('optOuts.erased') })}
        action={t('optOuts.remove')}
        danger
        onConfirm={async () => {
          await removeOptOut(accountId, dialog.row?.optOutId ?? '');
          notify(t('optOuts.removed'));
        }}
      >
        <p>{t('optOuts.removeHint')}</p>
      </Confirm>
    </Page>
  );
}

type ListProps = { accountId: Owner; query: Record<string, string>; remove: ((row: OptOut) => void) | undefined };

function List({ accountId, query, remove }: ListProps) {
  const { t } = useTexts();
  const number = query['number']?.replaceAll(/[\s()/-]/g, '').replace(/^00/, '+');
  // While a number is being typed it fits nothing; the service would call it wrong.
  const isWhole = number === undefined || /^\+\d{7,15}$/.test(number);
  const { pages, rows: found } = useOptOuts(accountId, { ...query, ...(number && { number }) }, isWhole);
  const rows = isWhole ? found : [];
  const columns = useColumns(remove);
  const isFiltered = Object.keys(query).length > 0;
  return (
    <>
      <DataTable
        caption={t('optOuts.title')}
        columns={columns}
        rows={rows}
        rowKey={({ optOutId }) => optOutId}
        empty={
          isFiltered ? (
            <EmptyState icon="search" title={t('optOuts.noneFound')} text={t('optOuts.noneFoundHint')} />
          ) : (
            <EmptyState icon="forbidden" title={t('optOuts.none')} text={t('optOuts.noneHint')} />
          )
        }
        error={isWhole ? pages.error : undefined}
        retry={() => void pages.refetch()}
        isStale={pages.isPlaceholderData}
      />
      {rows && (rows.length > 0 || (isWhole && pages.hasNextPage)) && <LoadMore pages={pages} count={rows.length} />}
    </>
  );
}

function useOptOutFilters(): Filter[] {
  const { t } = useTexts();
  const accounts = useAccountFilter();
  return [
    ...accounts,
    { name: 'number', label: t('optOuts.number'), kind: 'text', placeholder: '+38640123456' },
    { name: 'sender', label: t('optOuts.sender'), kind: 'text' },
  ];
}

function useColumns(remove: ListProps['remove']): Column<OptOut>[] {
  const { t } = useTexts();
  const columns: Column<OptOut>[] = [
    {
      id: 'number',
      title: t('optOuts.number'),
      narrow: 'line',
      cell: ({ number }) => (number === null ? <em>{t('optOuts.erased')}</em> : <strong>{number}</strong>),
    },
    {
      id: 'sender',
      title: t('optOuts.sender'),
      narrow: 'titled',
      cell: ({ sender }) => sender ?? t('optOuts.everySender'),
    },
    { id: 'source', title: t('optOuts.source'), narrow: 'titled', cell: ({ source }) => t(`optOuts.${source}`) },
    { id: 'since', title: t('optOuts.since'), cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
  if (!remove) return columns;
  const actions = (row: OptOut) => (
    <RowMenu
      label={t('optOuts.actionsOf', { number: row.number ?? t('optOuts.erased') })}
      actions={[{ text: t('optOuts.remove'), icon: 'trash', danger: true, onClick: () => remove(row) }]}
    />
  );
  return [...columns, { id: 'actions', title: t('optOuts.actions'), quiet: true, align: 'end', cell: actions }];
}
