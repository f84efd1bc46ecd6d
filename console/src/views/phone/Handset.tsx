import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { read } from '../../api/queries.ts';
import { useMayChange } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { useStepDone } from '../../parts/kept-steps.ts';
import { dayText } from '../../parts/time-text.ts';
import { useTexts } from '../../texts/language.tsx';
import { BubbleView } from './BubbleView.tsx';
import { Composer } from './Composer.tsx';
import styles from './phone.module.css';
import { type Bubble, byDay, correspondents } from './thread.ts';

const path = '/admin/v1/simulator/phones/{number}';

/** A phone with what it received and wrote, the latest at the bottom. */
export function Handset({ number, refetchInterval }: { number: string | undefined; refetchInterval: number | false }) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const { data, error, refetch } = useQuery({
    ...read(path, { params: { path: { number: number ?? '' } } }),
    enabled: number !== undefined,
    refetchInterval,
  });
  useStepDone('phone', (data?.thread.length ?? 0) > 0);
  return (
    <section className={styles.phone} aria-label={t('phone.phoneOf', { number: number ?? '' })}>
      <header className={styles.bar}>
        <Icon name="phone" />
        <h2>{number ?? t('shell.loading')}</h2>
      </header>
      {data ? (
        <Thread thread={data.thread} />
      ) : (
        <div className={styles.screen}>
          {error ? <ErrorState error={error} retry={() => void refetch()} /> : <Skeleton height={56} width="70%" />}
        </div>
      )}
      {number !== undefined && mayChange && <Composer number={number} known={correspondents(data?.thread ?? [])} />}
    </section>
  );
}

function Thread({ thread }: { thread: readonly Bubble[] }) {
  const { t, locale } = useTexts();
  const end = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes down when something was added.
  useEffect(() => {
    if (end.current) end.current.scrollTop = end.current.scrollHeight;
  }, [thread.length]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <div ref={end} className={styles.screen} role="log" aria-label={t('phone.thread')} tabIndex={0}>
      {thread.length === 0 && <EmptyState icon="messages" title={t('phone.empty')} text={t('phone.emptyHint')} />}
      {byDay(thread).map(({ day: key, bubbles }) => (
        <div key={key}>
          <p className={styles.day}>{dayText(new Date(key), locale)}</p>
          {bubbles.map((bubble) => (
            <BubbleView key={bubble.messageId ?? bubble.inboundId ?? bubble.at} bubble={bubble} />
          ))}
        </div>
      ))}
    </div>
  );
}
