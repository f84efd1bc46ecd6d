import { keyPrefix } from './key.ts';

/** What mail programs may insert between the digits of a key: dashes, spaces, markup and invisible characters. */
const between = '[^\\p{L}\\p{N}]{0,4}';
const spread = new RegExp(`([0-9a-f]{8})(?:${between}[0-9a-f]{4}){3}${between}[0-9a-f]{12}`, 'giu');
/** More digits than a telephone number can have: a key, or part of one. */
const long = /([0-9a-f]{8})(?:-?[0-9a-f]){8,}/gi;
/** A key that Hermod has already truncated. */
const cut = /([0-9a-f]{8})[0-9a-f-]{1,40}…/gi;

/** The text with every key shortened to its first eight characters. */
export function withoutKeys(text: string): string {
  return text.replaceAll(long, '$1…').replaceAll(spread, '$1…').replaceAll(cut, '$1…');
}

const longestPiece = 8;
const pieceLength = longestPiece + 1;
/** A piece of a key is stored as the number that its hexadecimal digits form. */
const pieceRange = 16 ** pieceLength;

/** The text without this key and without any piece of it longer than its prefix, whatever separates the digits. */
export function withoutKey(text: string, key: string): string {
  const digits = key.toLowerCase().replaceAll('-', '');
  const pieceAt = (at: number) => Number.parseInt(digits.slice(at, at + pieceLength), 16);
  const pieces = new Set(Array.from({ length: digits.length - longestPiece }, (_, at) => pieceAt(at)));
  const first = pieceAt(0);
  // The most recent consecutive digits, each at its position modulo the length of a piece.
  const places = new Int32Array(pieceLength);
  let count = 0;
  let run = 0;
  let kept = '';
  let keptTo = 0;
  let maskedTo = 0;
  for (let at = 0; at < text.length; at++) {
    const digit = digitOf(text.charCodeAt(at));
    if (digit < 0) {
      if (isWord(text, at)) count = run = 0;
      continue;
    }
    run = (run * 16 + digit) % pieceRange;
    places[count++ % pieceLength] = at;
    if (count < pieceLength || !pieces.has(run)) continue;
    const start = places[count % pieceLength]!;
    if (start >= maskedTo) kept += `${text.slice(keptTo, start)}${run === first ? keyPrefix(key) : ''}…`;
    maskedTo = keptTo = at + 1;
  }
  return kept + text.slice(keptTo);
}

function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** A letter or digit ends a run of digits. A regular expression per character takes ten times as long. */
function isWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  const letter = code | 0x20;
  return code < 0x80 ? letter >= 0x61 && letter <= 0x7a : /[\p{L}\p{N}]/u.test(text.charAt(at));
}

/**
 * Foreign text, safe to show and to store. Keys are masked before the text is truncated, so that truncation cannot leave a piece of
 * a key. PostgreSQL accepts neither NUL nor a lone surrogate. With `strange` false, keys other than `key` are left in place, since
 * the text may hold ids.
 */
export function maskedText(text: string, most: number, key?: string, strange = true): string {
  // Masking only shortens. The rest of a very long text is never shown, so it is not masked either.
  const part = text.length > most * 5 ? text.slice(0, most * 5 + longestKey) : text;
  const clean = part.replaceAll('\0', '');
  const own = key === undefined ? clean : withoutKey(clean, key);
  const masked = strange ? withoutKeys(own) : own;
  const end = part === text ? masked.length : masked.length - longestKey;
  return masked.slice(0, Math.max(0, Math.min(most, end))).toWellFormed();
}

const longestKey = 60;
