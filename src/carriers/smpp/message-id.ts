/**
 * The id of a submit's answer and the id in the receipt are the same number, but often not the same text: hex in one and
 * decimal in the other, zeros in front, letters in another case. Both sides are brought to a key, so that the database
 * matches by equality, in sets: the answer has one key that is stored, the receipt has one or more to look for.
 */

export type IdStyle = (typeof ID_STYLES)[number];

/**
 * `exact`: compared as they are. `same`: up to zeros in front and case. `hex-decimal`: answered in hex, receipted in
 * decimal; `decimal-hex` the other way. `auto`: any of these, where the number they went to decides.
 */
export const ID_STYLES = ['auto', 'exact', 'same', 'hex-decimal', 'decimal-hex'] as const;

export type ReceiptKey = {
  readonly key: string;
  /**
   * Not certain: `16` may also be what was answered as hex `10`, and another message may be decimal `10`. Believe such a
   * key only if the message went to the number that the receipt is about.
   */
  readonly certain: boolean;
};

// No id is longer than 64 characters (SMPP 3.4, 5.2.23); turning a longer number into another base takes quadratic time.
const DECIMAL = /^\d{1,64}$/;
const HEX = /^[0-9a-f]{1,64}$/;
const HEX_GROUPS = /^[0-9a-f-]+$/;

/** The key to store with a submitted part. */
export function submitKey(messageId: string, style: IdStyle): string {
  if (style === 'exact') return messageId.trim();
  const id = plain(messageId, style);
  if (style === 'hex-decimal') return toDecimal(id) ?? id;
  if (style === 'decimal-hex') return toHex(id) ?? id;
  return id;
}

/** The keys to look for, the likeliest first. */
export function receiptKeys(messageId: string, style: IdStyle): ReceiptKey[] {
  const written = messageId.trim();
  if (style === 'exact') return [{ key: written, certain: true }];
  const id = plain(messageId, style);
  // Of text also as it was written: parts that were stored before letters were brought to one case have it so.
  const others = HEX.test(id) ? (style === 'auto' ? [toHex(id), toDecimal(id)] : []) : [written];
  const uncertain = new Set(others.filter((key) => key !== undefined && key !== id) as string[]);
  return [{ key: id, certain: true }, ...[...uncertain].map((key) => ({ key, certain: false }))];
}

/**
 * What reads as a number loses its zeros and its case, and hex in groups (a UUID) its case. Other text (base64) keeps it unless the
 * carrier's setting says that case means nothing, since there `a` and `A` may be two messages.
 */
function plain(messageId: string, style: IdStyle): string {
  const id = messageId.trim();
  const folded = id.toLowerCase();
  const number = folded.replace(/^0x(?=[0-9a-f])/, '');
  if (HEX.test(number)) return number.replace(/^0+(?=.)/, '');
  return style === 'same' || HEX_GROUPS.test(folded) ? folded : id;
}

function toDecimal(id: string): string | undefined {
  return HEX.test(id) ? BigInt(`0x${id}`).toString() : undefined;
}

function toHex(id: string): string | undefined {
  return DECIMAL.test(id) ? BigInt(id).toString(16) : undefined;
}
