import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, ask, type Operator } from '../../api/client.ts';
import { read, refresh } from '../../api/queries.ts';
import { useMayChange } from '../../api/session.tsx';
import { AccountLink } from '../../parts/Account.tsx';
import { Confirm } from '../../parts/Confirm.tsx';
import { useCountryName } from '../../parts/country.ts';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { notify } from '../../parts/notify.ts';
import { Panel } from '../../parts/Page.tsx';
import { Time } from '../../parts/Time.tsx';
import { useRowDialog } from '../../parts/useRowDialog.ts';
import { useTexts } from '../../texts/language.tsx';

type Block = Operator['VerifyBlock'];
const path = '/admin/v1/verify/blocks';
const everyMs = 30_000;

/** A country, or the beginning of all numbers of a range. */
const placeOf = (scope: string, nameOf: (country: string) => string) =>
  scope.startsWith('+') ? `${scope}…` : nameOf(scope);

/** Where no codes are sent for now; an operator may lift it. */
export function Blocks() {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const nameOf = useCountryName();
  const { data, error, refetch } = useQuery({ ...read(path), refetchInterval: everyMs });
  const dialog = useRowDialog<'lift', Block>();
  const { row } = dialog;
  const scope = row ? placeOf(row.scope, nameOf) : '';
  return (
    <Panel title={t('verify.blocks')} flush>
      <DataTable
        caption={t('verify.blocks')}
        columns={useColumns(mayChange ? (block) => dialog.open('lift', block) : undefined)}
        rows={data?.blocks}
        rowKey={({ blockId }) => blockId}
        error={error}
        retry={() => void refetch()}
        expected={1}
        empty={<EmptyState icon="check" title={t('verify.noBlocks')} text={t('verify.noBlocksHint')} />}
      />
      <Confirm
        opened={dialog.is('lift')}
        onClose={dialog.close}
        title={t('verify.liftTitle', { scope })}
        action={t('verify.lift')}
        onConfirm={async () => {
          const params = { path: { blockId: row?.blockId ?? '' } };
          await ask(api.DELETE('/admin/v1/verify/blocks/{blockId}', { params }));
          notify(t('verify.lifted', { scope }));
          void refresh('/admin/v1/verify/');
        }}
      >
        <p>{t('verify.liftText')}</p>
      </Confirm>
    </Panel>
  );
}

function useColumns(lift: ((block: Block) => void) | undefined): Column<Block>[] {
  const { t } = useTexts();
  const nameOf = useCountryName();
  const columns: Column<Block>[] = [
    {
      id: 'scope',
      title: t('verify.scope'),
      wide: true,
      cell: ({ scope }) => <strong>{placeOf(scope, nameOf)}</strong>,
    },
    { id: 'account', title: t('shell.account'), cell: ({ accountId }) => <AccountLink accountId={accountId} /> },
    { id: 'started', title: t('verify.started'), align: 'end', narrow: 'titled', cell: ({ started }) => started },
    { id: 'confirmed', title: t('verify.confirmed'), align: 'end', narrow: 'titled', cell: (row) => row.confirmed },
    { id: 'since', title: t('verify.since'), narrow: 'titled', cell: ({ since }) => <Time at={since} /> },
    { id: 'until', title: t('verify.until'), narrow: 'titled', cell: ({ until }) => <Time at={until} /> },
  ];
  if (!lift) return columns;
  const action = (block: Block) => (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={t('verify.liftOf', { scope: placeOf(block.scope, nameOf) })}
      onClick={() => lift(block)}
    >
      {t('verify.lift')}
    </Button>
  );
  return [...columns, { id: 'actions', title: t('accounts.actions'), quiet: true, align: 'end', cell: action }];
}
