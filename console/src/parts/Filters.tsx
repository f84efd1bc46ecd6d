import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useSearchParams } from '../shell/useSearch.ts';
import { useTexts } from '../texts/language.tsx';
import styles from './Filters.module.css';

export type Filter =
  | {
      readonly name: string;
      readonly label: string;
      readonly kind: 'text';
      readonly placeholder?: string;
      readonly suggestions?: readonly string[];
    }
  | { readonly name: string; readonly label: string; readonly kind: 'time' }
  | {
      readonly name: string;
      readonly label: string;
      readonly kind: 'choice';
      readonly choices: readonly Choice[];
      readonly placeholder?: string;
    };
type Choice = { readonly value: string; readonly label: string };

/** Filters of a list, kept in the address. Read them back with useFilters. */
export function Filters({ filters, children }: { filters: readonly Filter[]; children?: ReactNode }) {
  const { t } = useTexts();
  const [search, setSearch] = useSearchParams();
  const isSet = filters.some(({ name }) => search[name]);
  const clear = () => setSearch(Object.fromEntries(filters.map(({ name }) => [name, undefined])), 'push');
  return (
    <search className={styles.filters} aria-label={t('shell.filters')}>
      {filters.map((filter) => (
        <Field
          key={filter.name}
          filter={filter}
          value={search[filter.name] ?? ''}
          set={(value) => setSearch({ [filter.name]: value || undefined })}
        />
      ))}
      {isSet && (
        <Button variant="subtle" onClick={clear}>
          {t('shell.clear')}
        </Button>
      )}
      {children}
    </search>
  );
}

/** What the filters are set to, for a query: times as the API takes them. */
export function useFilters(filters: readonly Filter[]): Record<string, string> {
  const [search] = useSearchParams();
  return Object.fromEntries(
    filters.flatMap(({ name, kind }) => {
      const value = search[name];
      if (!value) return [];
      if (kind !== 'time') return [[name, value]];
      const at = new Date(value);
      return Number.isNaN(at.getTime()) ? [] : [[name, at.toISOString()]];
    }),
  );
}

function Field({ filter, value, set }: { filter: Filter; value: string; set: (value: string) => void }) {
  const { t } = useTexts();
  if (filter.kind === 'choice') {
    return (
      <Select
        size="xs"
        label={filter.label}
        data={[...filter.choices]}
        value={value || null}
        placeholder={filter.placeholder ?? t('shell.all')}
        onChange={(choice) => set(choice ?? '')}
        clearable
        searchable={filter.choices.length > 8}
        className={styles.field}
      />
    );
  }
  return <Typed filter={filter} value={value} set={set} />;
}

const restMs = 300;

/** Asks when typing rests, so that not every letter is a request. */
function Typed({
  filter,
  value,
  set,
}: {
  filter: Exclude<Filter, { kind: 'choice' }>;
  value: string;
  set: (value: string) => void;
}) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const settle = useDebouncedCallback(set, restMs);
  const listId = useId();
  const suggestions = filter.kind === 'text' ? filter.suggestions : undefined;
  return (
    <>
      <TextInput
        size="xs"
        label={filter.label}
        type={filter.kind === 'time' ? 'datetime-local' : 'search'}
        placeholder={filter.kind === 'text' ? filter.placeholder : undefined}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          settle(event.currentTarget.value);
        }}
        className={styles.field}
        maxLength={200}
        {...(suggestions && { list: listId })}
      />
      {suggestions && (
        <datalist id={listId}>
          {suggestions.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
    </>
  );
}
