import { Batch, Overloaded } from '../../bounds/batch.ts';
import { keyHash } from '../../domain/access/key.ts';
import { Cache } from '../../domain/cache.ts';
import type { Runtime } from '../../runtime.ts';
import { findKeys, type Principal } from '../../store/account/keys.ts';
import { KeyUses } from './key-uses.ts';

const keptMs = 2_000;
const mostKept = 10_000;

/**
 * Authenticates callers by API key. Valid keys are cached for two seconds, so a revoked or expired key stops working within that time;
 * the send path also compares the key in its statement. Unknown keys are not cached: each is looked up, many in one query.
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
      // Requests with unknown keys share one turn, so that guessed keys do not delay recently valid ones.
      ownerOf: (key) => (this.#kept.has(key) ? 'known' : 'unknown'),
      run: (keys) => findKeys(db, keys.map(keyHash)),
    });
  }

  kept(key: string): Principal | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    const now = this.#clock();
    // An expiry beyond `keptMs` means that the clock was set back, so the age of the entry is unknown.
    if (kept.until <= now || kept.until > now + keptMs) return undefined;
    this.uses.note(kept.principal.keyId, now);
    return kept.principal;
  }

  /** The owner of the key when it was last looked up. For the send path, whose statement compares the keys of the account. */
  known(key: string): Principal | undefined {
    const principal = this.#kept.get(key)?.principal;
    if (principal !== undefined) this.uses.note(principal.keyId, this.#clock());
    return principal;
  }

  /** The account whose turn a request with this key takes, even if the key is no longer valid. */
  accountOf(key: unknown): string | undefined {
    return typeof key === 'string' ? this.#kept.get(key)?.principal.accountId : undefined;
  }

  async find(key: string): Promise<Principal | undefined> {
    const principal = await this.#lookups.add(key).catch((error: unknown) => {
      // The owner of the key is unknown, so the error must not name one.
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
