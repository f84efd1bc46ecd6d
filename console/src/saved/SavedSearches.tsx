import { ActionIcon, Button, Menu, Modal, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { Icon } from '../design/icons.tsx';
import { FormDialog } from '../parts/FormDialog.tsx';
import { useTexts } from '../texts/language.tsx';
import styles from './SavedSearches.module.css';
import { longestName, mostSaved, type SavedSearch } from './searches.ts';
import { useSavedSearches } from './useSavedSearches.ts';

type Props = {
  /** The search that is shown. */
  search: string;
  onSearch: (search: string) => void;
};

/** Beside a search field: saves what is searched for under a name, and brings it back. */
export function SavedSearches({ search, onSearch }: Props) {
  const { t } = useTexts();
  const { saved, isFull, save, rename, remove } = useSavedSearches();
  const [isSaving, saving] = useDisclosure(false);
  const [isEditing, editing] = useDisclosure(false);
  const isSaved = saved.some((each) => each.search === search);
  return (
    <div className={styles.saved}>
      {search !== '' && !isSaved && (
        <Button variant="default" leftSection={<Icon name="bookmark" />} disabled={isFull} onClick={saving.open}>
          {t('saved.save')}
        </Button>
      )}
      {saved.length > 0 && (
        <Menu position="bottom-end" shadow="md" width={300} withinPortal portalProps={{ target: '#content' }}>
          <Menu.Target>
            <Button variant="default" rightSection={<Icon name="down" />}>
              {t('saved.title')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown className={styles.list}>
            {saved.map((each) => (
              <Menu.Item
                key={each.name}
                onClick={() => onSearch(each.search)}
                aria-current={each.search === search || undefined}
                rightSection={each.search === search && <Icon name="check" />}
              >
                <span className={styles.name} dir="auto">
                  {each.name}
                </span>
                <code className={styles.search}>{each.search}</code>
              </Menu.Item>
            ))}
            <Menu.Divider />
            <Menu.Item leftSection={<Icon name="settings" />} onClick={editing.open}>
              {t('saved.edit')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      <FormDialog
        opened={isSaving}
        onClose={saving.close}
        title={t('saved.save')}
        action={t('shell.save')}
        fields={['name']}
        submit={async (value) => save({ name: value('name'), search })}
      >
        {() => (
          <>
            <code className={styles.search}>{search}</code>
            <TextInput
              name="name"
              label={t('saved.name')}
              description={t('saved.hint', { count: mostSaved })}
              defaultValue={search.slice(0, longestName)}
              maxLength={longestName}
              pattern=".*\S.*"
              required
              autoComplete="off"
              data-autofocus
            />
          </>
        )}
      </FormDialog>
      <Modal
        opened={isEditing}
        onClose={editing.close}
        title={t('saved.title')}
        closeButtonProps={{ 'aria-label': t('shell.close') }}
      >
        {saved.length === 0 && <p>{t('saved.none')}</p>}
        <ul className={styles.rows}>
          {saved.map((each) => (
            <Row key={each.name} saved={each} rename={rename} remove={remove} />
          ))}
        </ul>
      </Modal>
    </div>
  );
}

type RowProps = {
  saved: SavedSearch;
  rename: (name: string, to: string) => void;
  remove: (name: string) => void;
};

/** Renamed when the field is left, or by Enter. */
function Row({ saved: { name, search }, rename, remove }: RowProps) {
  const { t } = useTexts();
  const [text, setText] = useState(name);
  const settle = () => {
    const to = text.trim();
    if (to === '') setText(name);
    else if (to !== name) rename(name, to);
  };
  return (
    <li>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          settle();
        }}
      >
        <TextInput
          aria-label={t('saved.nameOf', { search })}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onBlur={settle}
          maxLength={longestName}
          autoComplete="off"
        />
        <ActionIcon size="lg" aria-label={t('saved.delete', { name })} onClick={() => remove(name)}>
          <Icon name="trash" />
        </ActionIcon>
      </form>
      <code className={styles.search}>{search}</code>
    </li>
  );
}
