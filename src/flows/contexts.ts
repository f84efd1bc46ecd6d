import { Batch } from '../bounds/batch.ts';
import type { Db } from '../database/db.ts';
import { Cache } from '../domain/cache.ts';
import { type AccountContext, loadContexts } from '../store/message/contexts.ts';

const mostKept = 10_000;
/** Creating an account does not change the version of the others, so that an account is the only one is read again this often. */
const onlyMs = 1_000;

/**
 * What requests are checked against, kept in memory. Nothing here has to be current: the statement that accepts compares
 * the account's version, and nobody is refused on the word of an old context.
 */
export class Contexts {
  readonly #kept = new Cache<string, AccountContext>(mostKept);
  /** When the context of an account that is the only one was read. */
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

  /** Read from the database after this call; callers that come together share one query. */
  fresh(accountId: string): Promise<AccountContext | undefined> {
    return this.#loads.add(accountId);
  }

  keep(context: AccountContext): void {
    if (context.isOnly) this.#onlyReadAt = performance.now();
    this.#kept.set(context.id, context);
  }
}
