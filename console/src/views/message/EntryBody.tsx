import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMayChange } from '../../api/session.tsx';
import { AccountMoney } from '../../parts/AccountMoney.tsx';
import { Countdown } from '../../parts/Countdown.tsx';
import { reasonIn } from '../../parts/reason.ts';
import { Badge, Status } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { duration } from '../../parts/time-text.ts';
import type { KeyOf } from '../../texts/catalogue.ts';
import { useTexts } from '../../texts/language.tsx';
import { routeSentences } from '../../texts/sl/routes.ts';
import { translatedText } from '../../texts/translated.ts';
import styles from './message.module.css';
import { Replay } from './Replay.tsx';
import type { TimelineEntry } from './timeline.ts';

type Of<K extends TimelineEntry['kind']> = Extract<TimelineEntry, { kind: K }>;

export function EntryBody({ entry, accountId }: { entry: TimelineEntry; accountId: string | undefined }): ReactNode {
  switch (entry.kind) {
    case 'request':
      return <Request entry={entry} />;
    case 'ledger':
      return <Ledger entry={entry} accountId={accountId} />;
    case 'route':
      return <Route entry={entry} />;
    case 'part':
      return <Part entry={entry} />;
    case 'receipt':
      return <Receipt entry={entry} />;
    case 'state':
      return <State entry={entry} />;
    case 'webhook':
      return <Webhook entry={entry} />;
    case 'retry':
      return <Retry entry={entry} />;
  }
}

function Request({ entry }: { entry: Of<'request'> }) {
  const { t } = useTexts();
  return (
    <>
      <p>
        {t(`message.via_${entry.via ?? 'service'}`)}
        {entry.recipients > 1 && <> · {t('message.recipients', { count: entry.recipients })}</>}
      </p>
      <Details
        facts={[
          [
            t('message.key'),
            entry.keyLabel
              ? `${entry.keyLabel} (${entry.keyPrefix ?? '…'}…)`
              : entry.keyPrefix && `${entry.keyPrefix}…`,
          ],
          [t('message.by'), entry.by && entry.byKind ? `${entry.by} (${t(`audit.by_${entry.byKind}`)})` : entry.by],
          [
            t('message.fromAddress'),
            entry.emailId ? <Link to={`/emails/${entry.emailId}`}>{entry.from ?? entry.emailId}</Link> : entry.from,
          ],
          [t('message.requestId'), entry.requestId && <code>{entry.requestId}</code>],
          [t('message.scheduled'), entry.scheduledAt && <Time at={entry.scheduledAt} long />],
        ]}
      />
    </>
  );
}

function Ledger({ entry, accountId }: { entry: Of<'ledger'>; accountId: string | undefined }) {
  const { t } = useTexts();
  return (
    <p>
      {t(`message.ledger_${entry.entry}`)} <AccountMoney accountId={accountId} amount={entry.amount} sign />
      {entry.note && <span className={styles.dim}> · {entry.note}</span>}
    </p>
  );
}

function Route({ entry }: { entry: Of<'route'> }) {
  const texts = useTexts();
  const { t } = texts;
  return (
    <>
      <p>
        <Link to="/carriers">{entry.carrier ?? t('message.carrierGone')}</Link>
      </p>
      <p className={styles.dim}>{translatedText({ text: entry.reason, said: entry.said }, routeSentences, texts)}</p>
    </>
  );
}

function Part({ entry }: { entry: Of<'part'> }) {
  const { t } = useTexts();
  return (
    <>
      <p>
        {t('message.partTaken', { part: entry.part, total: entry.total })}
        {entry.carrier && <> · {entry.carrier}</>}
        {entry.outcome && (
          <>
            {' '}
            <Outcome outcome={entry.outcome} />
          </>
        )}
      </p>
      <Details facts={[[t('message.reference'), entry.reference && <code>{entry.reference}</code>]]} />
    </>
  );
}

function Receipt({ entry }: { entry: Of<'receipt'> }) {
  const { t } = useTexts();
  return (
    <>
      <p>
        <Outcome outcome={entry.outcome} />
        {entry.part !== undefined && <> {t('message.ofPart', { part: entry.part })}</>}
      </p>
      {entry.text && (
        <pre className={styles.raw} dir="auto">
          {entry.text}
        </pre>
      )}
    </>
  );
}

function State({ entry }: { entry: Of<'state'> }) {
  const texts = useTexts();
  const { t } = texts;
  return (
    <p>
      <Status status={entry.status} /> {entry.reasonText ? reasonIn(entry.reasonText, texts) : entry.reason}
      {entry.reasonText && <span className={styles.dim}> · {entry.reason}</span>}
      {entry.attempts !== undefined && entry.attempts > 0 && (
        <span className={styles.dim}> · {t('message.attempts', { count: entry.attempts })}</span>
      )}
    </p>
  );
}

function Webhook({ entry }: { entry: Of<'webhook'> }) {
  const texts = useTexts();
  const { t, locale } = texts;
  const mayChange = useMayChange();
  const isGood = entry.status !== undefined && entry.status < 300;
  const result = entry.status === undefined ? t('message.noAnswer') : `HTTP ${entry.status}`;
  return (
    <>
      <p>
        <Badge tone={isGood ? 'ok' : 'bad'} icon={isGood ? 'delivered' : 'cross'} text={result} />{' '}
        {t('message.attempt', { count: entry.attempt })} ·{' '}
        {t('message.tells', { status: t(`status.${entry.event}` as KeyOf<'status'>) })} ·{' '}
        {duration(entry.durationMs / 1_000, locale)}
      </p>
      <p className={styles.dim}>
        <Link to={`/webhooks/${entry.deliveryId}`}>{entry.url}</Link>
      </p>
      {entry.reasonText && <p>{reasonIn(entry.reasonText, texts)}</p>}
      {entry.error && <p className={styles.bad}>{entry.error}</p>}
      {entry.answer && (
        <pre className={styles.raw} dir="auto">
          {entry.answer}
        </pre>
      )}
      {!isGood && mayChange && <Replay deliveryId={entry.deliveryId} />}
    </>
  );
}

function Retry({ entry }: { entry: Of<'retry'> }) {
  const { t } = useTexts();
  return (
    <>
      <p>
        <strong>
          <Countdown at={entry.at} />
        </strong>{' '}
        {entry.deliveryId ? t('message.retryWebhook') : t('message.retryMessage')}
      </p>
      {(entry.url ?? entry.reason) && <p className={styles.dim}>{entry.url ?? entry.reason}</p>}
    </>
  );
}

const outcomes: Readonly<Record<string, string>> = {
  delivered: 'DELIVERED',
  failed: 'FAILED',
  rejected: 'REJECTED',
  unknown: 'UNKNOWN',
};

function Outcome({ outcome }: { outcome: string }) {
  return <Status status={outcomes[outcome] ?? outcome} />;
}

/** Names and values in one line; those without a value are left out. */
function Details({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  const known = facts.filter(([, value]) => value !== undefined && value !== '');
  if (known.length === 0) return null;
  return (
    <dl className={styles.details}>
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
