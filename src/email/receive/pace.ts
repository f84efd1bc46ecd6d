import { Limiter } from '../../bounds/limiter.ts';

const tickMs = 8;
/** A mail may take 10 minutes. */
const waitMs = 600_000;

/**
 * Work per second of all connections, in turns of their networks: each piece holds its units for one tick. A slow event loop has long
 * ticks, so mail gives way to everything else.
 */
export class Pace {
  readonly #tick: Limiter;

  constructor(perSecond: number) {
    this.#tick = new Limiter({ total: Math.ceil((perSecond * tickMs) / 1_000), waiting: 1_000, waitMs });
  }

  async take(network: string, units: number): Promise<void> {
    await this.#tick.enter(network, units);
    setTimeout(() => this.#tick.leave(network, units), tickMs);
  }
}
