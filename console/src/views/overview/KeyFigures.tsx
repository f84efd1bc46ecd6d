import { Skeleton } from '@mantine/core';
import { changeText } from '../../parts/change.ts';
import { Figure, Figures } from '../../parts/Figure.tsx';
import { moneyText } from '../../parts/Money.tsx';
import { duration } from '../../parts/time-text.ts';
import { type Texts, useTexts } from '../../texts/language.tsx';
import type { Overview } from './overview.ts';

/** Older than this, something is wrong. */
const longWaitSeconds = 60;

export function KeyFigures({ overview }: { overview: Overview | undefined }) {
  const texts = useTexts();
  const { t } = texts;
  return (
    <Figures label={t('overview.figures')}>
      {overview
        ? figuresOf(overview, texts)
        : ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => (
            <Figure key={key} label=" " value={<Skeleton height={20} width={90} mt={6} mb={6} />} />
          ))}
    </Figures>
  );
}

function figuresOf({ totals, previous, spend, now }: Overview, { t, locale }: Texts) {
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const whole = new Intl.NumberFormat(locale);
  const rate = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const change = changeText(totals.accepted, previous.totals.accepted, locale);
  const ended = totals.delivered + totals.failed + totals.rejected + totals.unknown;
  return (
    <>
      <Figure
        label={t('overview.rate')}
        value={`${rate.format(now.acceptedPerSecond)}/s`}
        note={t('overview.rateNote', { count: rate.format(now.deliveredPerSecond) })}
      />
      <Figure
        label={t('overview.accepted')}
        value={whole.format(totals.accepted)}
        note={change === undefined ? t('overview.changeNone') : t('overview.change', { change })}
      />
      <Figure
        label={t('overview.deliveredShare')}
        value={totals.deliveredShare === undefined ? '–' : share.format(totals.deliveredShare)}
        note={t('overview.deliveredNote', { delivered: totals.delivered, ended })}
      />
      <Figure
        label={t('overview.median')}
        value={totals.p50Seconds === undefined ? '–' : duration(totals.p50Seconds, locale)}
        note={
          totals.p95Seconds === undefined ? '' : t('overview.medianNote', { time: duration(totals.p95Seconds, locale) })
        }
      />
      {spend.length === 0 && <Figure label={t('overview.spend')} value="–" />}
      {spend.map(({ currency, amount }) => (
        <Figure key={currency} label={t('overview.spend')} value={moneyText(amount, locale)} note={currency} />
      ))}
      {now.balance !== undefined && (
        <Figure label={t('overview.balance')} value={moneyText(now.balance, locale)} note={now.currency} />
      )}
      <Figure
        label={t('overview.waiting')}
        value={whole.format(now.waiting)}
        note={
          now.waiting > 0
            ? t('overview.waitingNote', { time: duration(now.oldestWaitingSeconds, locale) })
            : t('overview.waitingNone')
        }
        tone={now.waiting > 0 && now.oldestWaitingSeconds > longWaitSeconds ? 'warn' : undefined}
      />
      <Figure
        label={t('overview.backlog')}
        value={whole.format(now.webhookBacklog)}
        note={
          now.webhookBacklog > 0
            ? t('overview.waitingNote', { time: duration(now.webhookOldestSeconds, locale) })
            : t('overview.backlogNone')
        }
        tone={now.webhookBacklog > 0 && now.webhookOldestSeconds > longWaitSeconds ? 'warn' : undefined}
      />
    </>
  );
}
