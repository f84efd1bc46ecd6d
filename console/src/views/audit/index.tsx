import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { actorKinds as actors } from '../../../../src/domain/access/actor.ts';
import { isUuid } from '../../../../src/domain/uuid.ts';
import { list, read } from '../../api/queries.ts';
import { Icon } from '../../design/icons.tsx';
import { AccountLink, useAccountFilter } from '../../parts/Account.tsx';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { type Filter, Filters, useFilters } from '../../parts/Filters.tsx';
import { LoadMore } from '../../parts/LoadMore.tsx';
import { Page, Panel } from '../../parts/Page.tsx';
import { Time } from '../../parts/Time.tsx';
import { useSearchParams } from '../../shell/useSearch.ts';
import { useTexts } from '../../texts/language.tsx';
import { actionsOf, kinds } from './actions.ts';
import styles from './audit.module.css';
import { Changes } from './Changes.tsx';
import { EntryDialog } from './EntryDialog.tsx';
import { type AuditEntry, useActionWords } from './entry.ts';

/** Who changed what, when and from where. */
export default function AuditView() {
  const { t } = useTexts();
  const filters = useAuditFilters();
  const query = useFilters(filters);
  const params = { query: { limit: '50', ...query } as never };
  const pages = useInfiniteQuery(list('/admin/v1/audit', { params }));
  const rows = pages.data?.pages.flatMap(({ entries }) => entries);
  const [shown, show] = useShown(rows);
  const columns = useColumns(({ id }) => show(id));
  const file = `/admin/v1/audit.csv?${new URLSearchParams(query).toString()}`;
  const download = (
    <Button component="a" href={file} download variant="default" leftSection={<Icon name="download" />}>
      {t('shell.export')}
    </Button>
  );
  return (
    <Page title={t('audit.title')} lead={t('audit.lead')} guide="console-access" actions={download}>
      <Filters filters={filters} />
      <Panel flush>
        <DataTable
          caption={t('audit.title')}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          empty={
            Object.keys(query).length > 0 ? (
              <EmptyState icon="search" title={t('audit.noneFound')} text={t('audit.noneFoundHint')} />
            ) : (
              <EmptyState icon="audit" title={t('audit.none')} text={t('audit.noneHint')} />
            )
          }
          error={pages.error}
          retry={() => void pages.refetch()}
          isStale={pages.isPlaceholderData}
        />
        {rows && (rows.length > 0 || pages.hasNextPage) && <LoadMore pages={pages} count={rows.length} />}
      </Panel>
      {shown && <EntryDialog entry={shown} onClose={() => show(undefined)} />}
    </Page>
  );
}

/** The entry of the address, which may not be among the loaded rows. */
function useShown(rows: readonly AuditEntry[] | undefined) {
  const [search, setSearch] = useSearchParams();
  const entryId = search['entry'] ?? '';
  const loaded = rows?.find(({ id }) => id === entryId);
  const { data } = useQuery({
    ...read('/admin/v1/audit/{entryId}', { params: { path: { entryId } } }),
    enabled: isUuid(entryId) && rows !== undefined && !loaded,
  });
  const show = (entry: string | undefined) => setSearch({ entry }, entry === undefined ? undefined : 'push');
  return [loaded ?? (entryId === '' ? undefined : data), show] as const;
}

function useAuditFilters(): Filter[] {
  const { t } = useTexts();
  const [search] = useSearchParams();
  const accounts = useAccountFilter();
  const { data } = useQuery(read('/admin/v1/operators'));
  const choices = <V extends string>(values: readonly V[], label: (value: V) => string) =>
    values.map((value) => ({ value, label: label(value) }));
  return [
    {
      name: 'actor',
      label: t('audit.who'),
      kind: 'text',
      placeholder: t('audit.name'),
      suggestions: data?.operators.map(({ name }) => name) ?? [],
    },
    {
      name: 'actorKind',
      label: t('audit.kind'),
      kind: 'choice',
      choices: choices(actors, (kind) => t(`audit.by_${kind}`)),
    },
    // Set by the link in an entry only.
    ...(search['actorId'] ? [{ name: 'actorId', label: t('audit.actorId'), kind: 'text' } as const] : []),
    {
      name: 'subjectKind',
      label: t('audit.subjectKind'),
      kind: 'choice',
      choices: choices(kinds, (kind) => t(`audit.of_${kind}`)),
    },
    {
      name: 'action',
      label: t('audit.action'),
      kind: 'choice',
      choices: choices(actionsOf(search['subjectKind'], search['action']), (action) => t(`audit.${action}`)),
    },
    ...accounts,
    { name: 'subjectId', label: t('audit.subject'), kind: 'text', placeholder: t('audit.id') },
    { name: 'from', label: t('shell.from'), kind: 'time' },
    { name: 'to', label: t('shell.to'), kind: 'time' },
  ];
}

function useColumns(show: (entry: AuditEntry) => void): Column<AuditEntry>[] {
  const { t } = useTexts();
  const words = useActionWords();
  return [
    { id: 'at', title: t('audit.at'), cell: ({ at }) => <Time at={at} /> },
    { id: 'who', title: t('audit.who'), cell: (entry) => <Who entry={entry} /> },
    {
      id: 'action',
      title: t('audit.action'),
      cell: (entry) => (
        <button
          type="button"
          className={styles.action}
          onClick={() => show(entry)}
          aria-label={t('audit.open', { action: words(entry.action) })}
        >
          {words(entry.action)}
        </button>
      ),
    },
    {
      id: 'account',
      title: t('shell.account'),
      cell: ({ accountId }) => accountId && <AccountLink accountId={accountId} />,
    },
    {
      id: 'details',
      title: t('audit.details'),
      wide: true,
      cell: ({ details }) => <Changes details={details} most={4} />,
    },
  ];
}

/** The kind stands beside the name: customers choose the names of their sessions. */
function Who({ entry: { actorKind, actor, address } }: { entry: AuditEntry }) {
  const { t } = useTexts();
  return (
    <span className={styles.who}>
      {actor}
      <small>{t(`audit.by_${actorKind ?? 'unknown'}`)}</small>
      {address && <small>{address}</small>}
    </span>
  );
}
