import type { Languages } from '../../domain/text/gsm.ts';

/** The user data header (3GPP TS 23.040, 9.2.3.24): length, then elements of id, length and data. */

export type Multipart = 'udh8' | 'udh16' | 'sar';

/** Which piece of a longer message this is. References of different kinds are different, even with the same number. */
export type Concatenation = {
  readonly kind: Multipart;
  readonly reference: number;
  readonly total: number;
  readonly part: number;
};

export const UDH_INDICATOR = 0x40;

const CONCATENATED_8 = 0x00;
const CONCATENATED_16 = 0x08;
const SINGLE_SHIFT = 0x24;
const LOCKING_SHIFT = 0x25;
const CONCATENATIONS: ReadonlySet<number> = new Set([CONCATENATED_8, CONCATENATED_16]);
const KNOWN: ReadonlySet<number> = new Set([...CONCATENATIONS, SINGLE_SHIFT, LOCKING_SHIFT]);
const NONE: readonly number[] = Object.freeze([]);

export type Header = {
  /** Octets up to the text, the length octet included. */
  readonly length: number;
  readonly concatenation: Concatenation | undefined;
  /** National language tables that the text of this part is written with; 0 for none. */
  readonly languages: Languages;
  /** Elements of other kinds, by their ids: ports, pictures, and others that are not read here. */
  readonly others: readonly number[];
  /** False: it or an element of it runs over its end, or says of the message what cannot be, such as part 3 of 2. */
  readonly isSound: boolean;
};

/** Never fails: a header that runs over the end is cut there, elements that are not understood are skipped. */
export function readHeader(userData: Buffer): Header {
  const end = Math.min(userData.length, 1 + (userData[0] ?? 0));
  let isSound = end === 1 + (userData[0] ?? -1);
  let concatenation: Concatenation | undefined;
  let languages: Languages = { locking: 0, single: 0 };
  let others = NONE;
  let at = 1;
  while (at + 2 <= end) {
    const id = userData[at]!;
    const next = at + 2 + userData[at + 1]!;
    // 23.040: if an element comes twice, the last one counts.
    if (next <= end) {
      const data = userData.subarray(at + 2, next);
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

/** Undefined for numbers that make no sense, which 23.040 wants ignored: part 0, or part 4 of 3. */
export function concatenationOf(
  kind: Multipart,
  reference: number,
  total: number,
  part: number,
): Concatenation | undefined {
  return part >= 1 && part <= total ? { kind, reference, total, part } : undefined;
}

export function writeHeader({ kind, reference, total, part }: Concatenation): Buffer {
  if (kind === 'udh16')
    return Buffer.from([6, CONCATENATED_16, 4, (reference >> 8) & 0xff, reference & 0xff, total, part]);
  return Buffer.from([5, CONCATENATED_8, 3, reference & 0xff, total, part]);
}
