import { isBlank, trimmed, withoutLink, withoutStars } from './lines.ts';

export const defaultCallingCode = '386';

/** Characters between digits, besides blanks: dashes of all kinds, dots, slashes, parentheses. */
const punctuation = /[\p{Dash_Punctuation}\u2212./()]/u;

/** The digits of `#defaultcc#` without a leading `+` or `00`; undefined if it contains anything but digits and blanks. */
export function callingCode(value: string): string | undefined {
  const digits = without(value, isBlank).replace(/^(\+|00)/, '');
  return /^[1-9]\d{0,5}$/.test(digits) ? digits : undefined;
}

export function hasRecipient(section: string): boolean {
  for (let at = 0; at < section.length; at++) {
    if (!isBlank(section, at) && !isSeparator(section.charCodeAt(at))) return true;
  }
  return false;
}

/** The recipients of a destination section, each once, in the order of the section. */
export function readDestinations(section: string, code: string): string[] {
  const found = new Set<string>();
  let start = 0;
  for (let at = 0; at <= section.length; at++) {
    if (at < section.length && !isSeparator(section.charCodeAt(at))) continue;
    const recipient = trimmed(section, start, at);
    if (recipient !== '') found.add(normalise(bare(withoutLink(withoutStars(recipient))), code));
    start = at + 1;
  }
  return [...found];
}

function isSeparator(unit: number): boolean {
  return unit === 0x0a || unit === 0x2c || unit === 0x3b;
}

function normalise(number: string, code: string): string {
  if (number.startsWith('+')) return number;
  if (number.startsWith('00')) return `+${number.slice(2)}`;
  if (number.startsWith('0')) return `+${code}${number.slice(1)}`;
  return `+${code}${number}`;
}

function bare(number: string): string {
  return without(number, (text, at) => isBlank(text, at) || punctuation.test(text.charAt(at)));
}

function without(text: string, isDropped: (text: string, at: number) => boolean): string {
  let kept = '';
  for (let at = 0; at < text.length; at++) if (!isDropped(text, at)) kept += text.charAt(at);
  return kept;
}
