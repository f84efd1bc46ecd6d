import { AccountLink, useAccountFilter, useAccounts } from '../../parts/Account.tsx';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { type Filter, Filters, useFilters } from '../../parts/Filters.tsx';
import { LoadMore } from '../../parts/LoadMore.tsx';
import { Panel } from '../../parts/Page.tsx';
import { Badge, Status } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { useTexts } from '../../texts/language.tsx';
import styles from './emails.module.css';
import { type Email, outcomes, useEmails } from './reading.ts';

/** Received e-mails, newest first, with their outcomes. */
export function Received() {
  const { t } = useTexts();
  const filters = useEmailFilters();
  const query = useFilters(filters);
  const { pages, rows } = useEmails(query);
  const columns = useColumns();
  return (
    <>
      <Filters filters={filters} />
      <Panel flush>
        <DataTable
          caption={t('emails.received')}
          columns={columns}
          rows={rows}
          rowKey={({ emailId }) => emailId}
          to={({ emailId }) => `/emails/${emailId}`}
          empty={
            Object.keys(query).length > 0 ? (
              <EmptyState icon="search" title={t('emails.noneFound')} text={t('emails.noneFoundHint')} />
            ) : (
              <EmptyState icon="email" title={t('emails.none')} text={t('emails.noneHint')} />
            )
          }
          error={pages.error}
          retry={() => void pages.refetch()}
          isStale={pages.isPlaceholderData}
        />
        {rows && (rows.length > 0 || pages.hasNextPage) && <LoadMore pages={pages} count={rows.length} />}
      </Panel>
    </>
  );
}

function useEmailFilters(): Filter[] {
  const { t } = useTexts();
  const accounts = useAccountFilter();
  return [
    ...accounts,
    {
      name: 'outcome',
      label: t('emails.outcome'),
      kind: 'choice',
      choices: outcomes.map((value) => ({ value, label: t(`status.${value}`) })),
    },
    { name: 'author', label: t('emails.from'), kind: 'text', placeholder: 'maja@example.com' },
    { name: 'from', label: t('emails.since'), kind: 'time' },
    { name: 'to', label: t('emails.until'), kind: 'time' },
  ];
}

function useColumns(): Column<Email>[] {
  const { t } = useTexts();
  const { isOperator } = useAccounts();
  const owner: Column<Email> = {
    id: 'account',
    title: t('shell.account'),
    cell: ({ accountId }) => accountId && <AccountLink accountId={accountId} />,
  };
  return [
    { id: 'at', title: t('emails.receivedAt'), cell: ({ receivedAt }) => <Time at={receivedAt} /> },
    { id: 'outcome', title: t('emails.outcome'), cell: ({ outcome }) => <Status status={outcome} /> },
    { id: 'from', title: t('emails.from'), cell: ({ from }) => from },
    ...(isOperator ? [owner] : []),
    { id: 'subject', title: t('emails.subject'), wide: true, cell: (email) => <Subject email={email} /> },
    {
      id: 'messages',
      title: t('emails.messages'),
      align: 'end',
      narrow: 'titled',
      cell: ({ messageIds }) => messageIds.length,
    },
  ];
}

/** The subject, and below it why nothing was sent. */
function Subject({ email: { subject, reason, count } }: { email: Email }) {
  const { t } = useTexts();
  return (
    <span className={styles.subject}>
      <span>{subject === '' ? t('emails.noSubject') : (subject ?? t('shell.hidden'))}</span>
      {count > 1 && <Badge tone="none" text={t('emails.standsFor', { count })} />}
      {reason && <span className={styles.dim}>{reason}</span>}
    </span>
  );
}
