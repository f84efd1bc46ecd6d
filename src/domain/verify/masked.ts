/**
 * A receipt for a message with a code, without the code. In the usual SMPP format, the text after `text:` quotes the message.
 * Without that label, any digits may be the code, so all are masked.
 */
export function maskedReceipt(receipt: string): string {
  const at = receipt.search(/\btext:/i);
  return at < 0 ? withoutDigits(receipt) : receipt.slice(0, at) + withoutDigits(receipt.slice(at));
}

function withoutDigits(text: string): string {
  return text.replaceAll(/\d/g, '*');
}
