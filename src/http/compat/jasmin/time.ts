/** A time of SMPP 3.4, 7.1.1: YYMMDDhhmmsstnnp. Undefined of what is none. Unix seconds; `now` in milliseconds. */
export function smppTime(text: string, now: number): number | undefined {
  const fields = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d)(\d\d)([+\-R])$/.exec(text);
  if (fields === null) return undefined;
  const [years, months, days, hours, minutes, seconds, , quarters] = fields.slice(1, 9).map(Number) as number[];
  const sign = fields[9];
  if (sign !== 'R') {
    const offset = quarters! * quarterMs * (sign === '+' ? 1 : -1);
    const at = Date.UTC(2000 + years!, months! - 1, days, hours, minutes, seconds) - offset;
    return isDate(years!, months!, days!, hours!, minutes!, seconds!) ? Math.floor(at / 1_000) : undefined;
  }
  const from = new Date(now);
  const at = Date.UTC(
    from.getUTCFullYear() + years!,
    from.getUTCMonth() + months!,
    from.getUTCDate() + days!,
    from.getUTCHours() + hours!,
    from.getUTCMinutes() + minutes!,
    from.getUTCSeconds() + seconds!,
  );
  return Math.floor(at / 1_000);
}

const quarterMs = 900_000;

/** The calendar takes the 31st of November for the 1st of December. */
function isDate(years: number, months: number, days: number, hours: number, minutes: number, seconds: number): boolean {
  const date = new Date(Date.UTC(2000 + years, months - 1, days));
  return date.getUTCMonth() === months - 1 && date.getUTCDate() === days && hours < 24 && minutes < 60 && seconds < 60;
}
