import { mostRetries } from '../../../../src/domain/webhook/retry.ts';
import { useMayRead } from '../../api/session.tsx';
import { CodeBlock } from '../../parts/CodeBlock.tsx';
import { Countdown } from '../../parts/Countdown.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Panel } from '../../parts/Page.tsx';
import { reasonIn } from '../../parts/reason.ts';
import { Badge } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { duration } from '../../parts/time-text.ts';
import { useNow } from '../../parts/useNow.ts';
import { useTexts } from '../../texts/language.tsx';
import type { Attempt, Delivery } from '../webhooks/reading.ts';
import styles from './delivery.module.css';

/** Every attempt in full, the latest first, below what comes next. */
export function Attempts({ delivery }: { delivery: Delivery }) {
  const { t } = useTexts();
  const attempts = delivery.attempts ?? [];
  return (
    <Panel title={t('webhooks.attempts')} flush>
      <Next delivery={delivery} />
      {attempts.length === 0 ? (
        <EmptyState icon="waiting" title={t('webhooks.noAttempt')} />
      ) : (
        <ol className={styles.attempts} reversed>
          {attempts.map((attempt, place) => <Tried key={attempt.at} attempt={attempt} number={place + 1} />).reverse()}
        </ol>
      )}
    </Panel>
  );
}

/** Due, and yet not tried: something else has to happen first. */
const lateMs = 5_000;

function Next({ delivery: { state, attemptCount, nextAttemptAt } }: { delivery: Delivery }) {
  const { t, rich } = useTexts();
  const now = useNow();
  if (state === 'given up') return <p className={styles.next}>{t('webhooks.gaveUp', { count: mostRetries + 1 })}</p>;
  if (state === 'delivered' || !nextAttemptAt) return null;
  if (new Date(nextAttemptAt).getTime() < now - lateMs) return <p className={styles.next}>{t('webhooks.waitsTurn')}</p>;
  const time = (
    <strong key="time">
      <Countdown at={nextAttemptAt} />
    </strong>
  );
  return (
    <p className={styles.next}>{rich('webhooks.retryIn', { attempt: attemptCount + 1, of: mostRetries + 1, time })}</p>
  );
}

function Tried({ attempt, number }: { attempt: Attempt; number: number }) {
  const { at, durationMs, status, error, answer, reasonText } = attempt;
  const texts = useTexts();
  const { t } = texts;
  const mayRead = useMayRead('text');
  const isTaken = status !== undefined && status >= 200 && status < 300 && error === undefined;
  const hasAnswer = answer !== undefined && answer !== '';
  return (
    <li className={styles.attempt}>
      <div className={styles.line}>
        <span className={styles.number}>{t('webhooks.attempt', { number })}</span>
        <Badge
          tone={isTaken ? 'ok' : 'bad'}
          icon={isTaken ? 'delivered' : 'cross'}
          text={status === undefined ? t('webhooks.noAnswer') : t('webhooks.http', { status: String(status) })}
        />
        <Time at={at} long />
        <span className={styles.dim}>{t('webhooks.took', { time: duration(durationMs / 1_000) })}</span>
      </div>
      {reasonText && <p>{reasonIn(reasonText, texts)}</p>}
      {error && status === undefined && <p className={styles.error}>{error}</p>}
      {hasAnswer ? (
        <CodeBlock code={answer} label={t('webhooks.answer', { number })} wrap />
      ) : (
        status !== undefined && (
          <p className={styles.dim}>{t(mayRead ? 'webhooks.emptyAnswer' : 'webhooks.hiddenAnswer')}</p>
        )
      )}
    </li>
  );
}
