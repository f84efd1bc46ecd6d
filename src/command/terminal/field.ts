import { Problem } from '../../base/problem.ts';

/** Flags and arguments, each a field of the query or body. A string alone is the help text. */
export type CommandFields = Readonly<Record<string, string | CommandField>>;

export type CommandField = {
  readonly help: string;
  /** The field's name, if it is not the flag's in camelCase. */
  readonly field?: string;
  readonly required?: true;
  /** Default that the help shows. */
  readonly usual?: string;
  readonly choices?: readonly string[];
  /** Splits the value of a flag that may be repeated; `read` gets each part. */
  readonly separator?: RegExp;
  readonly read?: (text: string, flag: string) => unknown;
  /** Value of a flag that takes none. */
  readonly value?: unknown;
  /** Value if the flag is not given. */
  readonly orElse?: () => unknown;
};

export const required = (field: string | CommandField): CommandField => ({ ...asField(field), required: true });
export const ago = (help: string): CommandField => ({ help, read: (text) => typedTime(text, 'ago') });
export const ahead = (help: string): CommandField => ({ help, read: (text) => typedTime(text, 'ahead') });
export const countField = (help: string, least = 1): CommandField => ({
  help,
  read: (text, flag) => wholeNumber(flag, text, least),
});
/** The value `absent` stands for null. */
export const nullable = (help: string, absent = ''): CommandField => ({
  help,
  read: (text) => (text === absent ? null : text),
});
export const listed = (help: string, separator: string | RegExp = ','): CommandField => ({
  help,
  read: (text) =>
    text
      .split(separator)
      .map((part) => part.trim())
      .filter(Boolean),
});

export const account: CommandFields = { '--account <account>': 'id or name of the account' };

export function asField(field: string | CommandField): CommandField {
  return typeof field === 'string' ? { help: field } : field;
}

export function wholeNumber(flag: string, text: string, least = 1): number {
  if (/^(0|[1-9]\d{0,8})$/.test(text) && Number(text) >= least) return Number(text);
  throw new Problem(`${flag} ${JSON.stringify(text)} is not a whole number, ${least} or more`, 'Give one such as 100');
}

/** `price-list` → `priceList`. */
export const camelCase = (name: string): string =>
  name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

export function milliseconds(text: string): number | undefined {
  const found = /^(\d{1,6})([smhdw])$/.exec(text);
  return found === null ? undefined : Number(found[1]) * units[found[2]!]!;
}

/** ISO 8601, in UTC if it has no offset; or a duration before or after now, such as 2h. */
export function moment(text: string, distance: 'ago' | 'ahead', now: number): Date {
  const away = milliseconds(text);
  if (away !== undefined) return new Date(distance === 'ago' ? now - away : now + away);
  const found = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)(Z|[+-]\d\d:?\d\d)?)?$/i.exec(text);
  const time = found === null ? Number.NaN : Date.parse(`${found[1]}T${found[2] ?? '00:00'}${found[3] ?? 'Z'}`);
  if (Number.isNaN(time))
    throw new Problem(`${JSON.stringify(text)} is not a time`, 'Give one such as 2026-11-15T12:00:00Z, 2h or 1d');
  return new Date(time);
}

export const typedTime = (text: string, distance: 'ago' | 'ahead'): string =>
  moment(text, distance, Date.now()).toISOString();
