/** Times on the wire (SMPP 3.4, section 7.1.1): `YYMMDDhhmmsstnnp`, absolute with a quarter-hour offset, or relative (R). */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;
const YEAR = 365 * DAY;
const LONGEST = 99 * YEAR;

const two = (value: number): string => String(value).padStart(2, '0');

/** From now on, by the clock of the SMSC. Days go up to 31 before they turn into months of 30, as the field has two digits. */
export function relativeTime(seconds: number): string {
  let rest = Math.min(LONGEST, Math.max(1, Math.round(seconds)));
  const take = (unit: number): string => {
    const count = Math.floor(rest / unit);
    rest -= count * unit;
    return two(count);
  };
  const dateParts = rest < 32 * DAY ? `0000${take(DAY)}` : take(YEAR) + take(MONTH) + take(DAY);
  return `${dateParts}${take(HOUR)}${take(MINUTE)}${two(rest)}000R`;
}

/** In UTC, so that nobody's time zone matters. */
export function absoluteTime(time: Date): string {
  const date = two(time.getUTCFullYear() % 100) + two(time.getUTCMonth() + 1) + two(time.getUTCDate());
  const clock = two(time.getUTCHours()) + two(time.getUTCMinutes()) + two(time.getUTCSeconds());
  return `${date}${clock}${Math.floor(time.getUTCMilliseconds() / 100)}00+`;
}

const FORM = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d)(\d\d)([R+-])$/;
const QUARTER = 15 * MINUTE;
/** Two digits for the year: as SMPP 3.4 is of 1999, nobody means the last century. */
const CENTURY = 2000;

/** Seconds of the Unix era that a time on the wire means, relative ones counted from `now`; undefined for what is none. */
export function readTime(text: string, now: number): number | undefined {
  const match = FORM.exec(text);
  if (match === null) return undefined;
  const [years = 0, months = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1, 7).map(Number);
  if (match[9] === 'R') {
    return now + years * YEAR + months * MONTH + days * DAY + hours * HOUR + minutes * MINUTE + seconds;
  }
  const ms = Date.UTC(CENTURY + years, months - 1, days, hours, minutes, seconds);
  // The 31st of a shorter month, or the 25th hour, would be another time than the one that was written.
  if (absoluteTime(new Date(ms)).slice(0, 12) !== text.slice(0, 12)) return undefined;
  const quarters = Number(match[8]);
  if (quarters > 48) return undefined;
  const offset = quarters * QUARTER * (match[9] === '+' ? 1 : -1);
  return ms / 1_000 - offset;
}
