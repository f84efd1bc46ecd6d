import { domainToASCII } from 'node:url';
import type { Runtime } from '../runtime.ts';
import type { EmailKey } from '../store/account/keys.ts';
import type { IncomingMail } from './incoming.ts';
import type { Mail } from './mime.ts';
import { Peers } from './peers.ts';
import type { Alignment, Proof } from './proof.ts';
import type { MailReader } from './reader.ts';

export type Authorisation =
  /** Proved: whoever stands in its From wrote it. A key that everybody may use does not ask. */
  | { readonly verdict: 'authorised'; readonly proof: Proof; readonly isProved: boolean }
  | { readonly verdict: 'rejected'; readonly reason: string; readonly proof: Proof }
  | { readonly verdict: 'unknown' };

/** Whether a mail may use its key: its From is allowed, and really its sender's. */
export class Authoriser {
  readonly #peers: Peers;
  readonly #reader: MailReader;

  constructor(runtime: Runtime, reader: MailReader) {
    this.#peers = new Peers(runtime);
    this.#reader = reader;
  }

  async authorise(incoming: IncomingMail, mail: Mail, { allowed }: EmailKey): Promise<Authorisation> {
    // Programs differ in which of them they show and check, so it is nobody's mail.
    if (mail.fromHeaders > 1) return rejected('The e-mail has more than one From header');
    const [doubled] = mail.ambiguous;
    if (doubled !== undefined) return rejected(`The e-mail has more than one ${doubled} header`);
    if (allowed.length === 0) return { verdict: 'authorised', proof: {}, isProved: false };
    const from = allowedFrom(mail, allowed);
    if (from === undefined) return rejected('The From address may not use this API key');
    const { verdict, proof } = await this.prove(incoming, from);
    if (verdict === 'unknown') return { verdict };
    if (verdict === 'aligned') return { verdict: 'authorised', proof, isProved: true };
    return rejected('Neither SPF nor DKIM proves that the e-mail comes from the domain of its From address', proof);
  }

  /** Whether this address really wrote the mail: a trusted relay brings it, or its domain stands behind it. */
  async prove(incoming: IncomingMail, address: string): Promise<Alignment> {
    if (incoming.peer !== undefined && this.#peers.isTrusted(incoming.peer))
      return { verdict: 'aligned', proof: { trusted: true } };
    return this.#reader.prove(incoming, canonical(address));
  }
}

/** The one address the mail comes from, if it is among those that may use the key; still to be proved. */
export function allowedFrom(mail: Pick<Mail, 'from'>, allowed: readonly string[]): string | undefined {
  const [from, ...others] = mail.from.map(canonical);
  return from !== undefined && others.length === 0 && allowed.map(canonical).includes(from) ? from : undefined;
}

function rejected(reason: string, proof: Proof = {}): Authorisation {
  return { verdict: 'rejected', reason, proof };
}

/** Addresses are compared without case, domains as they stand in DNS. */
function canonical(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  return `${address.slice(0, at).toLowerCase()}@${domainToASCII(domain) || domain.toLowerCase()}`;
}
