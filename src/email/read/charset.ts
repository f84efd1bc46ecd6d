import { isAscii, isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';

/** Names that occur in mail and are not in the encoding standard. */
const otherNames: Record<string, string> = {
  'win-1250': 'windows-1250',
  'win-1252': 'windows-1252',
  windows1250: 'windows-1250',
  'cp-1250': 'windows-1250',
  ansi: 'windows-1252',
  'utf-8-bom': 'utf-8',
  utf8mb4: 'utf-8',
  cp65001: 'utf-8',
  cp936: 'gbk',
  cp932: 'shift_jis',
  cp949: 'euc-kr',
  cp950: 'big5',
};

/** Bytes from 80 to 9F are control characters in these charsets, so a text that has them was written in the Windows charset. */
const writtenOnWindows: Record<string, string> = {
  'iso-8859-2': 'windows-1250',
  'iso-8859-7': 'windows-1253',
  'iso-8859-13': 'windows-1257',
  'iso-8859-15': 'windows-1252',
};

/** Longer texts of mixed encodings are not decoded line by line, which takes 2 µs for a line of two bytes. */
export const mostBytesByLine = 256 * 1_024;

export type LineBudget = { bytesByLine: number };

/**
 * A declared charset is used if the bytes are valid in it. Without one, or with ASCII, UTF-8 or an unknown name, the bytes are UTF-8 where
 * valid and `fallback` where not, so no character becomes U+FFFD. Byte order marks are kept.
 */
export function decodeText(
  bytes: Buffer,
  declared: string | undefined,
  fallback: string,
  budget: LineBudget = { bytesByLine: mostBytesByLine },
): string {
  const label = normalisedName(declared ?? '');
  const charset = charsetOf(bytes, label);
  if (charset === undefined)
    return decodeOldCharset(bytes, label) ?? decodeUndeclared(bytes, fallback, standardName(label) === 'utf-8', budget);
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    if (isUtf8(bytes)) return bytes.toString('utf8');
    return new TextDecoder(charset, { ignoreBOM: true }).decode(bytes);
  }
}

const longestName = 100;

function normalisedName(declared: string): string {
  const name = /[^\s'](?:.*[^\s'])?/s.exec(declared.slice(0, 2 * longestName))?.[0].toLowerCase() ?? '';
  return name.length > longestName ? 'unknown' : name;
}

/** The standard's name of the charset; undefined if only the bytes can show it. */
function charsetOf(bytes: Buffer, label: string): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf && isUtf8(bytes)) return 'utf-8';
  if (label === '' || /^(us-ascii|ascii|ansi_x3.4-19(68|86)|iso646-us|us)$/.test(label)) return byteOrder(bytes);
  const known = standardName(otherNames[label] ?? label.replace(/^(?:iso)?8859[-_]/, 'iso-8859-')); // as Java has it
  if (known === 'utf-8') return undefined;
  // Tags have zero bytes in UTF-16. Word declares it in HTML that was converted afterwards.
  if (known?.startsWith('utf-16') && !bytes.includes(0)) return undefined;
  // The first character of a request is ASCII, so its zero byte shows the byte order.
  if (known === 'utf-16le' && !label.endsWith('le'))
    return byteOrder(bytes) ?? (bytes[0] === 0 ? 'utf-16be' : 'utf-16le');
  return known === undefined ? undefined : actualCharset(bytes, known);
}

const unlikely = /[\xc6-\xcd\xd2-\xe1\xe3-\xee]/; // first bytes of anything but Latin, Greek, Cyrillic, signs and emoji
const latin = /^(?:windows-125[0247]|iso-8859-(?:2|3|4|10|13|14|15|16)|macintosh)$/;

/**
 * UTF-8 declared as a Latin charset reads as pairs such as `Ä¾`. Words with such pairs (`CAFÉ’S`, `Spaß«`, `čšž`) would, as UTF-8, be
 * characters that hardly any mail has: those are in `unlikely`.
 */
function actualCharset(bytes: Buffer, charset: string): string {
  const text = bytes.toString('latin1');
  if (latin.test(charset) && /[\xc2-\xf4]/.test(text) && !unlikely.test(text) && isUtf8(bytes)) return 'utf-8';
  const windows = writtenOnWindows[charset];
  return windows !== undefined && /[\x80-\x9f]/.test(text) ? windows : charset;
}

function standardName(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

function byteOrder(bytes: Buffer): 'utf-16be' | 'utf-16le' | undefined {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : undefined;
}

function decodeUndeclared(bytes: Buffer, fallback: string, saysUtf8: boolean, budget: LineBudget): string {
  const decoder = new TextDecoder(fallback, { ignoreBOM: true });
  if (isAscii(bytes)) return bytes.toString('latin1');
  if (isUtf8(bytes) && (saysUtf8 || bytes.length > mostBytesByLine)) return bytes.toString('utf8');
  if (isUtf8(bytes)) return utf8Or(bytes, decoder);
  if (bytes.length > budget.bytesByLine) return decoder.decode(bytes);
  budget.bytesByLine -= bytes.length;
  let text = '';
  for (let start = 0, end = 0; start < bytes.length; start = end) {
    const found = bytes.indexOf(0x0a, start);
    end = found < 0 ? bytes.length : found + 1;
    text += utf8Or(bytes.subarray(start, end), decoder);
  }
  return text;
}

const slovenian = /^[\p{ASCII}ČĆŠŽčćšž€]*$/u;

/** The three bytes of `čšž` in windows-1250 are a Chinese character in UTF-8; among nothing but ASCII they mean `čšž`. */
function utf8Or(bytes: Buffer, decoder: InstanceType<typeof TextDecoder>): string {
  const text = decoder.decode(bytes);
  return isUtf8(bytes) && !slovenian.test(text) ? bytes.toString('utf8') : text;
}

export function charsetInHtml(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, 4_096).toString('latin1');
  return /<meta[^>]{0,200}?charset\s*=[\s"']*([a-z0-9_:.-]+)/i.exec(head)?.[1];
}

type Decode = (bytes: Buffer) => string;

const byLibrary = (name: string) => (bytes: Buffer) => iconv.decode(bytes, name, { stripBOM: false });

const decoders = new Map<string, Decode>([
  ...['852', '850', '437', '858'].map((page): [string, Decode] => [page, byLibrary(`cp${page}`)]),
  ['00858', byLibrary('cp858')],
  ['xmacce', byLibrary('maccenteuro')],
  ['xmaccentraleurroman', byLibrary('maccenteuro')],
  ['utf32', decodeUtf32],
  ['utf32le', decodeUtf32],
  ['utf32be', decodeUtf32],
  ['utf7', decodeUtf7],
  ['unicode11utf7', decodeUtf7],
  ['hzgb2312', decodeHz],
  ['iso2022kr', decodeIso2022Kr],
]);

const sevenBits = new Set<Decode>([decodeUtf7, decodeHz, decodeIso2022Kr]);

/** Charsets that `TextDecoder` does not know; undefined if it is not one of them, or the bytes cannot be in it. */
export function decodeOldCharset(bytes: Buffer, label: string): string | undefined {
  const decode = decoders.get(label.replaceAll(/[^a-z0-9]/g, '').replace(/^(?:cspcp|cp|ibm|cs|dos)/, ''));
  if (decode === undefined || (sevenBits.has(decode) && !isAscii(bytes))) return undefined;
  return decode(bytes);
}

/** The first character is ASCII or the byte order mark, so its zero bytes show the byte order, whatever the name says. */
function decodeUtf32(bytes: Buffer): string {
  const whole = bytes.subarray(0, bytes.length & ~3);
  return iconv.decode(whole, bytes[0] === 0 ? 'utf-32be' : 'utf-32le', { stripBOM: false });
}

/** RFC 2152. iconv-lite loses a plus sign that begins no base64, and takes 21 s for 5 MB of `+AA-` where this takes 4 s. */
function decodeUtf7(bytes: Buffer): string {
  return bytes.toString('latin1').replaceAll(/\+([A-Za-z0-9+/]*)(-?)/g, (whole, digits: string, end: string) => {
    if (digits === '') return end === '' ? whole : '+';
    const units = Buffer.from(digits, 'base64');
    return units
      .subarray(0, units.length & ~1)
      .swap16()
      .toString('utf16le');
  });
}

/** RFC 1843: Chinese characters are between `~{` and `~}`, in seven bits. */
function decodeHz(bytes: Buffer): string {
  const text = bytes
    .toString('latin1')
    .replaceAll(/~(?:\{([^\n]*?)(?:~\}|(?=\n|$))|(~)|\r?\n)/g, (_, shifted, tilde) =>
      tilde === undefined ? withHighBits(shifted ?? '') : '~',
    );
  return new TextDecoder('gbk', { ignoreBOM: true }).decode(Buffer.from(text, 'latin1'));
}

function withHighBits(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; at++) if (bytes[at]! > 0x20) bytes[at]! |= 0x80;
  return bytes.toString('latin1');
}

/** RFC 1557: Korean characters are between the shift-out and shift-in characters, in seven bits, on one line. */
function decodeIso2022Kr(bytes: Buffer): string {
  const plain = Buffer.from(bytes.toString('latin1').replaceAll('\x1b$)C', ''), 'latin1');
  let length = 0;
  let isShifted = false;
  for (const byte of plain) {
    if (byte === 0x0e || byte === 0x0f || byte === 0x0a) isShifted = byte === 0x0e;
    if (byte !== 0x0e && byte !== 0x0f) plain[length++] = isShifted && byte > 0x20 ? byte | 0x80 : byte;
  }
  return new TextDecoder('euc-kr', { ignoreBOM: true }).decode(plain.subarray(0, length));
}
