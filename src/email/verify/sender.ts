import { canonical } from '../read/addresses.ts';
import type { Mail } from '../read/mail.ts';

const unsent = {
  answer: 'it is an automatic answer',
  bounce: 'it is a bounce or a report of a mail server',
  list: 'it comes from a mailing list',
};

/** Why this mail may not send with a key of these allowed addresses, proved or not; undefined if it may. */
export function senderRefusal(
  { from, fromHeaders, ambiguous, automatic }: Mail,
  allowed: readonly string[],
  envelopeFrom: string | undefined,
): { readonly outcome: 'rejected' | 'dropped'; readonly reason: string } | undefined {
  const rejected = (reason: string) => ({ outcome: 'rejected', reason }) as const;
  const dropped = (reason: string) => ({ outcome: 'dropped', reason }) as const;
  // Programs differ in which of two headers they show and verify, so the mail has no certain author.
  if (fromHeaders > 1) return rejected('The e-mail has more than one From header');
  const [doubled] = ambiguous;
  if (doubled !== undefined) return rejected(`The e-mail has more than one ${doubled} header`);
  const [address, ...others] = from.map(canonical);
  const isAllowed = address !== undefined && others.length === 0 && allowed.map(canonical).includes(address);
  if (allowed.length > 0 && !isAllowed) return rejected('The From address may not use this API key');
  if (automatic !== undefined && automatic !== 'alert') return dropped(unsent[automatic]);
  return envelopeFrom === '' ? dropped('its envelope sender is empty') : undefined;
}
