import { isWithin } from '../../domain/webhook/address.ts';
import type { Runtime } from '../../runtime.ts';
import type { IncomingMail } from '../incoming.ts';
import { canonical } from '../read/addresses.ts';
import { neverSent } from '../read/automatic.ts';
import type { Mail } from '../read/mail.ts';
import type { MailReader } from '../read/reader.ts';
import type { Alignment } from './proof.ts';

export type ProveSender = (incoming: IncomingMail, address: string) => Promise<Alignment>;

/** Verifies that an address sent the mail: a trusted relay delivered it, or SPF or DKIM of its domain passes. */
export function senderProof({ config }: Runtime, reader: MailReader): ProveSender {
  return async (incoming, address) =>
    incoming.peer !== undefined && isWithin(incoming.peer, config.emailTrustedRelays)
      ? { verdict: 'aligned', proof: { trusted: true } }
      : reader.prove(incoming, canonical(address));
}

export type SenderRefusal = { readonly outcome: 'rejected' | 'dropped'; readonly reason: string };

/** Why this mail may not send with a key of these allowed addresses, proved or not; undefined if it may. */
export function senderRefusal(
  mail: Pick<Mail, 'from' | 'fromHeaders' | 'ambiguous' | 'automatic'>,
  allowed: readonly string[],
  envelopeFrom: string | undefined,
): SenderRefusal | undefined {
  const misuse = misuseOf(mail, allowed);
  if (misuse !== undefined) return { outcome: 'rejected', reason: misuse };
  const unsent = neverSent(mail, envelopeFrom);
  return unsent === undefined ? undefined : { outcome: 'dropped', reason: unsent };
}

function misuseOf(
  { from, fromHeaders, ambiguous }: Pick<Mail, 'from' | 'fromHeaders' | 'ambiguous'>,
  allowed: readonly string[],
): string | undefined {
  // Programs differ in which of two headers they show and verify, so the mail has no certain author.
  if (fromHeaders > 1) return 'The e-mail has more than one From header';
  const [doubled] = ambiguous;
  if (doubled !== undefined) return `The e-mail has more than one ${doubled} header`;
  const [address, ...others] = from.map(canonical);
  const isAllowed = address !== undefined && others.length === 0 && allowed.map(canonical).includes(address);
  return allowed.length === 0 || isAllowed ? undefined : 'The From address may not use this API key';
}
