import { Link } from '@tanstack/react-router';
import { useMayChange } from '../../api/session.tsx';
import { Copy } from '../../parts/Copy.tsx';
import { Panel } from '../../parts/Page.tsx';
import { magicNumbers } from '../../sending/magic-numbers.ts';
import { useTexts } from '../../texts/language.tsx';
import styles from './phone.module.css';

/** Numbers that end in another way than delivered, to see what your system does then. */
export function MagicNumbers() {
  const { t } = useTexts();
  const mayChange = useMayChange();
  return (
    <Panel title={t('phone.magic')}>
      <p className={styles.hint}>{t('phone.magicHint')}</p>
      <ul className={styles.magic}>
        {magicNumbers.map(({ number, text }) => (
          <li key={number}>
            <span className={styles.number}>
              {mayChange ? (
                <Link to="/send" search={{ to: number } as never}>
                  {number}
                </Link>
              ) : (
                number
              )}
              <Copy text={number} label={t('shell.copyId', { id: number })} />
            </span>
            <span>{t(text)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
