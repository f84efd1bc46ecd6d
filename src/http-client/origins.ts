import type { Dial } from './guard.ts';
import { Origin } from './origin.ts';
import type { Destination } from './request.ts';

/** The origins in use. An origin without connections and without waiting exchanges is removed. */
export class Origins {
  /** By account, then by origin, so that an account never waits for connections that another account's endpoints keep busy. */
  readonly #known = new Map<string, Map<string, Origin>>();
  readonly #connections: number;
  readonly #dial: Dial;
  #emptied: PromiseWithResolvers<void> | undefined;

  constructor(connections: number, dial: Dial) {
    this.#connections = connections;
    this.#dial = dial;
  }

  get size(): number {
    return [...this.#known.values()].reduce((sum, ofAccount) => sum + ofAccount.size, 0);
  }

  of(destination: Destination, account: string): Origin {
    const known = this.#known.get(account)?.get(destination.origin);
    if (known !== undefined) return known;
    const origin = new Origin({ ...destination, account }, this.#connections, this.#dial, () =>
      this.#forget(account, destination.origin, origin),
    );
    const ofAccount = this.#known.get(account) ?? new Map<string, Origin>();
    this.#known.set(account, ofAccount.set(destination.origin, origin));
    return origin;
  }

  #forget(account: string, name: string, origin: Origin): void {
    const ofAccount = this.#known.get(account);
    if (ofAccount?.get(name) === origin) ofAccount.delete(name);
    if (ofAccount?.size === 0) this.#known.delete(account);
    if (this.#known.size === 0) this.#emptied?.resolve();
  }

  /** Ends all exchanges, and waits until all connections are closed. */
  async destroy(): Promise<void> {
    if (this.#known.size === 0) return;
    const reason = Object.assign(new Error('the service stops'), { code: 'STOPPING' });
    this.#emptied ??= Promise.withResolvers();
    for (const ofAccount of this.#known.values()) for (const origin of ofAccount.values()) origin.destroy(reason);
    await this.#emptied.promise;
  }
}
