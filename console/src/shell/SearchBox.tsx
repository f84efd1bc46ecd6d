import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Icon } from '../design/icons.tsx';
import { useTexts } from '../texts/language.tsx';
import { searchBoxId } from './keyboard.ts';
import styles from './TopBar.module.css';

/** Goes to the messages view, from anywhere; there it is the same search, in the address. */
export function SearchBox() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  return (
    <search className={styles.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void navigate({ to: '/messages', search: { q: text.trim() } });
          setText('');
        }}
      >
        <TextInput
          id={searchBoxId}
          size="xs"
          type="search"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          aria-label={t('shell.search')}
          placeholder={t('shell.searchHint')}
          leftSection={<Icon name="search" size={14} />}
          rightSection={<kbd className={styles.key}>/</kbd>}
          maxLength={500}
          autoComplete="off"
          spellCheck={false}
        />
      </form>
    </search>
  );
}
