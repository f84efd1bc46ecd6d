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

/** Mon, 16 Nov 2026: a day of the reader's zone, or of another one. */
export function dayText(at: Date, locale: string, timeZone?: 'UTC'): string {
  return at.toLocaleDateString(locale, { weekday: 'short', ...day, year: 'numeric', ...(timeZone && { timeZone }) });
}

/** 05:07 */
export function minuteTime(at: Date, locale: string): string {
  const { second: _, ...minute } = clock;
  return at.toLocaleTimeString(locale, minute);
}

/** 05:07:09.123 */
export function preciseTime(at: Date, locale: string): string {
  return at.toLocaleTimeString(locale, { ...clock, fractionalSecondDigits: 3 });
}

export function utcTime(at: Date): string {
  return at
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, '')
    .replace('Z', '');
}

/** 42 ms, 3.2 s, 3 min, 5 h, 2 d: one unit, the largest that fits. */
export function duration(seconds: number, locale = 'en'): string {
  if (!Number.isFinite(seconds)) return '–';
  const written = (count: number, unit: string, digits = 0) =>
    `${count.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${unit}`;
  if (seconds < 1) return written(seconds * 1_000, 'ms');
  if (seconds < 10) return written(seconds, 's', 1);
  if (seconds < 120) return written(seconds, 's');
  if (seconds < 7_200) return written(seconds / 60, 'min');
  if (seconds < 172_800) return written(seconds / 3_600, 'h');
  return written(seconds / 86_400, 'd');
}

/** 42 s, 4 min 12 s, 2 h 05 min, 3 d 4 h: two units, so that one sees it move. */
export function remaining(seconds: number): string {
  const two = (count: number) => String(count).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (minutes < 1) return `${Math.max(0, seconds)} s`;
  if (hours < 1) return `${minutes} min ${two(seconds % 60)} s`;
  if (hours < 24) return `${hours} h ${two(minutes % 60)} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** As a field of the kind datetime-local writes it: in the zone of the reader. */
export function fieldTime(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
