import { domainToASCII } from 'node:url';
import { isWithin } from '../../domain/webhook/address.ts';
import type { Runtime } from '../../runtime.ts';
import type { EmailKey } from '../../store/account/keys.ts';
import type { IncomingMail } from '../incoming.ts';
import type { Mail } from '../read/mail.ts';
import type { MailReader } from '../read/reader.ts';
import type { Alignment, Proof } from './proof.ts';

export type Authorisation =
  /** `isProved`: its From address is the sender's. A key without allowed addresses does not ask. */
  | { readonly verdict: 'authorised'; readonly proof: Proof; readonly isProved: boolean }
  | { readonly verdict: 'rejected'; readonly reason: string; readonly proof: Proof }
  | { readonly verdict: 'unknown' };

/** Whether the From address of a mail is really its sender's. */
export class Authoriser {
  readonly #trusted: readonly string[];
  readonly #reader: MailReader;

  constructor(runtime: Runtime, reader: MailReader) {
    this.#trusted = runtime.config.emailTrustedRelays;
    this.#reader = reader;
  }

  /** Of a mail that `misuse` has nothing against. */
  async authorise(incoming: IncomingMail, mail: Mail, { allowed }: EmailKey): Promise<Authorisation> {
    if (allowed.length === 0) return { verdict: 'authorised', proof: {}, isProved: false };
    const { verdict, proof } = await this.prove(incoming, mail.from[0]!);
    if (verdict === 'unknown') return { verdict };
    if (verdict === 'aligned') return { verdict: 'authorised', proof, isProved: true };
    const reason = 'Neither SPF nor DKIM proves that the e-mail comes from the domain of its From address';
    return { verdict: 'rejected', reason, proof };
  }

  /** Whether this address really wrote the mail: a trusted relay brings it, or its domain stands behind it. */
  async prove(incoming: IncomingMail, address: string): Promise<Alignment> {
    if (incoming.peer !== undefined && isWithin(incoming.peer, this.#trusted))
      return { verdict: 'aligned', proof: { trusted: true } };
    return this.#reader.prove(incoming, canonical(address));
  }
}

/** Why this mail may not use a key with these allowed addresses, proved or not; undefined if it may. */
export function misuse(
  { from, fromHeaders, ambiguous }: Pick<Mail, 'from' | 'fromHeaders' | 'ambiguous'>,
  allowed: readonly string[],
): string | undefined {
  // Programs differ in which of two headers they show and check, so the mail does not count as anyone's.
  if (fromHeaders > 1) return 'The e-mail has more than one From header';
  const [doubled] = ambiguous;
  if (doubled !== undefined) return `The e-mail has more than one ${doubled} header`;
  const [address, ...others] = from.map(canonical);
  const isAllowed = address !== undefined && others.length === 0 && allowed.map(canonical).includes(address);
  return allowed.length === 0 || isAllowed ? undefined : 'The From address may not use this API key';
}

/** Addresses are compared without case, domains as they stand in DNS. */
function canonical(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  return `${address.slice(0, at).toLowerCase()}@${domainToASCII(domain) || domain.toLowerCase()}`;
}
