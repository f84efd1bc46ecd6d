/**
 * A receipt for a message that brought a code, without what it may quote of it. What follows `text:` is a quotation by the usual
 * format of SMPP; where that is missing, nobody knows what the digits are, and none is shown.
 */
export function maskedReceipt(receipt: string): string {
  const at = receipt.search(/\btext:/i);
  return at < 0 ? withoutDigits(receipt) : receipt.slice(0, at) + withoutDigits(receipt.slice(at));
}

function withoutDigits(text: string): string {
  return text.replaceAll(/\d/g, '*');
}
