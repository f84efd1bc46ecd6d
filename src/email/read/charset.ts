import { isAscii, isUtf8 } from 'node:buffer';
import { decodeOldCharset } from './old-charsets.ts';

/** Names that real mail uses and the standard does not know. */
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

/** Bytes from 80 to 9F are control characters in these, which nobody writes: programs of Windows name the wrong one. */
const writtenOnWindows: Record<string, string> = {
  'iso-8859-2': 'windows-1250',
  'iso-8859-7': 'windows-1253',
  'iso-8859-13': 'windows-1257',
  'iso-8859-15': 'windows-1252',
};

/** Above this, texts of mixed encodings are not worth sorting out line by line: two bytes a line take 2 µs. */
export const mostBytesByLine = 256 * 1_024;

/** How much of that is left for a mail; counted down. */
export type ByLine = { bytesByLine: number };

/**
 * Bytes to text, with every byte order mark kept. A declared charset is taken at its word as far as the bytes allow;
 * UTF-8 under the name of another is known by its bytes. Without one, or with ASCII, UTF-8 or an unknown name, the bytes
 * are UTF-8 where they can be and `fallback` where they cannot, so that no character turns into U+FFFD.
 */
export function decodeText(
  bytes: Buffer,
  declared: string | undefined,
  fallback: string,
  budget: ByLine = { bytesByLine: mostBytesByLine },
): string {
  const label = nameIn(declared ?? '');
  const charset = charsetOf(bytes, label);
  if (charset === undefined)
    return decodeOldCharset(bytes, label) ?? decodeUndeclared(bytes, fallback, labelOf(label) === 'utf-8', budget);
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    if (isUtf8(bytes)) return bytes.toString('utf8');
    return new TextDecoder(charset, { ignoreBOM: true }).decode(bytes);
  }
}

/** Longer names are none: the longest of all has 45 characters. */
const longestName = 100;

function nameIn(declared: string): string {
  const name = /[^\s'](?:.*[^\s'])?/s.exec(declared.slice(0, 2 * longestName))?.[0].toLowerCase() ?? '';
  return name.length > longestName ? 'unknown' : name;
}

/** The standard's name of the charset; undefined if the bytes have to tell. */
function charsetOf(bytes: Buffer, label: string): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf && isUtf8(bytes)) return 'utf-8';
  if (label === '' || /^(us-ascii|ascii|ansi_x3.4-19(68|86)|iso646-us|us)$/.test(label)) return byteOrder(bytes);
  const known = labelOf(otherNames[label] ?? label.replace(/^(?:iso)?8859[-_]/, 'iso-8859-')); // as Java has it
  if (known === 'utf-8') return undefined;
  // Every tag has empty halves there. Word names it in HTML that was turned into something else since.
  if (known?.startsWith('utf-16') && !bytes.includes(0)) return undefined;
  if (known === 'utf-16le' && !label.endsWith('le')) return byteOrder(bytes) ?? guessedByteOrder(bytes);
  return known === undefined ? undefined : reallyOf(bytes, known);
}

const unlikely = /[\xc6-\xcd\xd2-\xe1\xe3-\xee]/; // first bytes of anything but Latin, Greek, Cyrillic, signs and emoji
const latin = /^(?:windows-125[0247]|iso-8859-(?:2|3|4|10|13|14|15|16)|macintosh)$/;

/**
 * What the bytes are really of. As Latin letters, valid UTF-8 would be nothing but pairs such as `Ä¾` and triples such as
 * `â‚¬`. Where words might hold them (`CAFÉ’S`, `Spaß«`, `čšž`), UTF-8 would stand for characters that hardly any mail has.
 */
function reallyOf(bytes: Buffer, charset: string): string {
  const text = bytes.toString('latin1');
  if (latin.test(charset) && /[\xc2-\xf4]/.test(text) && !unlikely.test(text) && isUtf8(bytes)) return 'utf-8';
  const windows = writtenOnWindows[charset];
  return windows !== undefined && /[\x80-\x9f]/.test(text) ? windows : charset;
}

function labelOf(label: string): string | undefined {
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

/** The first character of a request is ASCII: its empty half tells. */
function guessedByteOrder(bytes: Buffer): 'utf-16be' | 'utf-16le' {
  return bytes[0] === 0 ? 'utf-16be' : 'utf-16le';
}

function decodeUndeclared(bytes: Buffer, fallback: string, saysUtf8: boolean, budget: ByLine): string {
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

/** The three bytes of `čšž` in windows-1250 are a Chinese character in UTF-8; alone among ASCII, they are the former. */
function utf8Or(bytes: Buffer, decoder: InstanceType<typeof TextDecoder>): string {
  const text = decoder.decode(bytes);
  return isUtf8(bytes) && !slovenian.test(text) ? bytes.toString('utf8') : text;
}

/** The charset that an HTML text names itself, for parts whose header names none. */
export function charsetInHtml(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, 4_096).toString('latin1');
  return /<meta[^>]{0,200}?charset\s*=[\s"']*([a-z0-9_:.-]+)/i.exec(head)?.[1];
}
