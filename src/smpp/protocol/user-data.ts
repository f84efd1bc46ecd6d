import { type Alphabet, nationalGsm } from '../../domain/text/alphabet.ts';
import type { Languages } from '../../domain/text/gsm.ts';
import { alphabetOf, type DefaultAlphabet, fillBits, unpack } from './coding.ts';
import type { Pdu } from './pdu.ts';

/** How the parts of a long text are numbered: in a user data header of 8 or 16 bits, or in sar_* parameters. */
export type Multipart = 'udh8' | 'udh16' | 'sar';

/** Which part of a long message a PDU carries. References of different kinds differ, even with the same number. */
export type Concatenation = {
  readonly kind: Multipart;
  readonly reference: number;
  readonly total: number;
  readonly part: number;
};

/** The text of a message PDU, unpacked and without header. Join the octets of all parts before reading them. */
export type Content = {
  readonly octets: Buffer;
  readonly alphabet: Alphabet;
  readonly concatenation: Concatenation | undefined;
};

export type MessagePdu = Pdu<'deliver_sm' | 'data_sm' | 'submit_sm' | 'submit_multi'>;

/** The bit of esm_class that says that the text starts with a user data header. */
export const UDH_INDICATOR = 0x40;

/** Ids of header elements (3GPP TS 23.040, 9.2.3.24). */
const CONCATENATED_8 = 0x00;
const CONCATENATED_16 = 0x08;
const SINGLE_SHIFT = 0x24;
const LOCKING_SHIFT = 0x25;
const CONCATENATIONS: ReadonlySet<number> = new Set([CONCATENATED_8, CONCATENATED_16]);
const KNOWN: ReadonlySet<number> = new Set([...CONCATENATIONS, SINGLE_SHIFT, LOCKING_SHIFT]);

export type Header = {
  /** Octets up to the text, including the length octet; 0 if there is no header. */
  readonly length: number;
  readonly concatenation: Concatenation | undefined;
  /** National language tables of this part's text; 0 for none. */
  readonly languages: Languages;
  /** Ids of other elements, such as ports and pictures. */
  readonly others: readonly number[];
  /** False if the header or one of its elements is truncated, or its numbers are impossible, such as part 3 of 2. */
  readonly isSound: boolean;
};

const NO_HEADER: Header = {
  length: 0,
  concatenation: undefined,
  languages: { locking: 0, single: 0 },
  others: Object.freeze([]),
  isSound: true,
};

const EMPTY = Buffer.alloc(0);

export function readContent(pdu: MessagePdu, byDefault: DefaultAlphabet): Content {
  const { body, length, concatenation, languages } = userData(pdu);
  const alphabet = alphabetOf(pdu.data_coding, byDefault);
  if (alphabet === 'gsm') return { octets: body, alphabet: nationalGsm(languages), concatenation };
  if (alphabet !== 'packed') return { octets: body, alphabet, concatenation };
  return { octets: unpack(body, fillBits(length)), alphabet: nationalGsm(languages), concatenation };
}

/** The text is in short_message or, in data_sm and long messages, in message_payload. A header overrides sar_* parameters. */
export function userData(pdu: MessagePdu): Header & { readonly body: Buffer } {
  const short = 'short_message' in pdu ? pdu.short_message : undefined;
  const octets = short?.length ? short : (pdu.tlvs.message_payload ?? EMPTY);
  const header = (pdu.esm_class & UDH_INDICATOR) === 0 ? NO_HEADER : readHeader(octets);
  return { ...header, body: octets.subarray(header.length), concatenation: header.concatenation ?? sarOf(pdu) };
}

function sarOf({ tlvs }: MessagePdu): Concatenation | undefined {
  const { sar_msg_ref_num: reference, sar_total_segments: total, sar_segment_seqnum: part } = tlvs;
  if (reference === undefined || total === undefined || part === undefined) return undefined;
  return concatenationOf('sar', reference, total, part);
}

/** Never throws: a header longer than the text ends with it, and unknown elements are skipped. */
export function readHeader(octets: Buffer): Header {
  const end = Math.min(octets.length, 1 + (octets[0] ?? 0));
  let { concatenation, languages, others } = NO_HEADER;
  let isSound = end === 1 + (octets[0] ?? -1);
  let at = 1;
  while (at + 2 <= end) {
    const id = octets[at]!;
    const next = at + 2 + octets[at + 1]!;
    // 23.040: if an element is repeated, the last one counts.
    if (next <= end) {
      const data = octets.subarray(at + 2, next);
      const read = readConcatenation(id, data);
      concatenation = read ?? concatenation;
      isSound &&= read !== undefined || !CONCATENATIONS.has(id);
      languages = { ...languages, ...readLanguage(id, data) };
      if (!KNOWN.has(id)) others = [...others, id];
    }
    at = next;
  }
  return { length: end, concatenation, languages, others, isSound: isSound && at === end };
}

function readLanguage(id: number, data: Buffer): Partial<Languages> {
  if (data.length !== 1) return {};
  if (id === SINGLE_SHIFT) return { single: data[0]! };
  return id === LOCKING_SHIFT ? { locking: data[0]! } : {};
}

function readConcatenation(id: number, data: Buffer): Concatenation | undefined {
  if (id === CONCATENATED_8 && data.length === 3) return concatenationOf('udh8', data[0]!, data[1]!, data[2]!);
  if (id === CONCATENATED_16 && data.length === 4) {
    return concatenationOf('udh16', data.readUInt16BE(0), data[2]!, data[3]!);
  }
  return undefined;
}

/** Undefined for impossible numbers, which 23.040 requires to be ignored: part 0, or part 4 of 3. */
function concatenationOf(kind: Multipart, reference: number, total: number, part: number): Concatenation | undefined {
  return part >= 1 && part <= total ? { kind, reference, total, part } : undefined;
}

export function writeHeader({ kind, reference, total, part }: Concatenation): Buffer {
  if (kind === 'udh16')
    return Buffer.from([6, CONCATENATED_16, 4, (reference >> 8) & 0xff, reference & 0xff, total, part]);
  return Buffer.from([5, CONCATENATED_8, 3, reference & 0xff, total, part]);
}
