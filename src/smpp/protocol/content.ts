import { type Alphabet, nationalGsm } from '../../domain/text/alphabet.ts';
import type { Languages } from '../../domain/text/gsm.ts';
import { alphabetOf, type DefaultAlphabet } from './coding.ts';
import type { Pdu } from './pdu.ts';
import { fillBits, unpack } from './septets.ts';
import { type Concatenation, concatenationOf, readHeader, UDH_INDICATOR } from './udh.ts';

/** What a message PDU carries. `octets` are unpacked and without header: those of all parts are joined, then read. */
export type Content = {
  readonly octets: Buffer;
  readonly alphabet: Alphabet;
  readonly concatenation: Concatenation | undefined;
};

export type MessagePdu = Pdu<'deliver_sm' | 'data_sm' | 'submit_sm' | 'submit_multi'>;

type UserData = {
  readonly body: Buffer;
  readonly headerLength: number;
  readonly concatenation: Concatenation | undefined;
  readonly languages: Languages;
  /** Elements of the header that are not read here, by their ids. */
  readonly others: readonly number[];
  /** The header is as it should be, if there is one. */
  readonly isSound: boolean;
};

const NO_LANGUAGES: Languages = { locking: 0, single: 0 };

export function readContent(pdu: MessagePdu, byDefault: DefaultAlphabet): Content {
  const { body, headerLength, concatenation, languages } = userData(pdu);
  const alphabet = alphabetOf(pdu.data_coding, byDefault);
  if (alphabet === 'gsm') return { octets: body, alphabet: nationalGsm(languages), concatenation };
  if (alphabet !== 'packed') return { octets: body, alphabet, concatenation };
  return { octets: unpack(body, fillBits(headerLength)), alphabet: nationalGsm(languages), concatenation };
}

/** The text is in short_message or, for data_sm and long ones, in message_payload. A header beats sar_* parameters. */
export function userData(pdu: MessagePdu): UserData {
  const short = 'short_message' in pdu ? pdu.short_message : undefined;
  const octets = short?.length ? short : (pdu.tlvs.message_payload ?? EMPTY);
  if ((pdu.esm_class & UDH_INDICATOR) === 0) {
    return {
      body: octets,
      headerLength: 0,
      concatenation: sarOf(pdu),
      languages: NO_LANGUAGES,
      others: [],
      isSound: true,
    };
  }
  const { length, concatenation, languages, others, isSound } = readHeader(octets);
  const body = octets.subarray(length);
  return { body, headerLength: length, concatenation: concatenation ?? sarOf(pdu), languages, others, isSound };
}

const EMPTY = Buffer.alloc(0);

function sarOf({ tlvs }: MessagePdu): Concatenation | undefined {
  const { sar_msg_ref_num: reference, sar_total_segments: total, sar_segment_seqnum: part } = tlvs;
  if (reference === undefined || total === undefined || part === undefined) return undefined;
  return concatenationOf('sar', reference, total, part);
}
