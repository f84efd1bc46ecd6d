import { Skeleton } from '@mantine/core';
import type { Scope } from '../../api/session.tsx';
import { useScope } from '../../api/session.tsx';
import { changeText } from '../../parts/change.ts';
import { Figure, Figures } from '../../parts/Figure.tsx';
import { moneyText } from '../../parts/Money.tsx';
import { messagesWith } from '../../parts/message-search.ts';
import type { Target } from '../../parts/Target.tsx';
import { duration } from '../../parts/time-text.ts';
import { type Texts, useTexts } from '../../texts/language.tsx';
import { type Overview, spanOf } from './overview.ts';

/** Older than this, something is wrong. */
const longWaitSeconds = 60;

export function KeyFigures({ overview }: { overview: Overview | undefined }) {
  const texts = useTexts();
  const { t } = texts;
  const scope = useScope();
  return (
    <Figures label={t('overview.figures')}>
      {overview
        ? figuresOf(overview, texts, targetsOf(overview, scope))
        : ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => (
            <Figure key={key} label=" " value={<Skeleton height={20} width={90} mt={6} mb={6} />} />
          ))}
    </Figures>
  );
}

type Name = 'accepted' | 'delivered' | 'latest' | 'spend' | 'balance' | 'waiting' | 'webhooks';

/** The list that a figure counts, or the page that says most about it. */
function targetsOf(overview: Overview, { kind }: Scope): Readonly<Record<Name, Target>> {
  const span = spanOf(overview);
  const isOperator = kind === 'operator';
  const range = overview.range === '30d' ? '30d' : '24h';
  return {
    latest: { to: '/messages' },
    accepted: messagesWith(span),
    delivered: messagesWith({ status: 'delivered', ...span }),
    spend: { to: '/statistics', search: { group: isOperator ? 'account' : 'country', range } },
    balance: { to: '/accounts' },
    waiting: isOperator ? { to: '/waiting' } : messagesWith({ status: 'accepted' }),
    webhooks: { to: '/webhooks' },
  };
}

function figuresOf(
  { totals, previous, spend, now }: Overview,
  { t, locale }: Texts,
  targets: ReturnType<typeof targetsOf>,
) {
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const whole = new Intl.NumberFormat(locale);
  const rate = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const change = changeText(totals.accepted, previous.totals.accepted, locale);
  const ended = totals.delivered + totals.failed + totals.rejected + totals.unknown;
  return (
    <>
      <Figure
        label={t('overview.rate')}
        target={targets.latest}
        value={`${rate.format(now.acceptedPerSecond)}/s`}
        note={t('overview.rateNote', { count: rate.format(now.deliveredPerSecond) })}
      />
      <Figure
        label={t('overview.accepted')}
        target={targets.accepted}
        value={whole.format(totals.accepted)}
        note={change === undefined ? t('overview.changeNone') : t('overview.change', { change })}
      />
      <Figure
        label={t('overview.deliveredShare')}
        target={targets.delivered}
        value={totals.deliveredShare === undefined ? '–' : share.format(totals.deliveredShare)}
        note={t('overview.deliveredNote', { delivered: totals.delivered, ended })}
      />
      <Figure
        label={t('overview.median')}
        target={targets.delivered}
        value={totals.p50Seconds === undefined ? '–' : duration(totals.p50Seconds, locale)}
        note={
          totals.p95Seconds === undefined ? '' : t('overview.medianNote', { time: duration(totals.p95Seconds, locale) })
        }
      />
      {spend.length === 0 && <Figure label={t('overview.spend')} value="–" target={targets.spend} />}
      {spend.map(({ currency, amount }) => (
        <Figure
          key={currency}
          target={targets.spend}
          label={t('overview.spend')}
          value={moneyText(amount, locale)}
          note={currency}
        />
      ))}
      {now.balance !== undefined && (
        <Figure
          target={targets.balance}
          label={t('overview.balance')}
          value={moneyText(now.balance, locale)}
          note={now.currency}
        />
      )}
      <Figure
        label={t('overview.waiting')}
        target={targets.waiting}
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
        target={targets.webhooks}
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
