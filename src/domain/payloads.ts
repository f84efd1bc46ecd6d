import type { Status } from './message.ts';
import { formatMoney, type Money } from './money.ts';

export type DeliveryReport = { messageId: string; status: Status; segments: number; price: Money | undefined };

/** Written by hand for the price: a JSON number with exactly the digits of the ledger, which a float could not promise. */
export function deliveryReport({ messageId, status, segments, price }: DeliveryReport): string {
  const amount = price === undefined ? '' : `,"price":${formatMoney(price)}`;
  return `{"messageId":"${messageId}","status":"${status}","segments":${segments}${amount}}`;
}

export type InboundMessage = { sender: string; recipient: string; text: string; receivedAt: Date };

/** Field names are capitalised as the interface shows them; `Time` is UTC, without saying so. */
export function inboundPayload({ sender, recipient, text, receivedAt }: InboundMessage): string {
  const time = receivedAt.toISOString().slice(0, 19).replace('T', ' ');
  return JSON.stringify({ Sender: sender, Recipient: recipient, Message: text, Time: time });
}
