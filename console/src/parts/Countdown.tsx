import { useTexts } from '../texts/language.tsx';
import { longTime, remaining, utcTime } from './time-text.ts';
import { useNow } from './useNow.ts';

/** How long it is until something happens. The moment itself, here and in UTC, on hover. */
export function Countdown({ at: when }: { at: string }) {
  const { t, locale } = useTexts();
  const seconds = Math.ceil((new Date(when).getTime() - useNow()) / 1_000);
  const at = new Date(when);
  return (
    <time
      dateTime={at.toISOString()}
      title={`${longTime(at, locale)} · ${t('shell.utc', { time: utcTime(at) })}`}
      style={{ whiteSpace: 'nowrap' }}
    >
      {seconds > 0 ? t('shell.in', { time: remaining(seconds) }) : t('shell.now')}
    </time>
  );
}
