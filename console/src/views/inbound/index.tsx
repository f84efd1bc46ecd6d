import { Anchor } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { list } from '../../api/queries.ts';
import { useMayChange, useScope, useSession } from '../../api/session.tsx';
import { useRefreshOn } from '../../live/useLive.tsx';
import { AccountLink, useAccountFilter, useAccounts } from '../../parts/Account.tsx';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { type Filter, Filters, useFilters } from '../../parts/Filters.tsx';
import { LoadMore } from '../../parts/LoadMore.tsx';
import { Page, Panel } from '../../parts/Page.tsx';
import { Badge } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { useTexts } from '../../texts/language.tsx';
import styles from './inbound.module.css';
import { type Inbound, replySearch } from './reply.ts';

/** What people have sent to the numbers and names of the accounts. */
export default function InboundView() {
  const { t } = useTexts();
  const isOperator = useScope().kind === 'operator';
  const { service } = useSession();
  const filters = useInboundFilters();
  const query = useFilters(filters);
  const { pages, rows } = useInbound(query);
  const columns = useColumns();
  useRefreshOn('inbound', '/v1/inbound', '/admin/v1/inbound');
  return (
    <Page title={t('inbound.title')} guide="inbound" lead={t(isOperator ? 'inbound.leadOperator' : 'inbound.lead')}>
      <Filters filters={filters} />
      <Panel flush>
        <DataTable
          caption={t('inbound.title')}
          columns={columns}
          rows={rows}
          rowKey={({ inboundId }) => inboundId}
          empty={
            Object.keys(query).length > 0 ? (
              <EmptyState icon="search" title={t('inbound.noneFound')} text={t('inbound.noneFoundHint')} />
            ) : (
              <EmptyState icon="inbound" title={t('inbound.none')} text={t('inbound.noneHint')}>
                {isOperator && service.simulator && <Link to="/phone">{t('inbound.toPhone')}</Link>}
              </EmptyState>
            )
          }
          error={pages.error}
          retry={() => void pages.refetch()}
          isStale={pages.isPlaceholderData}
        />
        {rows && (rows.length > 0 || pages.hasNextPage) && <LoadMore pages={pages} count={rows.length} />}
      </Panel>
    </Page>
  );
}

function useInbound(query: Record<string, string>) {
  const isOperator = useScope().kind === 'operator';
  const params = { query: { limit: '50', ...query } as never };
  const all = list('/admin/v1/inbound', { params });
  const own = list('/v1/inbound', { params }) as unknown as typeof all;
  const pages = useInfiniteQuery(isOperator ? all : own);
  return { pages, rows: pages.data?.pages.flatMap(({ inbound }) => inbound as Inbound[]) };
}

function useInboundFilters(): Filter[] {
  const { t } = useTexts();
  const accounts = useAccountFilter();
  return [
    ...accounts,
    { name: 'sender', label: t('inbound.from'), kind: 'text', placeholder: '+38640123456' },
    { name: 'recipient', label: t('inbound.to'), kind: 'text', placeholder: t('inbound.numberOrName') },
    { name: 'from', label: t('inbound.since'), kind: 'time' },
    { name: 'to', label: t('inbound.until'), kind: 'time' },
  ];
}

function useColumns(): Column<Inbound>[] {
  const { t } = useTexts();
  const { isOperator } = useAccounts();
  const mayChange = useMayChange();
  const owner: Column<Inbound> = {
    id: 'account',
    title: t('shell.account'),
    cell: ({ accountId }) =>
      accountId ? (
        <AccountLink accountId={accountId} />
      ) : (
        <Badge tone="warn" icon="question" text={t('inbound.noAccount')} />
      ),
  };
  return [
    { id: 'at', title: t('inbound.received'), cell: ({ receivedAt }) => <Time at={receivedAt} /> },
    { id: 'from', title: t('inbound.from'), cell: ({ sender }) => <strong className={styles.number}>{sender}</strong> },
    { id: 'to', title: t('inbound.to'), narrow: 'titled', cell: ({ recipient }) => recipient },
    ...(isOperator ? [owner] : []),
    { id: 'text', title: t('inbound.text'), wide: true, cell: (message) => <Text message={message} /> },
    ...(mayChange
      ? [
          {
            id: 'reply',
            title: t('inbound.answer'),
            align: 'end' as const,
            cell: (message: Inbound) => <Reply message={message} />,
          },
        ]
      : []),
  ];
}

function Text({ message: { text, complete } }: { message: Inbound }) {
  const { t } = useTexts();
  return (
    <span className={styles.text} dir="auto">
      {text ?? <em>{t('shell.hidden')}</em>}
      {!complete && <Badge tone="warn" icon="alert" text={t('inbound.incomplete')} />}
    </span>
  );
}

/** To the page for sending, with both ends filled in. */
function Reply({ message }: { message: Inbound }) {
  const { t } = useTexts();
  const search = replySearch(message);
  if (!search) return null;
  return (
    <Anchor
      component={Link}
      to="/send"
      search={search as never}
      size="sm"
      aria-label={t('inbound.replyTo', { number: message.sender })}
    >
      {t('inbound.reply')}
    </Anchor>
  );
}
