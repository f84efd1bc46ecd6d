import { keyPrefix } from './key.ts';

/** Between the digits of a key that went through mail programs: dashes, blanks, marks, and what nobody sees. */
const between = '[^\\p{L}\\p{N}]{0,4}';
const spread = new RegExp(`([0-9a-f]{8})(?:${between}[0-9a-f]{4}){3}${between}[0-9a-f]{12}`, 'giu');
/** More digits than any telephone number has: a key, or a part of one. */
const long = /([0-9a-f]{8})(?:-?[0-9a-f]){8,}/gi;
/** What was cut by us. */
const cut = /([0-9a-f]{8})[0-9a-f-]{1,40}…/gi;

/** A text with the first eight characters of every key in it, and no more of it. */
export function withoutKeys(text: string): string {
  return text.replaceAll(long, '$1…').replaceAll(spread, '$1…').replaceAll(cut, '$1…');
}

const longestPiece = 8;
const pieceLength = longestPiece + 1;
/** A piece is kept as the number that its digits are. */
const pieceRange = 16 ** pieceLength;

/** A text without this key and without any piece of it that is longer than its prefix, whatever stands between the digits. */
export function withoutKey(text: string, key: string): string {
  const digits = key.toLowerCase().replaceAll('-', '');
  const pieceAt = (at: number) => Number.parseInt(digits.slice(at, at + pieceLength), 16);
  const pieces = new Set(Array.from({ length: digits.length - longestPiece }, (_, at) => pieceAt(at)));
  const first = pieceAt(0);
  // The last digits in a row, each at its place modulo the length of a piece.
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

/** A letter or digit, which ends a row of digits; a regular expression for each character takes ten times as long. */
function isWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  const letter = code | 0x20;
  return code < 0x80 ? letter >= 0x61 && letter <= 0x7a : /[\p{L}\p{N}]/u.test(text.charAt(at));
}

/**
 * Foreign text as it may be shown: its keys masked first and what is too long cut then, so that no cut leaves a piece of a
 * key. PostgreSQL takes neither NUL nor half a surrogate pair. `strange` keys are left where the ids of others belong.
 */
export function shown(text: string, most: number, key?: string, strange = true): string {
  // Masking can only shorten; the rest of a very long text is not looked at, and what was cut there is not shown.
  const part = text.length > most * 5 ? text.slice(0, most * 5 + longestKey) : text;
  const clean = part.replaceAll('\0', '');
  const own = key === undefined ? clean : withoutKey(clean, key);
  const masked = strange ? withoutKeys(own) : own;
  const end = part === text ? masked.length : masked.length - longestKey;
  return masked.slice(0, Math.max(0, Math.min(most, end))).toWellFormed();
}

const longestKey = 60;
