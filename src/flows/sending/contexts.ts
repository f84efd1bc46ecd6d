import { Batch } from '../../bounds/batch.ts';
import type { Db } from '../../database/db.ts';
import { Cache } from '../../domain/cache.ts';
import { type AccountContext, loadContexts } from '../../store/message/contexts.ts';

const mostKept = 10_000;
/** Creating an account does not change the versions of others, so `isOnly` is trusted for this long. */
const onlyMs = 1_000;

/**
 * Caches the state of accounts that requests are checked against. It may be outdated: the accepting statement compares the account's
 * version, and before a refusal the context is read again.
 */
export class Contexts {
  readonly #kept = new Cache<string, AccountContext>(mostKept);
  /** When the context of the only account was read. */
  #onlyReadAt = Number.NEGATIVE_INFINITY;
  readonly #loads: Batch<string, AccountContext | undefined>;

  constructor(db: Db) {
    this.#loads = new Batch({
      most: 100,
      mostPending: 10_000,
      ownerOf: (id) => id,
      run: async (ids) => {
        const found = await loadContexts(db, [...new Set(ids)]);
        for (const context of found.values()) this.keep(context);
        return ids.map((id) => found.get(id));
      },
    });
  }

  kept(accountId: string): AccountContext | undefined {
    const context = this.#kept.get(accountId);
    return context?.isOnly && performance.now() - this.#onlyReadAt > onlyMs ? undefined : context;
  }

  /** Read from the database after this call; concurrent callers share one query. */
  fresh(accountId: string): Promise<AccountContext | undefined> {
    return this.#loads.add(accountId);
  }

  keep(context: AccountContext): void {
    if (context.isOnly) this.#onlyReadAt = performance.now();
    this.#kept.set(context.id, context);
  }
}
