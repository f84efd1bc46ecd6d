import { lineEnd, trimmed } from './lines.ts';

/** Longer lines are not an introduction of an older mail. */
export const longestLine = 1_000;

/** `next` is the start of the next line; `text` is without blanks, and without marks of bold text, at its ends. */
export type Line = { readonly start: number; readonly next: number; readonly text: string };

/** Lines of one header block are not further apart. */
const mostBlankLines = 3;
const mostRecent = 100;

export class TextLines {
  readonly #text: string;
  readonly #to: number;
  /** Lines are read again as continuations of the lines above them. */
  readonly #recent = new Map<number, Line>();

  constructor(text: string, to: number) {
    this.#text = text;
    this.#to = to;
  }

  at(start: number): Line | undefined {
    if (start >= this.#to) return undefined;
    const known = this.#recent.get(start);
    if (known !== undefined) return known;
    if (this.#recent.size > mostRecent) this.#recent.clear();
    const line = this.#read(start);
    this.#recent.set(start, line);
    return line;
  }

  #read(start: number): Line {
    const end = Math.min(lineEnd(this.#text, start), this.#to);
    // Of a longer line, more than an introduction may have is enough.
    const text = trimmed(this.#text, start, Math.min(end, start + 2 * longestLine));
    return { start, next: end + 1, text: /^[*_]|[*_]$/.test(text) ? withoutEnds(text, '*_ ') : text };
  }

  /** The next line that is not blank, at most three blank lines further. */
  filledAt(start: number): Line | undefined {
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
