import { useInfiniteQuery } from '@tanstack/react-query';
import { list } from '../../api/queries.ts';
import { AccountLink, useAccountFilter } from '../../parts/Account.tsx';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { type Filter, Filters, useFilters } from '../../parts/Filters.tsx';
import { LoadMore } from '../../parts/LoadMore.tsx';
import { Panel } from '../../parts/Page.tsx';
import { Status } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { useSearchParams } from '../../shell/useSearch.ts';
import { useTexts } from '../../texts/language.tsx';
import styles from './emails.module.css';
import { MailDialog } from './MailDialog.tsx';
import { mailKinds, useMailKinds } from './mail-kinds.ts';
import { type Mail, mailStates } from './reading.ts';

/** What the service has written itself: codes for senders, and what was wrong with an e-mail. */
export function Written() {
  const { t } = useTexts();
  const filters = useMailFilters();
  const query = useFilters(filters);
  const params = { query: { limit: '50', ...query } as never };
  const pages = useInfiniteQuery(list('/admin/v1/mails', { params }));
  const rows = pages.data?.pages.flatMap(({ mails }) => mails as Mail[]);
  const [{ mail }, setSearch] = useSearchParams();
  const columns = useColumns((mailId) => setSearch({ mail: mailId }, 'push'));
  return (
    <>
      <Filters filters={filters} />
      <Panel flush>
        <DataTable
          name="mails"
          caption={t('emails.written')}
          columns={columns}
          rows={rows}
          rowKey={({ mailId }) => mailId}
          empty={
            Object.keys(query).length > 0 ? (
              <EmptyState icon="search" title={t('emails.noneFound')} text={t('emails.noneFoundHint')} />
            ) : (
              <EmptyState icon="email" title={t('emails.noneWritten')} text={t('emails.noneWrittenHint')} />
            )
          }
          error={pages.error}
          retry={() => void pages.refetch()}
          isStale={pages.isPlaceholderData}
        />
        {rows && rows.length > 0 && <LoadMore pages={pages} count={rows.length} />}
      </Panel>
      {mail && <MailDialog mailId={mail} onClose={() => setSearch({ mail: undefined })} />}
    </>
  );
}

function useMailFilters(): Filter[] {
  const { t } = useTexts();
  const accounts = useAccountFilter();
  const kinds = useMailKinds();
  return [
    ...accounts,
    {
      name: 'state',
      label: t('emails.state'),
      kind: 'choice',
      choices: mailStates.map((value) => ({ value, label: t(`status.${value}`) })),
    },
    {
      name: 'kind',
      label: t('emails.kind'),
      kind: 'choice',
      choices: mailKinds.map((value) => ({ value, label: kinds[value] })),
    },
  ];
}

function useColumns(open: (mailId: string) => void): Column<Mail>[] {
  const { t } = useTexts();
  const kinds = useMailKinds();
  return [
    { id: 'at', title: t('emails.writtenAt'), cell: ({ createdAt }) => <Time at={createdAt} /> },
    { id: 'state', title: t('emails.state'), cell: ({ state }) => <Status status={state} /> },
    { id: 'kind', title: t('emails.kind'), cell: ({ kind }) => kinds[kind] },
    {
      id: 'to',
      title: t('emails.to'),
      cell: ({ recipient }) => recipient || <em className={styles.dim}>{t('emails.noContact')}</em>,
    },
    { id: 'account', title: t('shell.account'), cell: ({ accountId }) => <AccountLink accountId={accountId} /> },
    {
      id: 'subject',
      title: t('emails.subject'),
      wide: true,
      cell: ({ mailId, subject, error }) => (
        <span className={styles.subject}>
          <button type="button" className={styles.open} onClick={() => open(mailId)}>
            {subject || t('emails.open')}
          </button>
          {error && <span className={styles.dim}>{error}</span>}
        </span>
      ),
    },
    { id: 'attempts', title: t('emails.attempts'), align: 'end', narrow: 'titled', cell: ({ attempts }) => attempts },
  ];
}
