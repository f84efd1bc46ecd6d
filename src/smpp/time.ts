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
