import { Link } from '@tanstack/react-router';
import { MAGIC_NUMBERS } from '../../../../src/carriers/simulator/magic-numbers.ts';
import { Copy } from '../../parts/Copy.tsx';
import { Panel } from '../../parts/Page.tsx';
import { useTexts } from '../../texts/language.tsx';
import { magicTexts } from './magic-texts.ts';
import styles from './phone.module.css';

/** Numbers that end in another way than delivered, to see what your system does then. */
export function MagicNumbers() {
  const { t } = useTexts();
  return (
    <Panel title={t('phone.magic')}>
      <p className={styles.hint}>{t('phone.magicHint')}</p>
      <ul className={styles.magic}>
        {MAGIC_NUMBERS.map(({ number, name, explanation }) => {
          const key = magicTexts[name];
          return (
            <li key={number}>
              <span className={styles.number}>
                <Link to="/send" search={{ to: number } as never}>
                  {number}
                </Link>
                <Copy text={number} label={t('shell.copyId', { id: number })} />
              </span>
              <span>{key ? t(key) : explanation}</span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
