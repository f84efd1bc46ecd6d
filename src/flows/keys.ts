import { Batch, Overloaded } from '../bounds/batch.ts';
import { keyHash } from '../domain/access/key.ts';
import { Cache } from '../domain/cache.ts';
import type { Runtime } from '../runtime.ts';
import { findKeys, type Principal } from '../store/account/keys.ts';
import { KeyUses } from './key-uses.ts';

const keptMs = 2_000;
const mostKept = 10_000;

/**
 * Who calls. Known keys are kept for two seconds, so that a revoked or expired one stops within that time everywhere; the
 * send path asks more closely. Unknown keys are not kept: each is looked up, many in one query.
 */
export class Keys {
  readonly #kept = new Cache<string, { principal: Principal; until: number }>(mostKept);
  readonly #lookups: Batch<string, Principal | undefined>;
  readonly #clock: () => number;
  readonly uses = new KeyUses();

  constructor({ db, clock }: Runtime) {
    this.#clock = clock;
    this.#lookups = new Batch<string, Principal | undefined>({
      most: 1_000,
      mostPending: 10_000,
      // Whoever makes up keys waits with others who do: those that were good a moment ago have turns of their own.
      ownerOf: (key) => (this.#kept.has(key) ? 'known' : 'unknown'),
      run: (keys) => findKeys(db, keys.map(keyHash)),
    });
  }

  kept(key: string): Principal | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    const now = this.#clock();
    // Further away than it can be: the clock was set back, and nobody knows how long ago that was.
    if (kept.until <= now || kept.until > now + keptMs) return undefined;
    this.uses.note(kept.principal.keyId, now);
    return kept.principal;
  }

  /** Who had this key when it was last looked up. For the send path, whose statement compares the keys of the account. */
  known(key: string): Principal | undefined {
    const principal = this.#kept.get(key)?.principal;
    if (principal !== undefined) this.uses.note(principal.keyId, this.#clock());
    return principal;
  }

  /** Whose turn a request with this key takes. It need not be good any more: whoever had it pays for it. */
  accountOf(key: unknown): string | undefined {
    return typeof key === 'string' ? this.#kept.get(key)?.principal.accountId : undefined;
  }

  async find(key: string): Promise<Principal | undefined> {
    const principal = await this.#lookups.add(key).catch((error: unknown) => {
      // Nobody knows yet whose key it is.
      throw error instanceof Overloaded ? new Overloaded() : error;
    });
    if (principal !== undefined) this.#keep(key, principal);
    else this.#kept.delete(key);
    return principal;
  }

  #keep(key: string, principal: Principal): void {
    const now = this.#clock();
    this.uses.note(principal.keyId, now);
    this.#kept.set(key, { principal, until: now + keptMs });
  }
}
