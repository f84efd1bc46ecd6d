import { Limiter } from '../../bounds/limiter.ts';
import { emailLimits as limits } from '../../bounds/limits/email.ts';
import { networkOf } from '../../bounds/network.ts';
import { RateLimit } from '../../bounds/rate-limit.ts';
import { isWithin } from '../../domain/webhook/address.ts';
import type { Runtime } from '../../runtime.ts';

/** Limits of all peers of one kind together. */
export type PeerShare = {
  readonly connections: Limiter;
  /** Bytes of mails being received or read. */
  readonly bytes: Limiter;
};

/** Limits per peer. Relays deliver mail of many senders, so they have limits of their own and no rate limit. */
export class PeerLimits {
  readonly #config: Runtime['config'];
  readonly #mails: RateLimit;
  readonly #relays: PeerShare = {
    connections: new Limiter({ total: limits.relayConnections.most }),
    bytes: new Limiter({ total: limits.receivedOfRelays.most }),
  };
  readonly #others: PeerShare = {
    connections: new Limiter({ total: limits.connections.most, perOwner: limits.connectionsOfNetwork.most }),
    bytes: new Limiter({ total: limits.received.most }),
  };

  constructor({ config, clock }: Pick<Runtime, 'config' | 'clock'>) {
    this.#config = config;
    this.#mails = new RateLimit({ rate: config.smtpRateLimit, clock });
  }

  /** Whether the peer may name the client of a mail by XFORWARD. */
  isForwarder(peer: string): boolean {
    return isWithin(peer, this.#config.smtpForwarders);
  }

  shareOf(peer: string): PeerShare {
    return this.#isRelay(peer) ? this.#relays : this.#others;
  }

  /** Whether the peer may send another mail now. */
  admit(peer: string): boolean {
    if (this.#config.smtpRateLimit === 0 || this.#isRelay(peer)) return true;
    return this.#mails.take(networkOf(peer)).allowed;
  }

  #isRelay(peer: string): boolean {
    return isWithin(peer, this.#config.emailTrustedRelays) || this.isForwarder(peer);
  }
}

const tickMs = 8;
/** One mail may take 10 minutes. */
const waitMs = 600_000;

/**
 * Limits work per second of all connections; networks take turns. A busy event loop has longer ticks, so that mail yields to other work.
 */
export class Throughput {
  readonly #tick: Limiter;

  constructor(perSecond: number) {
    this.#tick = new Limiter({ total: Math.ceil((perSecond * tickMs) / 1_000), waiting: 1_000, waitMs });
  }

  async take(network: string, units: number): Promise<void> {
    await this.#tick.enter(network, units);
    setTimeout(() => this.#tick.leave(network, units), tickMs);
  }
}
