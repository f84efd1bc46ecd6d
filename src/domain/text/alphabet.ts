import { decodeGsm, type Languages } from './gsm.ts';
import { LOCKING_SHIFT, SINGLE_SHIFT } from './national-tables.ts';

/**
 * How the octets of a text are to be read. GSM has one septet per octet here, whatever it was packed in on the way; `gsm/1/0` is
 * GSM with a national locking and single shift table.
 */
export type Alphabet = `gsm/${number}/${number}` | Plain | 'binary';

type Plain = 'gsm' | 'ia5' | 'latin1' | 'cyrillic' | 'hebrew' | 'shift_jis' | 'korean' | 'ucs2';

/**
 * Undefined for what is no text. The result can be stored as it is: no NUL and no half surrogate pair, which PostgreSQL
 * refuses. Join the octets of all parts before reading them: foreign phones cut through escape and surrogate pairs.
 */
export function readText(octets: Uint8Array, alphabet: Alphabet): string | undefined {
  if (alphabet === 'binary') return undefined;
  return readerOf(alphabet)(octets).toWellFormed().replaceAll('\0', '');
}

/** GSM with the tables that a phone named, if anybody has defined them. */
export function nationalGsm({ locking, single }: Languages): Alphabet {
  const isNational = LOCKING_SHIFT.has(locking) || SINGLE_SHIFT.has(single);
  return isNational ? `gsm/${locking}/${single}` : 'gsm';
}

function readerOf(alphabet: Exclude<Alphabet, 'binary'>): Reader {
  if (!alphabet.startsWith('gsm/')) return READERS[alphabet as Plain];
  const [, locking = 0, single = 0] = alphabet.split('/').map(Number);
  return (octets) => decodeGsm(octets, { locking, single });
}

type Reader = (octets: Uint8Array) => string;

const legacy = (label: string): Reader => {
  const decoder = new TextDecoder(label);
  return (octets) => decoder.decode(octets);
};

/** Not TextDecoder's latin1, which is Windows-1252 in truth. */
const latin1: Reader = (octets) => bufferOver(octets).toString('latin1');

const READERS: Readonly<Record<Plain, Reader>> = {
  gsm: (octets) => decodeGsm(octets),
  ia5: latin1,
  latin1,
  cyrillic: legacy('iso-8859-5'),
  hebrew: legacy('iso-8859-8'),
  shift_jis: legacy('shift_jis'),
  korean: legacy('euc-kr'),
  ucs2: (octets) => swapped(octets).toString('utf16le'),
};

/** UCS-2 goes over the wire with the high octet first; an odd octet at the end belongs to nothing. */
function swapped(octets: Uint8Array): Buffer {
  return Buffer.from(octets.subarray(0, octets.length & ~1)).swap16();
}

/** The same memory, not a copy. */
function bufferOver({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
