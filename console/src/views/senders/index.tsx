import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useMayChange, useScope } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { useRefreshOn } from '../../live/useLive.tsx';
import { useAccountFilter } from '../../parts/Account.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { type Filter, Filters, useFilters } from '../../parts/Filters.tsx';
import { LoadMore } from '../../parts/LoadMore.tsx';
import { Page, Panel } from '../../parts/Page.tsx';
import { useAsked } from '../../shell/useSearch.ts';
import { useTexts } from '../../texts/language.tsx';
import { ConfirmCode } from './ConfirmCode.tsx';
import { useSenderColumns } from './columns.tsx';
import { RegisterDialog } from './RegisterDialog.tsx';
import { channels, readPaths, type Sender, statuses, useSenders } from './reading.ts';

/** What messages come from: a customer registers and confirms it, an operator approves it. */
export default function SendersView() {
  const { t } = useTexts();
  const isOperator = useScope().kind === 'operator';
  const mayChange = useMayChange();
  const [isRegistering, registering] = useDisclosure(false);
  const [registered, setRegistered] = useState<Pick<Sender, 'id' | 'value' | 'isNumber'>>();
  useRefreshOn('senders', ...readPaths);
  useAsked('new', registering.open, !isOperator && mayChange);
  const register = !isOperator && mayChange && (
    <Button leftSection={<Icon name="plus" />} onClick={registering.open}>
      {t('senders.register')}
    </Button>
  );
  return (
    <Page
      title={t('senders.title')}
      guide="senders"
      lead={t(isOperator ? 'senders.leadOperator' : 'senders.lead')}
      actions={register}
    >
      <List />
      <RegisterDialog opened={isRegistering} onClose={registering.close} onCode={setRegistered} />
      {registered && <ConfirmCode sender={registered} opened onClose={() => setRegistered(undefined)} />}
    </Page>
  );
}

function List() {
  const { t } = useTexts();
  const isOperator = useScope().kind === 'operator';
  const filters = useSenderFilters();
  const query = useFilters(filters);
  const { pages, rows } = useSenders(query);
  const columns = useSenderColumns();
  const isFiltered = Object.keys(query).length > 0;
  const nothing = isOperator ? 'senders.noneOperatorHint' : 'senders.noneHint';
  return (
    <>
      <Filters filters={filters} />
      <Panel flush>
        <DataTable
          caption={t('senders.title')}
          columns={columns}
          rows={rows}
          isPart={pages.hasNextPage}
          rowKey={({ id }) => id}
          empty={
            isFiltered ? (
              <EmptyState icon="search" title={t('senders.noneFound')} text={t('senders.noneFoundHint')} />
            ) : (
              <EmptyState icon="senders" title={t('senders.none')} text={t(nothing)} />
            )
          }
          error={pages.error}
          retry={() => void pages.refetch()}
          isStale={pages.isPlaceholderData}
          expected={4}
        />
        {rows && rows.length > 0 && <LoadMore pages={pages} count={rows.length} />}
      </Panel>
    </>
  );
}

function useSenderFilters(): Filter[] {
  const { t } = useTexts();
  const accounts = useAccountFilter();
  return [
    ...accounts,
    {
      name: 'status',
      label: t('senders.status'),
      kind: 'choice',
      choices: statuses.map((value) => ({ value, label: t(`status.${value}`) })),
    },
    {
      name: 'channel',
      label: t('senders.channel'),
      kind: 'choice',
      choices: channels.map((value) => ({ value, label: value })),
    },
  ];
}
