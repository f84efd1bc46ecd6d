import { type Alphabet, nationalGsm } from '../../domain/text/alphabet.ts';
import { encodeGsm, type Languages } from '../../domain/text/gsm.ts';
import { type Encoding, sizeOf, splitInSeries } from '../../domain/text/text.ts';
import type { Body } from './commands.ts';
import type { Pdu } from './pdu.ts';
import type { Tlvs } from './tlv.ts';

/** What a peer means by data_coding 0. */
export type DefaultAlphabet = 'gsm' | 'packed' | 'latin1';

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

const UCS2: TextCoding = { dataCoding: 8, write: (text) => Buffer.from(text, 'utf16le').swap16() };

const GSM: Readonly<Record<DefaultAlphabet, TextCoding>> = {
  gsm: { dataCoding: 0, write: (text) => septetsOf(text) },
  packed: { dataCoding: 0, write: (text, fill) => pack(septetsOf(text), fill) },
  // Such a carrier reads 0 as Latin-1 too, but 3 cannot be misread.
  latin1: { dataCoding: 3, write: (text) => Buffer.from(text, 'latin1') },
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
const UDH_INDICATOR = 0x40;

/** Ids of header elements (3GPP TS 23.040, 9.2.3.24). */
const CONCATENATED_8 = 0x00;
const CONCATENATED_16 = 0x08;
const SINGLE_SHIFT_ELEMENT = 0x24;
const LOCKING_SHIFT_ELEMENT = 0x25;
const CONCATENATIONS: ReadonlySet<number> = new Set([CONCATENATED_8, CONCATENATED_16]);
const KNOWN: ReadonlySet<number> = new Set([...CONCATENATIONS, SINGLE_SHIFT_ELEMENT, LOCKING_SHIFT_ELEMENT]);

type UserDataHeader = {
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

const NO_HEADER: UserDataHeader = {
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
export function userData(pdu: MessagePdu): UserDataHeader & { readonly body: Buffer } {
  const short = 'short_message' in pdu ? pdu.short_message : undefined;
  const octets = short?.length ? short : (pdu.tlvs.message_payload ?? EMPTY);
  const header = (pdu.esm_class & UDH_INDICATOR) === 0 ? NO_HEADER : readUserDataHeader(octets);
  return { ...header, body: octets.subarray(header.length), concatenation: header.concatenation ?? sarOf(pdu) };
}

function sarOf({ tlvs }: MessagePdu): Concatenation | undefined {
  const { sar_msg_ref_num: reference, sar_total_segments: total, sar_segment_seqnum: part } = tlvs;
  if (reference === undefined || total === undefined || part === undefined) return undefined;
  return concatenationOf('sar', reference, total, part);
}

/** Never throws: a header longer than the text ends with it, and unknown elements are skipped. */
export function readUserDataHeader(octets: Buffer): UserDataHeader {
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
  if (id === SINGLE_SHIFT_ELEMENT) return { single: data[0]! };
  return id === LOCKING_SHIFT_ELEMENT ? { locking: data[0]! } : {};
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

function writeHeader({ kind, reference, total, part }: Concatenation): Buffer {
  if (kind === 'udh16')
    return Buffer.from([6, CONCATENATED_16, 4, (reference >> 8) & 0xff, reference & 0xff, total, part]);
  return Buffer.from([5, CONCATENATED_8, 3, reference & 0xff, total, part]);
}

/** How a text of several segments is sent; `payload` leaves splitting to the carrier. */
export type MultipartStyle = Multipart | 'payload';

export type PartFields = Readonly<Pick<Body<'submit_sm'>, 'esm_class' | 'data_coding' | 'short_message'>> & {
  readonly tlvs?: Tlvs;
};

type PartsInput = {
  /** As split for the message; `partsFor` splits them again where they do not fit. */
  readonly parts: readonly string[];
  readonly encoding: Encoding;
  readonly alphabet: DefaultAlphabet;
  readonly multipart: MultipartStyle;
  /** Same for all parts of a message, and different from recent messages to the same number. At most 16 bits are used. */
  readonly reference: number;
};

/** Septets or code units beside a header with an 8-bit reference. */
const IN_SERIES = { 'GSM-7': 153, 'UCS-2': 67 } as const;
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
  const encoding = coding === UCS2 ? 'UCS-2' : 'GSM-7';
  // A 16-bit reference takes one octet more.
  const size = IN_SERIES[encoding] - (multipart === 'udh16' ? 1 : 0);
  const isAlone = parts.length === 1 && (encoding === 'GSM-7' || parts[0]!.length <= UCS2_ALONE);
  const isFitting = isAlone || parts.every((text) => sizeOf(text, encoding) <= size);
  return isFitting ? parts : splitInSeries(parts.join(''), encoding, size);
}

function plain(text: string, coding: TextCoding): PartFields {
  return { esm_class: 0, data_coding: coding.dataCoding, short_message: coding.write(text, 0) };
}

function payload(text: string, coding: TextCoding): PartFields {
  const whole = plain(text, coding);
  const { short_message: octets } = whole;
  return octets.length <= 254 ? whole : { ...whole, short_message: EMPTY, tlvs: { message_payload: octets } };
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
