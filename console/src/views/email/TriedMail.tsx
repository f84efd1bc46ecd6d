import { Facts } from '../../parts/Facts.tsx';
import { Money } from '../../parts/Money.tsx';
import { Panel } from '../../parts/Page.tsx';
import { Status } from '../../parts/Status.tsx';
import { useTexts } from '../../texts/language.tsx';
import styles from '../emails/emails.module.css';
import type { Trial } from '../emails/reading.ts';
import { Decoded } from './Decoded.tsx';

/** What would happen, why, and what it would cost. */
export function TriedMail({ tried: { outcome, reason, text, tags, from, allowedFrom, preview } }: { tried: Trial }) {
  const { t } = useTexts();
  return (
    <>
      <Panel title={t('emails.wouldBe')} actions={<Status status={outcome} />}>
        <p className={styles.sentence}>
          {t(`emails.would_${outcome}`)} {reason && <strong>{reason}</strong>}
        </p>
        <Facts
          facts={[
            [t('emails.from'), from.join(', ')],
            [t('emails.allowedFrom'), allowedFrom.join(', ') || t('emails.anyFrom')],
            [t('emails.recipients'), preview?.recipients.length],
            [t('emails.segments'), preview && `${preview.segmentCount} (${preview.encoding})`],
            [t('emails.price'), preview && <Money amount={preview.total} currency={preview.currency} />],
            [t('emails.balanceAfter'), preview && <Money amount={preview.balanceAfter} currency={preview.currency} />],
          ]}
        />
        <p className={styles.dim}>{t('emails.notTried')}</p>
      </Panel>
      <Decoded text={text} tags={tags} />
    </>
  );
}
