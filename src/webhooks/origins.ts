import type { Dial } from './guard.ts';
import { Origin } from './origin.ts';
import type { Destination } from './request.ts';

/** The origins there is something to do with: one without connections and without anybody waiting is forgotten. */
export class Origins {
  readonly #known = new Map<string, Origin>();
  readonly #connections: number;
  readonly #dial: Dial;
  #emptied: PromiseWithResolvers<void> | undefined;

  constructor(connections: number, dial: Dial) {
    this.#connections = connections;
    this.#dial = dial;
  }

  get size(): number {
    return this.#known.size;
  }

  of(destination: Destination): Origin {
    const known = this.#known.get(destination.origin);
    if (known !== undefined) return known;
    const origin = new Origin(destination, this.#connections, this.#dial, () => {
      if (this.#known.get(destination.origin) === origin) this.#known.delete(destination.origin);
      if (this.#known.size === 0) this.#emptied?.resolve();
    });
    this.#known.set(destination.origin, origin);
    return origin;
  }

  /** Ends everything that goes on, and waits until all connections are closed. */
  async destroy(): Promise<void> {
    if (this.#known.size === 0) return;
    const reason = Object.assign(new Error('the service stops'), { code: 'STOPPING' });
    this.#emptied ??= Promise.withResolvers();
    for (const origin of this.#known.values()) origin.destroy(reason);
    await this.#emptied.promise;
  }
}
