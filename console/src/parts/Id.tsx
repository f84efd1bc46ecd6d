import { useTexts } from '../texts/language.tsx';
import { Copy } from './Copy.tsx';
import styles from './Id.module.css';

/** An id as text of fixed width; short shows its end, which tells ids of the same moment apart. */
export function Id({ id, short = false, copy = true }: { id: string; short?: boolean; copy?: boolean }) {
  const { t } = useTexts();
  return (
    <span className={styles.id}>
      <code title={id}>{short ? `…${id.slice(-8)}` : id}</code>
      {copy && <Copy text={id} label={t('shell.copyId', { id })} />}
    </span>
  );
}
