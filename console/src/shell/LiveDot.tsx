import { useLive } from '../live/useLive.tsx';
import { useTexts } from '../texts/language.tsx';
import styles from './TopBar.module.css';

const words = { live: 'live', connecting: 'connecting', off: 'offline', polling: 'polling' } as const;

export function LiveDot() {
  const { t } = useTexts();
  const { state } = useLive();
  const word = words[state];
  return (
    <div className={styles.live} data-state={state} title={t(`shell.${word}Hint`)} role="status">
      <i className={styles.dot} />
      <span>{t(`shell.${word}`)}</span>
      <b className="visually-hidden">{t(`shell.${word}Hint`)}</b>
    </div>
  );
}
