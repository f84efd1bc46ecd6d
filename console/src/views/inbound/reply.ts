import type { Inbound } from './index.tsx';

/**
 * What the page for sending is told: whom to, what from, and for whom. What was sent to nobody's number cannot be answered,
 * nor can a name.
 */
export function replySearch({ sender, recipient, accountId }: Inbound): Record<string, string> | undefined {
  if (accountId === null || !/^\+\d/.test(sender)) return undefined;
  return { to: sender, from: recipient, ...(accountId && { account: accountId }) };
}
