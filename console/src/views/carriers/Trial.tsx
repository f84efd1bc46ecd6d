import type { Operator } from '../../api/client.ts';
import { Icon } from '../../design/icons.tsx';
import { Badge } from '../../parts/Status.tsx';
import { duration } from '../../parts/time-text.ts';
import { useTexts } from '../../texts/language.tsx';
import styles from './carriers.module.css';

/** How far a real bind got, step by step, and what to do where it did not get on. */
export function Trial({ result }: { result: Operator['CarrierTrial'] }) {
  const { t, locale } = useTexts();
  return (
    <div className={styles.trial} role="status">
      <Badge
        tone={result.ok ? 'ok' : 'bad'}
        icon={result.ok ? 'delivered' : 'cross'}
        text={t(result.ok ? 'carriers.testOk' : 'carriers.testFailed', {
          time: duration(result.milliseconds / 1_000, locale),
        })}
      />
      <ul className={styles.steps}>
        {result.steps.map(({ step, ok, text }) => (
          <li key={step} data-ok={ok}>
            <Icon name={ok ? 'check' : 'cross'} size={14} />
            <span>
              <strong>{t(`carriers.step_${step}`)}</strong> {text}
            </span>
          </li>
        ))}
      </ul>
      {result.advice && <p>{result.advice}</p>}
    </div>
  );
}
