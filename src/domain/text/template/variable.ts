import { MAX_CHARACTERS } from '../text.ts';

export const variableTypes = ['text', 'number', 'date', 'url', 'code'] as const;
type VariableType = (typeof variableTypes)[number];
export type Value = string | number;

export type Variable = {
  readonly name: string;
  readonly type: VariableType;
  /** The value of a request without one. */
  readonly default?: Value | undefined;
  /** Most characters of the value as written into the text. */
  readonly maxLength?: number | undefined;
};

export const isVariableName = (name: string): boolean => /^[A-Za-z]\w{0,31}$/.test(name);

const expectations: Record<VariableType, string> = {
  text: 'must be a text',
  number: 'must be a number',
  date: 'must be a date such as 2026-11-20',
  url: 'must be a URL that begins with https:// or http://',
  code: 'must have only letters, digits and hyphens',
};

/** The value as written into a text of this language, or what is wrong with it. */
export function written(
  { type, maxLength = MAX_CHARACTERS }: Variable,
  value: unknown,
  language: string,
): { readonly text: string } | { readonly fault: string } {
  const text = inWords(type, value, language);
  if (text === undefined) return { fault: expectations[type] };
  return isLongerThan(maxLength, text) ? { fault: `must have at most ${maxLength} characters` } : { text };
}

/** Also of a text of a megabyte in little time: every character has at most two code units. */
export function isLongerThan(most: number, text: string): boolean {
  return text.length > 2 * most || (text.length > most && [...text].length > most);
}

function inWords(type: VariableType, value: unknown, language: string): string | undefined {
  if (type === 'number') return typeof value === 'number' ? numberText(value, language) : undefined;
  if (typeof value !== 'string') return undefined;
  switch (type) {
    case 'text':
      return value;
    case 'date':
      return dateText(value, language);
    case 'url':
      return /^https?:\/\/[^\s\p{Cc}]+$/iu.test(value) && URL.canParse(value) ? value : undefined;
    case 'code':
      return /^[A-Za-z0-9-]+$/.test(value) ? value : undefined;
  }
}

/** JSON allows 1e400, which is read as infinity. More digits would show the binary rest of 0.1 + 0.2. */
function numberText(value: number, language: string): string | undefined {
  return Number.isFinite(value)
    ? new Intl.NumberFormat(language, { maximumSignificantDigits: 15 }).format(value)
    : undefined;
}

function dateText(value: string, language: string): string | undefined {
  const day = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(value) : undefined;
  // 30 February is read as 2 March.
  if (day === undefined || Number.isNaN(day.getTime()) || !day.toISOString().startsWith(value)) return undefined;
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(day);
}
