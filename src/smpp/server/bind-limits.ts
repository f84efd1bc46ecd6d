import type { Credential, CredentialAlphabet } from '../../store/smpp/credentials.ts';
import type { DefaultAlphabet } from '../protocol/coding.ts';

/** What a credential allows whoever binds with it. */
export type Terms = {
  readonly credentialId: string;
  readonly accountId: string;
  readonly systemId: string;
  /** Requests that may be unanswered on one bind, in each direction. */
  readonly window: number;
  /** Requests a second of all its binds in this process; 0: no limit. */
  readonly rate: number;
  /** What data_coding 0 means in a submit. */
  readonly submitAlphabet: CredentialAlphabet;
  /** What data_coding 0 means in a deliver_sm. */
  readonly alphabet: DefaultAlphabet;
  /** Whose national numbers are meant where a number is marked as national; empty: nobody's. */
  readonly country: string;
  /** How inbound messages that are too long for one deliver_sm are handed over. */
  readonly longInbound: Credential['long_inbound'];
};

/**
 * A rate that was agreed on holds over all processes: each has its share of it, by the binds that it has. Where there is none,
 * every process allows what it allows a key.
 */
export function termsOf(
  credential: Credential,
  usualRate: number,
  { own, bound }: { readonly own: number; readonly bound: number },
): Terms {
  const share = Math.min(1, own / Math.max(1, bound));
  return {
    credentialId: credential.id,
    accountId: credential.account_id,
    systemId: credential.system_id,
    window: credential.send_window,
    rate: credential.rate === null ? usualRate : credential.rate * share,
    submitAlphabet: credential.alphabet,
    alphabet: credential.alphabet === 'auto' ? 'gsm' : credential.alphabet,
    country: credential.country ?? '',
    longInbound: credential.long_inbound,
  };
}
