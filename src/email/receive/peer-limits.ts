import { Limiter } from '../../bounds/limiter.ts';
import { emailLimits as limits } from '../../bounds/limits/email.ts';
import { networkOf } from '../../bounds/network.ts';
import { RateLimit } from '../../bounds/rate-limit.ts';
import { isWithin } from '../../domain/webhook/address.ts';
import type { Runtime } from '../../runtime.ts';

/** Limits per peer. Relays deliver mail of many senders, so they have limits of their own and no rate limit. */
export class PeerLimits {
  readonly #config: Runtime['config'];
  readonly #mails: RateLimit;
  readonly #relays = {
    connections: new Limiter({ total: limits.relayConnections.most }),
    bytes: new Limiter({ total: limits.receivedOfRelays.most }),
  };
  readonly #others = {
    connections: new Limiter({ total: limits.connections.most, perOwner: limits.connectionsOfNetwork.most }),
    bytes: new Limiter({ total: limits.received.most }),
  };

  constructor({ config, clock }: Pick<Runtime, 'config' | 'clock'>) {
    this.#config = config;
    this.#mails = new RateLimit({ rate: config.smtpRateLimit, clock });
  }

  isForwarder(peer: string): boolean {
    return isWithin(peer, this.#config.smtpForwarders);
  }

  shareOf(peer: string) {
    return this.#isRelay(peer) ? this.#relays : this.#others;
  }

  admit(peer: string): boolean {
    if (this.#config.smtpRateLimit === 0 || this.#isRelay(peer)) return true;
    return this.#mails.take(networkOf(peer)).allowed;
  }

  #isRelay(peer: string): boolean {
    return isWithin(peer, this.#config.emailTrustedRelays) || this.isForwarder(peer);
  }
}

const tickMs = 8;
const waitMs = 600_000;

/** Limits work per second of all connections; networks take turns. A busy event loop has longer ticks, so mail yields to other work. */
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
