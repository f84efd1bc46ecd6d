import { type Encoding, sizeOf, splitInSeries } from '../../domain/text/text.ts';
import { codingFor, type DefaultAlphabet, fillBits, isUcs2, type TextCoding } from './coding.ts';
import type { Tlvs } from './tlv.ts';
import { type Concatenation, type Multipart, UDH_INDICATOR, writeHeader } from './user-data.ts';

/** How a text of several segments is sent; `payload` leaves splitting to the carrier. */
export type MultipartStyle = Multipart | 'payload';

export type PartFields = {
  readonly esm_class: number;
  readonly data_coding: number;
  readonly short_message: Buffer;
  readonly tlvs?: Tlvs;
};

export type PartsInput = {
  /** As split for the message; `partsFor` splits them again where they do not fit. */
  readonly parts: readonly string[];
  readonly encoding: Encoding;
  readonly alphabet: DefaultAlphabet;
  readonly multipart: MultipartStyle;
  /** Same for all parts of a message, and different from recent messages to the same number. At most 16 bits are used. */
  readonly reference: number;
};

/** Capacity beside the header: a 16-bit reference takes one octet more, and so leaves one septet or code unit less. */
const IN_SERIES = {
  udh8: { 'GSM-7': 153, 'UCS-2': 67 },
  udh16: { 'GSM-7': 152, 'UCS-2': 66 },
  sar: { 'GSM-7': 153, 'UCS-2': 67 },
} as const;
const UCS2_ALONE = 70;

/** The message fields of the submit_sm requests that carry one text. */
export function buildParts(input: PartsInput): PartFields[] {
  const coding = codingFor(input.encoding, input.parts.join(''), input.alphabet);
  const { multipart } = input;
  if (multipart === 'payload') return [payload(input.parts.join(''), coding)];
  const texts = partsFor(input.parts, coding, multipart);
  if (texts.length === 1) return [plain(texts[0]!, coding)];
  const total = texts.length;
  if (total > 255) throw new RangeError(`${total} parts, at most 255 can be counted`);
  const make = multipart === 'sar' ? withSar : withHeader;
  return texts.map((text, i) =>
    make(text, coding, { kind: multipart, reference: input.reference, total, part: i + 1 }),
  );
}

/** Splits again only where the given parts do not fit, which can send one part more than the segments charged. */
function partsFor(parts: readonly string[], coding: TextCoding, multipart: Multipart): readonly string[] {
  const encoding = isUcs2(coding) ? 'UCS-2' : 'GSM-7';
  const size = IN_SERIES[multipart][encoding];
  const isAlone = parts.length === 1 && (encoding === 'GSM-7' || parts[0]!.length <= UCS2_ALONE);
  const isFitting = isAlone || parts.every((text) => sizeOf(text, encoding) <= size);
  return isFitting ? parts : splitInSeries(parts.join(''), encoding, size);
}

function plain(text: string, coding: TextCoding): PartFields {
  return { esm_class: 0, data_coding: coding.dataCoding, short_message: coding.write(text, 0) };
}

const EMPTY = Buffer.alloc(0);

function payload(text: string, coding: TextCoding): PartFields {
  const octets = coding.write(text, 0);
  const fields = { esm_class: 0, data_coding: coding.dataCoding };
  if (octets.length <= 254) return { ...fields, short_message: octets };
  return { ...fields, short_message: EMPTY, tlvs: { message_payload: octets } };
}

function withHeader(text: string, coding: TextCoding, position: Concatenation): PartFields {
  const header = writeHeader(position);
  const octets = coding.write(text, fillBits(header.length));
  return {
    esm_class: UDH_INDICATOR,
    data_coding: coding.dataCoding,
    short_message: Buffer.concat([header, octets]),
  };
}

function withSar(text: string, coding: TextCoding, position: Concatenation): PartFields {
  const tlvs = {
    sar_msg_ref_num: position.reference & 0xffff,
    sar_total_segments: position.total,
    sar_segment_seqnum: position.part,
  };
  return { ...plain(text, coding), tlvs };
}
