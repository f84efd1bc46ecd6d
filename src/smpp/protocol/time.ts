/** Times on the wire (SMPP 3.4, section 7.1.1): `YYMMDDhhmmsstnnp`, absolute with a quarter-hour offset, or relative (R). */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;
const YEAR = 365 * DAY;
const LONGEST = 99 * YEAR;

const two = (value: number): string => String(value).padStart(2, '0');

/** From now, by the clock of the SMSC. Up to 31 days are written as days; longer times use months of 30 days. */
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

/** In UTC. */
export function absoluteTime(time: Date): string {
  const date = two(time.getUTCFullYear() % 100) + two(time.getUTCMonth() + 1) + two(time.getUTCDate());
  const clock = two(time.getUTCHours()) + two(time.getUTCMinutes()) + two(time.getUTCSeconds());
  return `${date}${clock}${Math.floor(time.getUTCMilliseconds() / 100)}00+`;
}

const FORM = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\d(\d\d)([R+-])$/;
const QUARTER = 15 * MINUTE;
const MAX_QUARTERS = 48;
/** Years have two digits, and no message is sent in the last century. */
const CENTURY = 2000;

/**
 * The Unix time in seconds of a time on the wire; undefined if it is not one. A relative time counts calendar years and
 * months from `now`, also in seconds, as the specification has it. Tenths of a second are ignored.
 */
export function readTime(text: string, now: number): number | undefined {
  const match = FORM.exec(text);
  if (match === null) return undefined;
  const [years, months, days, hours, minutes, seconds, quarters] = match.slice(1, 8).map(Number) as Fields;
  if (match[8] === 'R') {
    const from = new Date(now * 1_000);
    const date = Date.UTC(from.getUTCFullYear() + years, from.getUTCMonth() + months, from.getUTCDate() + days);
    return date / 1_000 + (now % DAY) + hours * HOUR + minutes * MINUTE + seconds;
  }
  const ms = Date.UTC(CENTURY + years, months - 1, days, hours, minutes, seconds);
  // Date.UTC turns the 31st of a shorter month, or hour 24, into another time.
  if (absoluteTime(new Date(ms)).slice(0, 12) !== text.slice(0, 12)) return undefined;
  if (quarters > MAX_QUARTERS) return undefined;
  return ms / 1_000 - quarters * QUARTER * (match[8] === '+' ? 1 : -1);
}

type Fields = [number, number, number, number, number, number, number];
