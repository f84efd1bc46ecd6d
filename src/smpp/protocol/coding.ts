import type { Alphabet } from '../../domain/text/alphabet.ts';
import { encodeGsm } from '../../domain/text/gsm.ts';
import { pack } from './septets.ts';

/** What a carrier takes data_coding 0 for. */
export type DefaultAlphabet = 'gsm' | 'packed' | 'latin1';

const DATA_CODING = { default: 0x00, ia5: 0x01, latin1: 0x03, ucs2: 0x08 } as const;

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
