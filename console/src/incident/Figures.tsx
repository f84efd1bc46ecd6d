import type { Operator } from '../api/client.ts';
import { Figure, Figures } from '../parts/Figure.tsx';
import { countText, rateText } from '../parts/number-text.ts';
import { Time } from '../parts/Time.tsx';
import { minuteTime } from '../parts/time-text.ts';
import { useTexts } from '../texts/language.tsx';

type Incident = Pick<Operator['CarrierIncident'], 'waiting' | 'perMinute' | 'spans' | 'lastHour'>;

/** The rates now and before, what waits, and the outcomes of the last hour. */
export function IncidentFigures({ incident, label }: { incident: Incident; label: string }) {
  const { t, locale } = useTexts();
  const { waiting, perMinute, spans, lastHour } = incident;
  const lost = lastHour.failed + lastHour.rejected + lastHour.unknown;
  const ofAll = t('incident.ofAccepted', { count: lastHour.accepted });
  const isLess = perMinute.now !== undefined && perMinute.now < perMinute.before / 2;
  return (
    <Figures label={label}>
      <Figure
        label={t('incident.waiting')}
        note={waiting.oldestAt && <TimeOrDash at={waiting.oldestAt} />}
        value={`${waiting.bounded ? '≥ ' : ''}${countText(waiting.messages, locale)}`}
        tone={waiting.messages > 0 ? 'warn' : undefined}
      />
      <Figure
        label={t('incident.rateNow')}
        value={perMinute.now === undefined ? '–' : rateText(perMinute.now, locale)}
        note={spans.now ? <Range span={spans.now} /> : t('incident.rateSoon')}
        tone={isLess ? 'bad' : undefined}
      />
      <Figure
        label={t('incident.rateBefore')}
        value={rateText(perMinute.before, locale)}
        note={<Range span={spans.before} />}
      />
      <Figure label={t('incident.delivered')} value={countText(lastHour.delivered, locale)} note={ofAll} />
      <Figure
        label={t('incident.failed')}
        value={countText(lost, locale)}
        note={ofAll}
        tone={lost > 0 ? 'warn' : undefined}
      />
    </Figures>
  );
}

function Range({ span }: { span: { from: string; to: string } }) {
  const { locale } = useTexts();
  const minute = (at: string) => minuteTime(new Date(at), locale);
  return (
    <span title={`${span.from} – ${span.to}`}>
      {minute(span.from)}–{minute(span.to)}
    </span>
  );
}

/** A rate beside what it was before. */
export function useRate(): (rate: { before: number; now?: number }) => string {
  const { locale } = useTexts();
  return ({ before, now }) => `${now === undefined ? '–' : rateText(now, locale)} / ${rateText(before, locale)}`;
}

export function TimeOrDash({ at }: { at: string | undefined }) {
  return at ? <Time at={at} /> : '–';
}
