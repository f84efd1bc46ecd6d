import { decodeGsm, encodeGsm } from '../../domain/gsm.ts';
import { pack } from './septets.ts';

/** How the octets of a text are to be read. Packed septets are unpacked on the way in, so they never show up here. */
export type Alphabet = 'gsm' | 'ia5' | 'latin1' | 'cyrillic' | 'hebrew' | 'shift_jis' | 'korean' | 'ucs2' | 'binary';

/** What a carrier takes data_coding 0 for. */
export type DefaultAlphabet = 'gsm' | 'packed' | 'latin1';

export const DATA_CODING = { default: 0x00, ia5: 0x01, latin1: 0x03, ucs2: 0x08 } as const;

/** SMPP 3.4, section 5.2.19; 0 is the carrier's own default. */
const ALPHABETS: Readonly<Record<number, Alphabet>> = {
  1: 'ia5',
  2: 'binary',
  3: 'latin1',
  4: 'binary',
  5: 'shift_jis',
  6: 'cyrillic',
  7: 'hebrew',
  8: 'ucs2',
  13: 'shift_jis',
  14: 'korean',
};

/** The alphabet of a text that came with this data_coding; a value nobody defined is read as the default, as phones do. */
export function alphabetOf(dataCoding: number, byDefault: DefaultAlphabet): Alphabet | 'packed' {
  if (dataCoding === 0) return byDefault;
  if (dataCoding < 0x10) return ALPHABETS[dataCoding] ?? byDefault;
  return classAlphabet(dataCoding) ?? byDefault;
}

/** Message classes and message waiting (3GPP TS 23.038, chapter 4), which real phones and SMSCs pass on unchanged. */
function classAlphabet(dataCoding: number): Alphabet | undefined {
  const group = dataCoding >> 4;
  if (group === 0xf) return (dataCoding & 0x04) !== 0 ? 'binary' : undefined;
  if (group === 0xe) return 'ucs2';
  if (group >= 0x8) return undefined;
  return ([undefined, 'binary', 'ucs2', undefined] as const)[(dataCoding >> 2) & 0x03];
}

/**
 * Undefined for what is no text. The result can be stored as it is: no NUL and no half surrogate pair, which PostgreSQL
 * refuses. Join the octets of all parts before reading them: foreign phones cut through escape and surrogate pairs.
 */
export function readText(octets: Buffer, alphabet: Alphabet): string | undefined {
  if (alphabet === 'binary') return undefined;
  return READERS[alphabet](octets).toWellFormed().replaceAll('\0', '');
}

const legacy = (label: string) => {
  const decoder = new TextDecoder(label);
  return (octets: Buffer): string => decoder.decode(octets);
};

const READERS: Readonly<Record<Exclude<Alphabet, 'binary'>, (octets: Buffer) => string>> = {
  gsm: decodeGsm,
  ia5: (octets) => octets.toString('latin1'),
  latin1: (octets) => octets.toString('latin1'),
  cyrillic: legacy('iso-8859-5'),
  hebrew: legacy('iso-8859-8'),
  shift_jis: legacy('shift_jis'),
  korean: legacy('euc-kr'),
  ucs2: (octets) => swapped(octets).toString('utf16le'),
};

/** UCS-2 goes over the wire with the high octet first; an odd octet at the end belongs to nothing. */
function swapped(octets: Buffer): Buffer {
  return Buffer.from(octets.subarray(0, octets.length & ~1)).swap16();
}

export type TextCoding = { readonly dataCoding: number; readonly write: (text: string, fill: number) => Buffer };

const UCS2: TextCoding = {
  dataCoding: DATA_CODING.ucs2,
  write: (text) => Buffer.from(text, 'utf16le').swap16(),
};

const GSM: Readonly<Record<DefaultAlphabet, TextCoding>> = {
  gsm: { dataCoding: DATA_CODING.default, write: (text) => septetsOf(text) },
  packed: { dataCoding: DATA_CODING.default, write: (text, fill) => pack(septetsOf(text), fill) },
  // Said out loud (3) although such a carrier would take 0 for Latin-1 too: 3 cannot be misread.
  latin1: { dataCoding: DATA_CODING.latin1, write: (text) => Buffer.from(text, 'latin1') },
};

function septetsOf(text: string): Buffer {
  const octets = encodeGsm(text);
  if (octets === undefined) throw new RangeError('the text holds a character outside GSM 03.38');
  return Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength);
}

/** How to send a text of that encoding. The ten Greek capitals and the euro are GSM but not Latin-1: they need UCS-2 there. */
export function codingFor(encoding: 'GSM-7' | 'UCS-2', text: string, byDefault: DefaultAlphabet): TextCoding {
  if (encoding === 'UCS-2') return UCS2;
  return byDefault === 'latin1' && /[^\0-\xff]/.test(text) ? UCS2 : GSM[byDefault];
}

export const isUcs2 = (coding: TextCoding): boolean => coding === UCS2;
