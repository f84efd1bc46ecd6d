import { decodeGsm, type Languages } from './gsm.ts';
import { LOCKING_SHIFT, SINGLE_SHIFT } from './national-tables.ts';

/**
 * How the octets of a text are decoded. GSM has one septet per octet here, even if it was packed on the wire; `gsm/1/0` is GSM
 * with a national locking and single shift table.
 */
export type Alphabet = `gsm/${number}/${number}` | Plain | 'binary';

type Plain = 'gsm' | 'ia5' | 'latin1' | 'cyrillic' | 'hebrew' | 'shift_jis' | 'korean' | 'ucs2';

/**
 * Undefined for binary data. The result contains no NUL and no lone surrogate, which PostgreSQL refuses. Join the octets of
 * all parts before reading them: some phones split escape and surrogate pairs.
 */
export function readText(octets: Uint8Array, alphabet: Alphabet): string | undefined {
  if (alphabet === 'binary') return undefined;
  return readerOf(alphabet)(octets).toWellFormed().replaceAll('\0', '');
}

/** GSM with the tables that a phone named, if they are defined. */
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

/** Not TextDecoder's latin1, which is Windows-1252. */
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

/** UCS-2 has the high octet first on the wire; an odd octet at the end is ignored. */
function swapped(octets: Uint8Array): Buffer {
  return Buffer.from(octets.subarray(0, octets.length & ~1)).swap16();
}

/** Shares the memory. */
function bufferOver({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
