import type { Alphabet } from '../../domain/text/alphabet.ts';
import { encodeGsm } from '../../domain/text/gsm.ts';

/** What a peer means by data_coding 0. */
export type DefaultAlphabet = 'gsm' | 'packed' | 'latin1';

const DATA_CODING = { default: 0x00, latin1: 0x03, ucs2: 0x08 } as const;

/** SMPP 3.4, section 5.2.19; 0 is the peer's own default. */
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

/** The alphabet of a text with this data_coding; reserved values are read as the default, as phones do. */
export function alphabetOf(dataCoding: number, byDefault: DefaultAlphabet): Alphabet | 'packed' {
  if (dataCoding === 0) return byDefault;
  if (dataCoding < 0x10) return ALPHABETS[dataCoding] ?? byDefault;
  return classAlphabet(dataCoding) ?? byDefault;
}

/** Message classes and message waiting (3GPP TS 23.038, chapter 4), which phones and SMSCs pass on unchanged. */
function classAlphabet(dataCoding: number): Alphabet | undefined {
  const group = dataCoding >> 4;
  if (group === 0xf) return (dataCoding & 0x04) !== 0 ? 'binary' : undefined;
  if (group === 0xe) return 'ucs2';
  if (group >= 0x8) return undefined;
  return ([undefined, 'binary', 'ucs2', undefined] as const)[(dataCoding >> 2) & 0x03];
}

/** `fill`: empty bits in front of the text, which only packed septets need. */
export type TextCoding = { readonly dataCoding: number; readonly write: (text: string, fill: number) => Buffer };

const UCS2: TextCoding = {
  dataCoding: DATA_CODING.ucs2,
  write: (text) => Buffer.from(text, 'utf16le').swap16(),
};

const GSM: Readonly<Record<DefaultAlphabet, TextCoding>> = {
  gsm: { dataCoding: DATA_CODING.default, write: (text) => septetsOf(text) },
  packed: { dataCoding: DATA_CODING.default, write: (text, fill) => pack(septetsOf(text), fill) },
  // Such a carrier reads 0 as Latin-1 too, but 3 cannot be misread.
  latin1: { dataCoding: DATA_CODING.latin1, write: (text) => Buffer.from(text, 'latin1') },
};

function septetsOf(text: string): Buffer {
  const octets = encodeGsm(text);
  if (octets === undefined) throw new RangeError('the text holds a character outside GSM 03.38');
  return Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength);
}

/** The coding to send a text in. Ten Greek capitals and the euro sign are GSM but not Latin-1, so they need UCS-2 there. */
export function codingFor(encoding: 'GSM-7' | 'UCS-2', text: string, byDefault: DefaultAlphabet): TextCoding {
  if (encoding === 'UCS-2') return UCS2;
  return byDefault === 'latin1' && /[^\0-\xff]/.test(text) ? UCS2 : GSM[byDefault];
}

export const isUcs2 = (coding: TextCoding): boolean => coding === UCS2;

const CR = 0x0d;

/** Bits to leave empty after a user data header, so that the text starts on a septet boundary. */
export const fillBits = (headerOctets: number): number => (7 - ((headerOctets * 8) % 7)) % 7;

/** Packs septets into octets from the lowest bit up (3GPP TS 23.038, 6.1.2). */
export function pack(septets: Uint8Array, fill = 0): Buffer {
  const bits = fill + septets.length * 7;
  const octets = Buffer.alloc(Math.ceil(bits / 8));
  for (let i = 0; i < septets.length; i++) put(octets, fill + i * 7, septets[i]! & 0x7f);
  // Seven spare bits would read as one more `@`; 23.038 fills them with a carriage return.
  if (octets.length * 8 - bits === 7) put(octets, bits, CR);
  return octets;
}

function put(octets: Buffer, bit: number, septet: number): void {
  const at = bit >> 3;
  const shifted = septet << (bit & 7);
  octets[at] = octets[at]! | (shifted & 0xff);
  if (shifted > 0xff) octets[at + 1] = shifted >> 8;
}

export function unpack(octets: Uint8Array, fill = 0): Buffer {
  const count = Math.max(0, Math.floor((octets.length * 8 - fill) / 7));
  const septets = Buffer.alloc(count);
  for (let i = 0; i < count; i++) septets[i] = take(octets, fill + i * 7);
  const endsOnBoundary = fill + count * 7 === octets.length * 8;
  return endsOnBoundary && septets[count - 1] === CR ? septets.subarray(0, -1) : septets;
}

function take(octets: Uint8Array, bit: number): number {
  const at = bit >> 3;
  return ((((octets[at + 1] ?? 0) << 8) | octets[at]!) >> (bit & 7)) & 0x7f;
}
