import { Link } from '@tanstack/react-router';
import { Panel } from '../../parts/Page.tsx';
import { useTexts } from '../../texts/language.tsx';
import styles from '../emails/emails.module.css';
import type { Email } from '../emails/reading.ts';

/** The outcome in a sentence, and the messages that the e-mail created. */
export function Outcome({ email: { outcome, reason, messageIds, count } }: { email: Email }) {
  const { t } = useTexts();
  return (
    <Panel title={t('emails.outcome')}>
      <p className={styles.sentence}>
        {t(`emails.means_${outcome}`)}
        {reason && (
          <>
            {' '}
            <strong>{reason}</strong>
          </>
        )}
      </p>
      {count > 1 && <p className={styles.sentence}>{t('emails.standsForLong', { count })}</p>}
      {messageIds.length > 0 && (
        <ul className={styles.messages} aria-label={t('emails.messages')}>
          {messageIds.map((id) => (
            <li key={id}>
              <Link to={`/messages/${id}`}>{t('emails.message', { id: id.slice(-8) })}</Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
