const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
const day = { day: 'numeric', month: 'short' } as const;

/** The time alone today, with the day this year, with the year before that. */
export function shortTime(at: Date, locale: string, now: Date): string {
  if (at.toDateString() === now.toDateString()) return at.toLocaleTimeString(locale, clock);
  if (at.getFullYear() === now.getFullYear()) return at.toLocaleString(locale, { ...day, ...clock });
  return longTime(at, locale);
}

export function longTime(at: Date, locale: string): string {
  return at.toLocaleString(locale, { ...day, year: 'numeric', ...clock });
}

export function utcTime(at: Date): string {
  return at
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, '')
    .replace('Z', '');
}

/** 1 s, 42 s, 3 min, 5 h, 2 d: one unit, the largest that fits. */
export function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) return '–';
  if (seconds < 1) return `${Math.round(seconds * 1_000)} ms`;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}
