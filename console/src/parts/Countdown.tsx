import { useEffect, useState } from 'react';
import { useTexts } from '../texts/language.tsx';
import { utcTime } from './time-text.ts';

/** Time until something: 4 min 12 s, then "now". Read out once, and not every second. */
export function Countdown({ at }: { at: string }) {
  const { t } = useTexts();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.round((Date.parse(at) - now) / 1_000));
  return (
    <time dateTime={at} title={t('shell.utc', { time: utcTime(new Date(at)) })}>
      {seconds === 0 ? t('shell.now') : t('shell.in', { time: remaining(seconds) })}
    </time>
  );
}

function remaining(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  return parts
    .slice(Math.max(first, 0), Math.max(first, 0) + 2)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}
