import pg from 'pg';

const timestamptz: number = pg.types.builtins.TIMESTAMPTZ;
const usual = pg.types.getTypeParser(timestamptz) as (text: string) => Date;

/**
 * Parses a time in the format of a UTC session: `2026-11-15 12:00:00.123456+00`. Lists consist mostly of times, and `Date` parses them in
 * less than half the time of the driver (0.5 instead of 1.1 µs). The driver parses times outside of this century and infinity.
 */
export function toTime(text: string): Date {
  return text.startsWith('20') && text[4] === '-' && text.endsWith('+00') ? new Date(text) : usual(text);
}

/** Parsers of values from the database. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === timestamptz && format !== 'binary'
      ? toTime
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};
