/**
 * The id in the answer to a submit and the id in the receipt are the same number, but often written differently: hex and decimal,
 * leading zeros, another case. Both are normalised to keys, so that the database matches whole sets by equality: the answer has one
 * key that is stored, the receipt has one or more to search for.
 */

export type IdStyle = (typeof ID_STYLES)[number];

/**
 * `exact`: compared as they are. `same`: ignoring leading zeros and case. `hex-decimal`: hex in answers, decimal in receipts;
 * `decimal-hex` the reverse. `auto`: any of these, decided by the destination.
 */
export const ID_STYLES = ['auto', 'exact', 'same', 'hex-decimal', 'decimal-hex'] as const;

type ReceiptKey = {
  readonly key: string;
  /**
   * Uncertain: `16` may also have been answered as hex `10`, and another message may be decimal `10`. Such a key counts only if the
   * message went to the number in the receipt.
   */
  readonly certain: boolean;
};

// Ids have at most 64 characters (SMPP 3.4, 5.2.23); converting a longer number to another base takes quadratic time.
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

/** The keys to search for, the likeliest first. */
export function receiptKeys(messageId: string, style: IdStyle): ReceiptKey[] {
  const written = messageId.trim();
  if (style === 'exact') return [{ key: written, certain: true }];
  const id = plain(messageId, style);
  // Text also as it was written: parts stored before case was normalised have such keys.
  const others = HEX.test(id) ? (style === 'auto' ? [toHex(id), toDecimal(id)] : []) : [written];
  const uncertain = new Set(others.filter((key) => key !== undefined && key !== id) as string[]);
  return [{ key: id, certain: true }, ...[...uncertain].map((key) => ({ key, certain: false }))];
}

/**
 * Numbers lose leading zeros and case, and hex in groups (a UUID) its case. Other text (base64), where `a` and `A` may be two messages,
 * keeps its case unless the carrier's setting says that case does not matter.
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
