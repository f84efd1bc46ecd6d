import type { ReactNode } from 'react';
import { Icon } from '../design/icons.tsx';
import { Time } from '../parts/Time.tsx';
import { useTexts } from '../texts/language.tsx';
import styles from './incident.module.css';

type Tone = 'bad' | 'warn' | 'ok';
const icons = { bad: 'alert', warn: 'pause', ok: 'delivered' } as const;

/** What is wrong, since when and how much waits, before any table. */
export function Answer({ tone, first, children }: { tone: Tone; first: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.answer} data-tone={tone} role="status">
      <Icon name={icons[tone]} size={18} />
      <div>
        <p className={styles.first}>{first}</p>
        {children}
      </div>
    </section>
  );
}

type Waiting = { messages: number; bounded: boolean; oldestAt?: string };

/** `accounts`: how many they are of; undefined on the page of one account. */
export function Waits({ waiting, accounts }: { waiting: Waiting; accounts?: number }) {
  const { t, rich } = useTexts();
  const { messages, bounded, oldestAt } = waiting;
  if (messages === 0) return <p>{t('incident.empty')}</p>;
  const given = { count: messages, time: <Time at={oldestAt} /> };
  return (
    <p>
      {accounts === undefined
        ? rich('incident.waitsOfOne', given)
        : rich('incident.waits', { ...given, accounts: t('incident.accounts', { count: accounts }) })}{' '}
      {bounded && t('incident.atLeast')}
    </p>
  );
}
