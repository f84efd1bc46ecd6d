import type { Credential, CredentialAlphabet } from '../../store/smpp/credentials.ts';
import type { DefaultAlphabet } from '../protocol/coding.ts';

/** What a credential allows its binds. */
export type BindLimits = {
  readonly credentialId: string;
  readonly accountId: string;
  readonly systemId: string;
  /** Requests without a response on one bind, in each direction. */
  readonly window: number;
  /** Requests per second of all its binds in this process; 0: no limit. */
  readonly rate: number;
  /** What data_coding 0 means in a submit. */
  readonly submitAlphabet: CredentialAlphabet;
  /** What data_coding 0 means in a deliver_sm. */
  readonly alphabet: DefaultAlphabet;
  /** The country of national numbers; empty: national numbers are refused. */
  readonly country: string;
  /** How inbound messages too long for one deliver_sm are sent. */
  readonly longInbound: Credential['long_inbound'];
};

/**
 * The rate of a credential applies to all processes together: each has a share by its number of binds. Without such a rate,
 * every process allows what it allows an API key.
 */
export function limitsOf(
  credential: Credential,
  defaultRate: number,
  { own, bound }: { readonly own: number; readonly bound: number },
): BindLimits {
  const share = Math.min(1, own / Math.max(1, bound));
  return {
    credentialId: credential.id,
    accountId: credential.account_id,
    systemId: credential.system_id,
    window: credential.send_window,
    rate: credential.rate === null ? defaultRate : credential.rate * share,
    submitAlphabet: credential.alphabet,
    alphabet: credential.alphabet === 'auto' ? 'gsm' : credential.alphabet,
    country: credential.country ?? '',
    longInbound: credential.long_inbound,
  };
}
