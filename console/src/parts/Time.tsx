import { useTexts } from '../texts/language.tsx';
import { longTime, shortTime, utcTime } from './time-text.ts';

type Props = {
  /** ISO 8601, or nothing. */
  at: string | number | Date | undefined | null;
  /** With the date and seconds always, or as short as it can be. */
  long?: boolean;
};

/** A time in the reader's zone; UTC on hover. */
export function Time({ at, long = false }: Props) {
  const { t, locale } = useTexts();
  if (at === undefined || at === null) return <span>{t('shell.unknownTime')}</span>;
  const date = new Date(at);
  const text = long ? longTime(date, locale) : shortTime(date, locale, new Date());
  return (
    <time
      dateTime={date.toISOString()}
      title={t('shell.utc', { time: utcTime(date) })}
      style={{ whiteSpace: 'nowrap' }}
    >
      {text}
    </time>
  );
}
