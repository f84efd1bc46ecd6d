import { Limiter } from '../../bounds/limiter.ts';
import { emailLimits as limits } from '../../bounds/limits/email.ts';
import { networkOf } from '../../bounds/network.ts';
import { RateLimit } from '../../bounds/rate-limit.ts';
import { isWithin } from '../../domain/webhook/address.ts';
import type { Runtime } from '../../runtime.ts';

/** What peers of one kind may hold together. */
export type Share = {
  readonly connections: Limiter;
  /** Bytes of mails that are being received or read. */
  readonly bytes: Limiter;
};

/** Limits of peers. Relays bring the mail of many senders, so they have shares of their own and no rate limit. */
export class Peers {
  readonly #config: Runtime['config'];
  readonly #mails: RateLimit;
  readonly #relays: Share = {
    connections: new Limiter({ total: limits.relayConnections.most }),
    bytes: new Limiter({ total: limits.receivedOfRelays.most }),
  };
  readonly #others: Share = {
    connections: new Limiter({ total: limits.connections.most, perOwner: limits.connectionsOfNetwork.most }),
    bytes: new Limiter({ total: limits.received.most }),
  };

  constructor({ config, clock }: Pick<Runtime, 'config' | 'clock'>) {
    this.#config = config;
    this.#mails = new RateLimit({ rate: config.smtpRateLimit, clock });
  }

  /** Whether it names the client of a mail by XFORWARD. */
  isForwarder(peer: string): boolean {
    return isWithin(peer, this.#config.smtpForwarders);
  }

  shareOf(peer: string): Share {
    return this.#isRelay(peer) ? this.#relays : this.#others;
  }

  /** Whether this peer may bring another mail now. */
  admit(peer: string): boolean {
    if (this.#config.smtpRateLimit === 0 || this.#isRelay(peer)) return true;
    return this.#mails.take(networkOf(peer)).allowed;
  }

  #isRelay(peer: string): boolean {
    return isWithin(peer, this.#config.emailTrustedRelays) || this.isForwarder(peer);
  }
}
