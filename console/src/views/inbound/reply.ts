import type { Operator } from '../../api/client.ts';

type OfOperator = Operator['InboundPage']['inbound'][number];
/** A customer's has no account and no carrier; for some roles it has no text. */
export type Inbound = Omit<OfOperator, 'accountId' | 'carrierId' | 'text'> & {
  accountId?: string | null;
  text?: string;
};

/**
 * Recipient, sender and account, as the page for sending takes them. A message to a number without an account cannot be answered,
 * nor can one whose sender is a name.
 */
export function replySearch({ sender, recipient, accountId }: Inbound): Record<string, string> | undefined {
  if (accountId === null || !/^\+\d/.test(sender)) return undefined;
  return { to: sender, from: recipient, ...(accountId && { account: accountId }) };
}
