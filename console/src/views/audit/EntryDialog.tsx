import { Modal } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { AccountLink } from '../../parts/Account.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Id } from '../../parts/Id.tsx';
import { Time } from '../../parts/Time.tsx';
import { useTexts } from '../../texts/language.tsx';
import styles from './audit.module.css';
import { Changes } from './Changes.tsx';
import { detailsOf, subjectPath } from './details.ts';
import { type AuditEntry, useActionWords } from './entry.ts';

/** One entry with everything that was asked for, and ways to what it is about. */
export function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { t } = useTexts();
  const words = useActionWords();
  const { at, actorKind, actorId, actor, address, action, subjectKind, subjectId, accountId, details } = entry;
  const path = subjectId ? subjectPath(action, subjectId) : undefined;
  return (
    <Modal
      opened
      onClose={onClose}
      title={words(action)}
      size="lg"
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Facts
        facts={[
          [t('audit.at'), <Time key="at" at={at} long />],
          [t('audit.who'), actor],
          [t('audit.kind'), t(`audit.by_${actorKind ?? 'unknown'}`)],
          [t('audit.actorId'), actorId && <Id id={actorId} />],
          [t('audit.address'), address],
          [t('shell.account'), accountId && <AccountLink accountId={accountId} />],
          [t('audit.subjectKind'), subjectKind && t(`audit.of_${subjectKind}`)],
          [t('audit.subject'), subjectId && <Id id={subjectId} />],
        ]}
      />
      <div className={styles.ways}>
        {path && <Link to={path}>{t('audit.toSubject')}</Link>}
        {actorId && (
          <Link to="/audit" search={{ actorId } as never}>
            {t('audit.sameActor')}
          </Link>
        )}
        {subjectId && (
          <Link to="/audit" search={{ subjectId } as never}>
            {t('audit.sameSubject')}
          </Link>
        )}
      </div>
      <h3 className={styles.heading}>{t('audit.details')}</h3>
      {detailsOf(details).length === 0 ? (
        <p className={styles.rest}>{t('audit.noDetails')}</p>
      ) : (
        <Changes details={details} />
      )}
    </Modal>
  );
}
