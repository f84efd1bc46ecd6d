import { Panel } from '../../parts/Page.tsx';
import { Badge } from '../../parts/Status.tsx';
import { useTexts } from '../../texts/language.tsx';
import styles from '../emails/emails.module.css';
import { type Proof, senderChecksOf, toneOf } from './tags.ts';

const icons = { ok: 'delivered', bad: 'cross', warn: 'alert', none: 'question' } as const;

/** Whether the From address is proved, by which check. */
export function SenderChecks({ proof }: { proof: Proof }) {
  const { t } = useTexts();
  const checks = senderChecksOf(proof);
  return (
    <Panel title={t('emails.senderChecks')}>
      {proof.trusted && <p className={styles.sentence}>{t('emails.trusted')}</p>}
      {checks.length === 0 && !proof.trusted && <p className={styles.sentence}>{t('emails.notProved')}</p>}
      {checks.length > 0 && (
        <ul className={styles.checks}>
          {checks.map(({ check, result, about }) => (
            <li key={`${check} ${about}`}>
              <Badge tone={toneOf(result)} icon={icons[toneOf(result)]} text={`${check}: ${result}`} />
              <span>{about}</span>
              <span className={styles.dim}>{t(`emails.about${check}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
