import { Button, Modal, Stack } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Operator } from '../../api/client.ts';
import { list, read } from '../../api/queries.ts';
import { CodeBlock } from '../../parts/CodeBlock.tsx';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { type Filter, Filters, useFilters } from '../../parts/Filters.tsx';
import { LoadMore } from '../../parts/LoadMore.tsx';
import { Page, Panel } from '../../parts/Page.tsx';
import { Badge, type Tone } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { longTime } from '../../parts/time-text.ts';
import { useRowDialog } from '../../parts/useRowDialog.ts';
import { useTexts } from '../../texts/language.tsx';

type Receipt = Operator['UnmatchedReceiptPage']['receipts'][number];
const outcomes = ['delivered', 'failed', 'rejected', 'unknown', 'unread'] as const;
const tones: Readonly<Record<string, Tone>> = { delivered: 'ok', failed: 'bad', rejected: 'bad', unread: 'warn' };

/** Receipts that belong to no message, and callbacks that could not be read: usually a setting of the carrier is wrong. */
export default function ReceiptsView() {
  const { t } = useTexts();
  const carriers = useCarriers();
  const filters = useReceiptFilters(carriers);
  const query = useFilters(filters);
  const pages = useInfiniteQuery(
    list('/admin/v1/receipts/unmatched', { params: { query: { limit: '50', ...query } as never } }),
  );
  const rows = pages.data?.pages.flatMap(({ receipts }) => receipts);
  const dialog = useRowDialog<'show', Receipt>();
  return (
    <Page title={t('receipts.title')} guide="incidents" lead={t('receipts.lead')}>
      <Filters filters={filters} />
      <Panel flush>
        <DataTable
          caption={t('receipts.title')}
          columns={useColumns(carriers, (row) => dialog.open('show', row))}
          rows={rows}
          rowKey={({ receiptId }) => receiptId}
          error={pages.error}
          retry={() => void pages.refetch()}
          isStale={pages.isPlaceholderData}
          empty={
            Object.keys(query).length > 0 ? (
              <EmptyState icon="search" title={t('receipts.noneFound')} text={t('receipts.noneFoundHint')} />
            ) : (
              <EmptyState icon="check" title={t('receipts.none')} text={t('receipts.noneHint')} />
            )
          }
        />
        {rows && (rows.length > 0 || pages.hasNextPage) && <LoadMore pages={pages} count={rows.length} />}
      </Panel>
      {dialog.row && (
        <Detail receipt={dialog.row} carriers={carriers} opened={dialog.is('show')} onClose={dialog.close} />
      )}
    </Page>
  );
}

type Carriers = ReadonlyMap<string, string>;

function useCarriers(): Carriers {
  const { data } = useQuery({ ...read('/admin/v1/carriers'), staleTime: 60_000 });
  return new Map((data?.carriers ?? []).map(({ carrierId, name }) => [carrierId, name]));
}

function useReceiptFilters(carriers: Carriers): Filter[] {
  const { t } = useTexts();
  return [
    {
      name: 'carrierId',
      label: t('receipts.carrier'),
      kind: 'choice',
      choices: [...carriers].map(([value, label]) => ({ value, label })),
    },
    {
      name: 'outcome',
      label: t('receipts.outcome'),
      kind: 'choice',
      choices: outcomes.map((value) => ({ value, label: t(`receipts.${value}`) })),
    },
  ];
}

function CarrierLink({ id, carriers }: { id: string; carriers: Carriers }) {
  return <Link to={`/carriers/${id}`}>{carriers.get(id) ?? `…${id.slice(-8)}`}</Link>;
}

function useOutcome(): (outcome: string) => string {
  const { t } = useTexts();
  return (outcome) => {
    const known = outcomes.find((each) => each === outcome);
    return known === undefined ? outcome : t(`receipts.${known}`);
  };
}

function useColumns(carriers: Carriers, show: (row: Receipt) => void): Column<Receipt>[] {
  const { t, locale } = useTexts();
  const wordOf = useOutcome();
  return [
    { id: 'at', title: t('receipts.receivedAt'), cell: ({ receivedAt }) => <Time at={receivedAt} /> },
    {
      id: 'carrier',
      title: t('receipts.carrier'),
      cell: ({ carrierId }) => <CarrierLink id={carrierId} carriers={carriers} />,
    },
    {
      id: 'outcome',
      title: t('receipts.outcome'),
      cell: ({ outcome }) => <Badge tone={tones[outcome] ?? 'none'} text={wordOf(outcome)} />,
    },
    {
      id: 'destination',
      title: t('receipts.destination'),
      narrow: 'titled',
      cell: ({ destination }) => destination || '–',
    },
    { id: 'error', title: t('receipts.error'), narrow: 'line', wide: true, cell: ({ error }) => error ?? '' },
    {
      id: 'show',
      title: t('receipts.show'),
      quiet: true,
      align: 'end',
      cell: (row) => (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t('receipts.showOf', { time: longTime(new Date(row.receivedAt), locale) })}
          onClick={() => show(row)}
        >
          {t('receipts.show')}
        </Button>
      ),
    },
  ];
}

type DetailProps = { receipt: Receipt; carriers: Carriers; opened: boolean; onClose: () => void };

function Detail({ receipt, carriers, opened, onClose }: DetailProps) {
  const { t } = useTexts();
  const wordOf = useOutcome();
  const { receivedAt, carrierId, outcome, destination, error, references } = receipt;
  // Left out for those who may not read texts.
  const text = receipt.text as string | undefined;
  const isCallback = outcome === 'unread';
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t(isCallback ? 'receipts.detailUnread' : 'receipts.detail')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Stack gap="sm">
        <Facts
          facts={[
            [t('receipts.receivedAt'), <Time key="at" at={receivedAt} long />],
            [t('receipts.carrier'), <CarrierLink key="carrier" id={carrierId} carriers={carriers} />],
            [t('receipts.outcome'), wordOf(outcome)],
            [t('receipts.destination'), destination],
            [t('receipts.error'), error],
            [t('receipts.references'), references.length > 0 && <code key="references">{references.join(', ')}</code>],
          ]}
        />
        {text === undefined ? <em>{t('shell.hidden')}</em> : <CodeBlock code={text} label={t('receipts.text')} wrap />}
        <p style={{ margin: 0, color: 'var(--dim)' }}>{t(isCallback ? 'receipts.whyUnread' : 'receipts.why')}</p>
      </Stack>
    </Modal>
  );
}
