import { useFaultText } from '../../parts/ErrorState.tsx';
import { useTexts } from '../../texts/language.tsx';
import { linesIn } from './change-kind.ts';
import styles from './price-list.module.css';

/** Each wrong line of a file below the other; anything else in the service's own words. */
export function Problems({ fault }: { fault: unknown }) {
  const { t } = useTexts();
  const text = useFaultText(fault);
  const lines = linesIn(text);
  return (
    <div role="alert" className={styles.problem}>
      {lines.length === 0 ? (
        text
      ) : (
        <>
          {t('prices.importWrong')}
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
