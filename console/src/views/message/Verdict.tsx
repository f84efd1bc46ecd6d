import type { ReactNode } from 'react';
import { useMayChange } from '../../api/session.tsx';
import { Icon, type IconName } from '../../design/icons.tsx';
import { Countdown } from '../../parts/Countdown.tsx';
import { reasonIn } from '../../parts/reason.ts';
import type { Tone } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { duration } from '../../parts/time-text.ts';
import { type Texts, useTexts } from '../../texts/language.tsx';
import { Replay } from './Replay.tsx';
import type { Verdict as Said, Timeline } from './timeline.ts';
import { VerdictActions } from './VerdictActions.tsx';
import styles from './verdict.module.css';

const looks: Readonly<Record<Said['kind'], readonly [Tone, IconName]>> = {
  scheduled: ['info', 'calendar'],
  paused: ['warn', 'pause'],
  'no route': ['warn', 'alert'],
  'carrier down': ['warn', 'alert'],
  'carrier refusing': ['warn', 'alert'],
  'carrier throttled': ['warn', 'clock'],
  waiting: ['warn', 'clock'],
  retrying: ['warn', 'refresh'],
  queued: ['info', 'waiting'],
  sending: ['info', 'send'],
  sent: ['info', 'send'],
  delivered: ['ok', 'delivered'],
  failed: ['bad', 'cross'],
  expired: ['bad', 'cross'],
  rejected: ['bad', 'forbidden'],
  unknown: ['warn', 'question'],
  cancelled: ['none', 'close'],
};

/** One answer on top of the message: what is with it, why, and what can be done, right here. */
export function Verdict({ timeline: { message }, verdict }: { timeline: Timeline; verdict: Said }) {
  const texts = useTexts();
  const { t } = texts;
  const [tone, icon] = looks[verdict.kind];
  const { cause } = verdict;
  const isWaiting = ['carrier down', 'carrier refusing', 'retrying', 'expired'].includes(verdict.kind);
  return (
    <section className={styles.verdict} data-tone={tone} aria-label={t('verdict.label')}>
      <span className={styles.icon}>
        <Icon name={icon} size={20} />
      </span>
      <div className={styles.said}>
        <p className={styles.sentence}>{sentenceOf(verdict, texts)}</p>
        {cause && isWaiting && <p>{t('verdict.last', { cause: reasonIn(cause.reasonText, texts) })}</p>}
        {cause?.advice && <p>{reasonIn(cause.advice, texts)}</p>}
        {cause?.code && <p className={styles.dim}>{t('verdict.code', { code: cause.code })}</p>}
        <VerdictActions message={message} verdict={verdict} />
        {verdict.notes.map((note) => (
          <Note key={note.kind} note={note} />
        ))}
      </div>
    </section>
  );
}

function sentenceOf(verdict: Said, texts: Texts): ReactNode {
  const { t, rich, locale } = texts;
  const { kind, since, until, seconds = 0, attempts = 0, carrier, paused } = verdict;
  const time = <Time key="time" at={since} />;
  const next = until && <Countdown key="next" at={until} />;
  const name = carrier ?? '?';
  const cause = verdict.cause ? reasonIn(verdict.cause.reasonText, texts) : '';
  switch (kind) {
    case 'scheduled':
      return rich('verdict.scheduled', { time: <Time key="time" at={until} long /> });
    case 'paused': {
      const by = verdict.by ?? t('verdict.byOperator');
      if (paused === undefined) return rich('verdict.paused', { time });
      if (paused === 'carrier') return rich('verdict.paused_carrier', { carrier: name, by, time });
      return rich(paused === 'all' ? 'verdict.paused_all' : 'verdict.paused_account', { by, time });
    }
    case 'no route':
      return t('verdict.noRoute');
    case 'carrier down':
      return since ? rich('verdict.down', { carrier: name, time }) : t('verdict.downNow', { carrier: name });
    case 'carrier refusing':
      return next ? rich('verdict.refusing', { carrier: name, next }) : t('verdict.refusingNow', { carrier: name });
    case 'carrier throttled':
      return t('verdict.throttled', { carrier: name });
    case 'waiting':
      return t('verdict.waiting');
    case 'retrying':
      return rich('verdict.retrying', { count: attempts, next: next ?? '–' });
    case 'queued':
      return carrier ? rich('verdict.queuedFor', { carrier, time }) : rich('verdict.queued', { time });
    case 'sending':
      return t('verdict.sending');
    case 'sent':
      return rich('verdict.sent', { time, until: <Time key="until" at={until} long /> });
    case 'delivered':
      return t('verdict.delivered', { duration: duration(seconds, locale) });
    case 'failed':
      return t('verdict.failed', { cause });
    case 'expired':
      return t('verdict.expired');
    case 'rejected':
      return t('verdict.rejected', { cause });
    case 'unknown':
      return t('verdict.unknown', { cause });
    case 'cancelled': {
      const by = verdict.by ?? t(verdict.cancelledByOperator ? 'verdict.byOperator' : 'verdict.byCustomer');
      return rich('verdict.cancelled', { by, time });
    }
  }
}

function Note({ note }: { note: Said['notes'][number] }) {
  const texts = useTexts();
  const { t, rich } = texts;
  const mayChange = useMayChange();
  const { kind, at, attempts: count = 0, deliveryId, reasonText } = note;
  if (kind === 'fallback planned' || kind === 'fallback sent')
    return <p>{rich(`verdict.${kind}`, { time: <Time key="time" at={at} /> })}</p>;
  return (
    <p>
      {t(`verdict.${kind}`, { count })} {reasonText && reasonIn(reasonText, texts)}{' '}
      {deliveryId && mayChange && <Replay deliveryId={deliveryId} />}
    </p>
  );
}
