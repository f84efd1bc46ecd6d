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

const DECIMAL = /^\d+$/;
const HEX = /^[0-9a-f]+$/;

/** The key to store with a submitted part. */
export function submitKey(messageId: string, style: IdStyle): string {
  if (style === 'exact') return messageId.trim();
  const id = plain(messageId);
  if (style === 'hex-decimal') return toDecimal(id) ?? id;
  if (style === 'decimal-hex') return toHex(id) ?? id;
  return id;
}

/** The keys to look for, the likeliest first. */
export function receiptKeys(messageId: string, style: IdStyle): ReceiptKey[] {
  if (style === 'exact') return [{ key: messageId.trim(), certain: true }];
  const id = plain(messageId);
  if (style !== 'auto') return [{ key: id, certain: true }];
  const converted = [toHex(id), toDecimal(id)].filter((key) => key !== undefined && key !== id) as string[];
  return [{ key: id, certain: true }, ...converted.map((key) => ({ key, certain: false }))];
}

/**
 * Only what reads as a number is touched. Text ids (UUIDs, base64) keep their case, since there `a` and `A` may be two
 * messages.
 */
function plain(messageId: string): string {
  const id = messageId.trim();
  const number = id.toLowerCase().replace(/^0x(?=[0-9a-f])/, '');
  if (!HEX.test(number)) return id;
  return number.replace(/^0+(?=.)/, '');
}

function toDecimal(id: string): string | undefined {
  return HEX.test(id) ? BigInt(`0x${id}`).toString() : undefined;
}

function toHex(id: string): string | undefined {
  return DECIMAL.test(id) ? BigInt(id).toString(16) : undefined;
}
