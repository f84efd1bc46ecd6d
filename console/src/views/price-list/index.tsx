import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Operator } from '../../api/client.ts';
import { isMissing } from '../../api/fault.ts';
import { read } from '../../api/queries.ts';
import { useMayChange } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Page, Panel } from '../../parts/Page.tsx';
import { NotFound } from '../../shell/NotFound.tsx';
import { useTexts } from '../../texts/language.tsx';
import { PriceListDialog } from '../prices/PriceListDialog.tsx';
import { Validity } from '../prices/Validity.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { Prices } from './Prices.tsx';

type Details = Operator['PriceListDetails'];
type Dialog = 'change' | 'import';

export default function PriceListView() {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const [dialog, setDialog] = useState<Dialog>();
  const { data, error, refetch } = useQuery(
    read('/admin/v1/price-lists/{priceListId}', { params: { path: { priceListId: id } } }),
  );
  if (isMissing(error)) return <NotFound />;
  if (error && !data) {
    return (
      <Page title={t('prices.list')}>
        <ErrorState error={error} retry={() => void refetch()} />
      </Page>
    );
  }
  const close = () => setDialog(undefined);
  return (
    <Page
      title={data?.name ?? t('prices.list')}
      guide="prices"
      aside={data && <Validity list={data} />}
      actions={
        mayChange && (
          <>
            <Button variant="default" disabled={!data} onClick={() => setDialog('change')}>
              {t('prices.change')}
            </Button>
            <Button disabled={!data} leftSection={<Icon name="upload" />} onClick={() => setDialog('import')}>
              {t('prices.import')}
            </Button>
          </>
        )
      }
    >
      <Prices list={data} />
      <UsedBy list={data} />
      <PriceListDialog list={data} opened={dialog === 'change'} onClose={close} />
      {data && <ImportDialog list={data} opened={dialog === 'import'} onClose={close} />}
    </Page>
  );
}

function UsedBy({ list }: { list: Details | undefined }) {
  const { t } = useTexts();
  return (
    <Panel title={t('prices.usedBy')} flush>
      <DataTable
        caption={t('prices.usedBy')}
        columns={[{ id: 'name', title: t('accounts.name'), cell: ({ name }) => name, wide: true }]}
        rows={list?.accounts}
        rowKey={({ accountId }) => accountId}
        to={({ accountId }) => `/accounts/${accountId}?tab=prices`}
        expected={2}
        empty={
          <EmptyState icon="accounts" title={t('prices.usedByNone')} text={t('prices.usedByNoneHint')}>
            <Button component={Link} to="/accounts" variant="default">
              {t('prices.toAccounts')}
            </Button>
          </EmptyState>
        }
      />
    </Panel>
  );
}
