import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useMayChange, useScope } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { LoadMore } from '../../parts/LoadMore.tsx';
import { Page, Panel } from '../../parts/Page.tsx';
import { longTime } from '../../parts/time-text.ts';
import { useSearchParams } from '../../shell/useSearch.ts';
import { useTexts } from '../../texts/language.tsx';
import { MessageTable } from './MessageTable.tsx';
import styles from './messages.module.css';
import { type Problem, parse } from './query.ts';
import { SearchField } from './SearchField.tsx';
import { csvOf, type Message, useMessage, useMessages, useResolved } from './search.ts';
import { useTail } from './tail.ts';
import { useFreshTexts } from './texts.ts';

export default function MessagesView() {
  const { t } = useTexts();
  const scope = useScope();
  const [address, setAddress] = useSearchParams();
  const text = address['q'] ?? '';
  const { query, problems } = useMemo(() => parse(text, new Date()), [text]);
  const { params, accountId } = useResolved(query);
  const filters = typeof params === 'object' ? params : undefined;
  return (
    <Page
      title={t('messages.title')}
      guide="following-a-message"
      actions={
        filters &&
        !query.id && (
          <Button
            component="a"
            href={csvOf(scope, filters)}
            download
            variant="default"
            leftSection={<Icon name="download" />}
          >
            {t('shell.export')}
          </Button>
        )
      }
    >
      <SearchField value={text} onSearch={(q) => setAddress({ q: q || undefined }, 'push')} />
      <Problems problems={problems} />
      <Panel flush>
        {query.id ? (
          <One id={query.id} />
        ) : (
          <Many key={text} params={params} query={{ ...query, accountId }} search={text} />
        )}
      </Panel>
    </Page>
  );
}

function Problems({ problems }: { problems: readonly Problem[] }) {
  const { t } = useTexts();
  if (problems.length === 0) return null;
  return (
    <ul className={styles.problems} role="alert">
      {problems.map(({ word, kind }) => (
        <li key={word}>
          <Icon name="alert" size={14} />
          {t(`messages.problem_${kind}`, { word })}
        </li>
      ))}
    </ul>
  );
}

type ManyProps = {
  params: ReturnType<typeof useResolved>['params'];
  query: Parameters<typeof useTail>[0];
  search: string;
};

const none: readonly Message[] = [];

function Many({ params, query, search }: ManyProps) {
  const { t, locale } = useTexts();
  const { pages, rows, searchedTo } = useMessages(params);
  const tail = useTail(query, search, rows ?? none);
  const { waiting, showWaiting } = tail;
  const withTexts = useFreshTexts(params, tail.fresh, tail.shown);
  const shown = params === 'nothing' ? none : rows && withTexts;
  return (
    <>
      {waiting.length > 0 && (
        <div className={styles.new}>
          <button type="button" onClick={showWaiting}>
            {t('messages.new', { count: waiting.length })}
          </button>
        </div>
      )}
      <MessageTable
        // An empty result is not final while the search continues.
        rows={shown?.length === 0 && searchedTo ? undefined : shown}
        error={pages.error}
        retry={() => void pages.refetch()}
        isStale={pages.isPlaceholderData}
        isPart={pages.hasNextPage}
        empty={<Empty isSearch={search !== ''} />}
      />
      {searchedTo && (
        <p className={styles.looking} role="status">
          {t('shell.lookedTo', { time: longTime(new Date(searchedTo), locale) })}
        </p>
      )}
      {!searchedTo && shown && shown.length > 0 && <LoadMore pages={pages} count={shown.length} />}
    </>
  );
}

function One({ id }: { id: string }) {
  const { data, error, refetch } = useMessage(id);
  const rows: Message[] | undefined = data && [data];
  return <MessageTable rows={rows} error={error} retry={() => void refetch()} empty={<Empty isSearch />} />;
}

function Empty({ isSearch }: { isSearch: boolean }) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  if (isSearch)
    return <EmptyState icon="search" title={t('messages.nothingFound')} text={t('messages.nothingFoundHint')} />;
  return (
    <EmptyState icon="messages" title={t('messages.none')} text={t('messages.noneHint')}>
      {mayChange && (
        <Button component={Link} to="/send" variant="default">
          {t('messages.sendOne')}
        </Button>
      )}
    </EmptyState>
  );
}
