import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { read } from '../../api/queries.ts';
import { useMayRead, useScope } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { isSearchable } from '../../parts/message-search.ts';
import { SavedSearches } from '../../saved/SavedSearches.tsx';
import { useConfirmedSenders } from '../../sending/sending.ts';
import { useTexts } from '../../texts/language.tsx';
import { overviewOf } from '../overview/overview.ts';
import { complete, keysOf, type Suggestion, suggestionsFor, wordAt } from './completion.ts';
import styles from './messages.module.css';

/** The search box: what is typed becomes the address when it is entered; what could follow is offered. */
export function SearchField({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const { t, locale } = useTexts();
  const isOperator = useScope().kind === 'operator';
  const offered = keysOf(isOperator, useMayRead('text'));
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [cursor, setCursor] = useState(value.length);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setText(value), [value]);
  const combobox = useCombobox({ opened: isOpen, onDropdownClose: () => combobox.resetSelectedOption() });
  const word = wordAt(text, cursor).text;
  const names = useNames(isOpen, word);
  const regions = new Intl.DisplayNames(locale, { type: 'region' });
  const suggestions = isOpen ? suggestionsFor(word, offered, names, (code) => regions.of(code) ?? code) : [];

  const search = (what: string) => {
    setOpen(false);
    onSearch(what.trim());
  };
  const take = (insert: string) => {
    const done = complete(text, cursor, insert);
    setText(done.text);
    setCursor(done.cursor);
    combobox.resetSelectedOption();
    requestAnimationFrame(() => field.current?.setSelectionRange(done.cursor, done.cursor));
    // A value ends a word: it is searched for immediately, and more can follow.
    if (insert.endsWith(' ')) onSearch(done.text.trim());
  };
  return (
    <search className={styles.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (combobox.getSelectedOptionIndex() < 0 || !isOpen) search(text);
        }}
      >
        <Combobox store={combobox} onOptionSubmit={take} withinPortal position="bottom-start">
          <Combobox.Target>
            <TextInput
              ref={field}
              data-search
              value={text}
              aria-label={t('messages.search')}
              placeholder={t('messages.searchHint')}
              leftSection={<Icon name="search" />}
              rightSection={
                text && (
                  <button
                    type="button"
                    className={styles.clear}
                    aria-label={t('shell.clear')}
                    onClick={() => search('')}
                  >
                    <Icon name="close" size={14} />
                  </button>
                )
              }
              onChange={(event) => {
                setText(event.currentTarget.value);
                setCursor(event.currentTarget.selectionStart ?? event.currentTarget.value.length);
                setOpen(true);
              }}
              onSelect={(event) => setCursor(event.currentTarget.selectionStart ?? 0)}
              onFocus={() => setOpen(true)}
              onClick={() => setOpen(true)}
              onBlur={() => setOpen(false)}
              onKeyDown={(event) => {
                if (event.key === 'Escape' && isOpen) {
                  event.stopPropagation();
                  setOpen(false);
                }
              }}
              maxLength={500}
              autoComplete="off"
              spellCheck={false}
              styles={{ input: { fontFamily: 'var(--mono)', fontSize: 13 } }}
            />
          </Combobox.Target>
          <Combobox.Dropdown hidden={suggestions.length === 0}>
            <Combobox.Options aria-label={t('messages.suggestions')}>
              {suggestions.map((suggestion) => (
                <Offer key={suggestion.insert} suggestion={suggestion} />
              ))}
            </Combobox.Options>
          </Combobox.Dropdown>
        </Combobox>
      </form>
      <SavedSearches search={value} onSearch={search} />
    </search>
  );
}

function Offer({ suggestion: { insert, text, note } }: { suggestion: Suggestion }) {
  const { t } = useTexts();
  return (
    <Combobox.Option value={insert} className={styles.offer}>
      <code>{insert.trim()}</code>
      <span>{text ? t(text) : note}</span>
    </Combobox.Option>
  );
}

/** Names are asked for only where they are about to be offered. */
function useNames(isOpen: boolean, word: string) {
  const scope = useScope();
  const isWanted = isOpen && scope.kind === 'operator';
  const starts = (key: string) => word.toLowerCase().startsWith(`${key}:`);
  const needs = (key: string) => isWanted && starts(key);
  const name = word
    .slice(word.indexOf(':') + 1)
    .replaceAll('"', '')
    .slice(0, 100);
  const accounts = useQuery({
    ...read('/admin/v1/accounts', { params: { query: { limit: '20', ...(name && { name }) } } }),
    enabled: needs('account'),
  });
  const carriers = useQuery({ ...read('/admin/v1/carriers'), enabled: needs('carrier') });
  const overview = useQuery({ ...overviewOf(scope, '30d'), enabled: isOpen && starts('reason') });
  const { senders } = useConfirmedSenders(undefined);
  return {
    accounts: accounts.data?.accounts.map((account) => account.name) ?? [],
    carriers: carriers.data?.carriers.map((carrier) => carrier.name) ?? [],
    senders: senders ?? [],
    reasons: overview.data?.failures.map(({ reason }) => reason).filter(isSearchable) ?? [],
  };
}
