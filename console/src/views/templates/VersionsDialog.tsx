import { Modal } from '@mantine/core';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { useLanguageName } from '../../parts/language-name.ts';
import { Time } from '../../parts/Time.tsx';
import { textChanges } from '../../sending/template-text.ts';
import { type TemplateSummary, type TemplateVersion, useTemplateVersions } from '../../sending/templates.ts';
import { useTexts } from '../../texts/language.tsx';
import styles from './templates.module.css';

type Props = { template: TemplateSummary | undefined; opened: boolean; onClose: () => void };

/** Every version that is kept, newest first, and what it changed. */
export function VersionsDialog({ template, opened, onClose }: Props) {
  const { t } = useTexts();
  const { data, error } = useTemplateVersions(opened ? template?.templateId : undefined);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('templates.versionsTitle', { name: template?.name ?? '' })}
      size="lg"
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {error && <ErrorState error={error} />}
      <ul className={styles.versions}>
        {data?.map((version, place) => (
          <li key={version.version}>
            <Version version={version} older={data[place + 1]} />
          </li>
        ))}
      </ul>
    </Modal>
  );
}

function Version({ version, older }: { version: TemplateVersion; older: TemplateVersion | undefined }) {
  const { t } = useTexts();
  const nameOf = useLanguageName();
  const isOther = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);
  return (
    <>
      <div className={styles.version}>
        <strong>{t('templates.versionOf', { version: version.version })}</strong>
        <Time at={version.createdAt} long />
      </div>
      {textChanges(older, version).map(({ language, before, after }) => (
        <p key={language} lang={language}>
          {nameOf(language)}: {before !== undefined && <del>{before}</del>}{' '}
          {after === undefined ? t('templates.removed') : <ins>{after}</ins>}
        </p>
      ))}
      {older && isOther(older.variables, version.variables) && (
        <p>{t('templates.variablesChanged', { names: version.variables.map(({ name }) => name).join(', ') || '–' })}</p>
      )}
      {older && older.defaultLanguage !== version.defaultLanguage && (
        <p>{t('templates.defaultChanged', { language: nameOf(version.defaultLanguage) })}</p>
      )}
    </>
  );
}
