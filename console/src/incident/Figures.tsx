import type { Operator } from '../api/client.ts';
import { Figure, Figures } from '../parts/Figure.tsx';
import { Time } from '../parts/Time.tsx';
import { useTexts } from '../texts/language.tsx';

type Incident = Pick<Operator['CarrierIncident'], 'waiting' | 'perMinute' | 'spans' | 'lastHour'>;

/** The rates now and before, what waits, and the outcomes of the last hour. */
export function IncidentFigures({ incident, label }: { incident: Incident; label: string }) {
  const { t, locale } = useTexts();
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const { waiting, perMinute, spans, lastHour } = incident;
  const lost = lastHour.failed + lastHour.rejected + lastHour.unknown;
  const ofAll = t('incident.ofAccepted', { count: lastHour.accepted });
  const isLess = perMinute.now !== undefined && perMinute.now < perMinute.before / 2;
  return (
    <Figures label={label}>
      <Figure
        label={t('incident.waiting')}
        note={waiting.oldestAt && <TimeOrDash at={waiting.oldestAt} />}
        value={`${waiting.bounded ? '≥ ' : ''}${numbers.format(waiting.messages)}`}
        tone={waiting.messages > 0 ? 'warn' : undefined}
      />
      <Figure
        label={t('incident.rateNow')}
        value={perMinute.now === undefined ? '–' : numbers.format(perMinute.now)}
        note={spans.now ? <Range span={spans.now} /> : t('incident.rateSoon')}
        tone={isLess ? 'bad' : undefined}
      />
      <Figure
        label={t('incident.rateBefore')}
        value={numbers.format(perMinute.before)}
        note={<Range span={spans.before} />}
      />
      <Figure label={t('incident.delivered')} value={numbers.format(lastHour.delivered)} note={ofAll} />
      <Figure
        label={t('incident.failed')}
        value={numbers.format(lost)}
        note={ofAll}
        tone={lost > 0 ? 'warn' : undefined}
      />
    </Figures>
  );
}

function Range({ span }: { span: { from: string; to: string } }) {
  const { locale } = useTexts();
  const minute = (at: string) =>
    new Date(at).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return (
    <span title={`${span.from} – ${span.to}`}>
      {minute(span.from)}–{minute(span.to)}
    </span>
  );
}

/** A rate beside what it was before. */
export function useRate(): (rate: { before: number; now?: number }) => string {
  const { locale } = useTexts();
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  return ({ before, now }) => `${now === undefined ? '–' : numbers.format(now)} / ${numbers.format(before)}`;
}

export function TimeOrDash({ at }: { at: string | undefined }) {
  return at ? <Time at={at} /> : '–';
}
