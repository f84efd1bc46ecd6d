/** Lines and blanks in the text of a mail. Everything is linear, even for ten megabytes without a line break. */

const blankBeyondAscii = /[\p{White_Space}\p{Default_Ignorable_Code_Point}]/u;

/** White space and invisible characters: NBSP, zero-width space, BOM, soft hyphen. Mail programs insert them anywhere. */
export function isBlank(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  return blankBeyondAscii.test(text.charAt(at));
}

export function skipBlank(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isBlank(text, at)) at++;
  return at;
}

export function trimmed(text: string, start: number, end: number): string {
  const first = skipBlank(text, start, end);
  let last = end;
  while (last > first && isBlank(text, last - 1)) last--;
  return text.slice(first, last);
}

/** Programs write bold text between asterisks in plain text: `*Shop*`. */
export function withoutStars(value: string): string {
  return /^\*[^*]+\*$/.test(value) ? trimmed(value, 1, value.length - 1) : value;
}

/** Programs append the target of a link in plain text: `041 123 456<tel:041123456>`. */
export function withoutLink(value: string): string {
  const link = value.endsWith('>') ? value.lastIndexOf('<') : -1;
  return link > 0 && /^<[a-z]+:/i.test(value.slice(link, link + 20)) ? trimmed(value, 0, link) : value;
}

export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

export function lineStart(text: string, at: number): number {
  return at <= 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

/** Every line break as one line feed, also CR CR LF. Works on code units: ten million string replacements take two seconds. */
export function withLineFeeds(text: string): string {
  if (!text.includes('\r')) return text;
  const units = Buffer.from(text, 'utf16le');
  let length = 0;
  let returns = 0; // consecutive carriage returns up to here, each written as a line feed
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x0a && returns > 0) length -= 2 * (returns - 1);
    else length = units.writeUInt16LE(unit === 0x0d ? 0x0a : unit, length);
    returns = unit === 0x0d ? returns + 1 : 0;
  }
  return units.toString('utf16le', 0, length);
}

export const longestLine = 1_000;

/** `next` is the start of the next line; `text` is without blanks, and without marks of bold text, at its ends. */
export type TextLine = { readonly start: number; readonly next: number; readonly text: string };

/** Lines of one header block are not further apart. */
const mostBlankLines = 3;
const mostRecent = 100;

export class TextLines {
  readonly #text: string;
  readonly #to: number;
  /** The lines read last: they are read again as continuations of the lines above them. */
  readonly #recent = new Map<number, TextLine>();

  constructor(text: string, to: number) {
    this.#text = text;
    this.#to = to;
  }

  at(start: number): TextLine | undefined {
    if (start >= this.#to) return undefined;
    const known = this.#recent.get(start);
    if (known !== undefined) return known;
    const end = Math.min(lineEnd(this.#text, start), this.#to);
    // A longer line cannot belong to an introduction, so only its beginning is read.
    const text = trimmed(this.#text, start, Math.min(end, start + 2 * longestLine));
    const line = { start, next: end + 1, text: /^[*_]|[*_]$/.test(text) ? withoutEnds(text, '*_ ') : text };
    if (this.#recent.size > mostRecent) this.#recent.clear();
    this.#recent.set(start, line);
    return line;
  }

  /** The next line that is not blank, at most three blank lines further. */
  filledAt(start: number): TextLine | undefined {
    let line = this.at(start);
    for (let blank = 0; line?.text === '' && blank < mostBlankLines; blank++) line = this.at(line.next);
    return line?.text === '' ? undefined : line;
  }
}

export function withoutEnds(text: string, characters: string): string {
  let [start, end] = [0, text.length];
  while (start < end && characters.includes(text.charAt(start))) start++;
  while (end > start && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
