import { useTexts } from '../../texts/language.tsx';
import styles from './audit.module.css';
import { detailsOf, inWords } from './details.ts';

/** What was asked for as names and values; the first few where there is little room. */
export function Changes({ details, most = Number.POSITIVE_INFINITY }: { details: object; most?: number }) {
  const { t } = useTexts();
  const all = detailsOf(details);
  const shown = all.slice(0, most);
  if (shown.length === 0) return null;
  return (
    <dl className={styles.changes}>
      {shown.map(({ name, value }) => (
        <div key={name}>
          <dt>{inWords(name)}</dt>
          <dd dir="auto">{value ?? <em>{t('audit.cleared')}</em>}</dd>
        </div>
      ))}
      {all.length > shown.length && (
        <div>
          <dt className={styles.rest}>{t('audit.more', { count: all.length - shown.length })}</dt>
        </div>
      )}
    </dl>
  );
}
