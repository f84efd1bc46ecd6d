import type { Alphabet } from '../text/alphabet.ts';
import { encodeGsm } from '../text/gsm.ts';
import { split } from '../text/text.ts';

export type InboundText = { readonly sender: string; readonly recipient: string; readonly text: string };

/** A message, or one part of it, between two numbers. */
export type InboundPart = Omit<InboundText, 'text'> & {
  readonly octets: Buffer;
  readonly alphabet: Alphabet;
  readonly concatenation: { readonly reference: number; readonly total: number; readonly part: number } | undefined;
};

/** The number of parts is a single octet. */
const MOST_PARTS = 255;

/** A text as a phone would send it: GSM if all its characters are in it, otherwise UCS-2, and split into parts if long. */
export function inboundParts({ sender, recipient, text }: InboundText, reference: number): InboundPart[] {
  const alphabet = encodeGsm(text) === undefined ? 'ucs2' : 'gsm';
  const parts = split(text, alphabet === 'gsm' ? 'GSM-7' : 'UCS-2');
  const total = parts.length;
  if (total > MOST_PARTS) throw new RangeError(`${total} parts, at most ${MOST_PARTS} can be counted`);
  return parts.map((part, place) => ({
    sender,
    recipient,
    octets: alphabet === 'gsm' ? Buffer.from(encodeGsm(part)!) : Buffer.from(part, 'utf16le').swap16(),
    alphabet,
    concatenation: total === 1 ? undefined : { reference, total, part: place + 1 },
  }));
}
