import type { Db } from '../db.ts';
import { Cache } from '../domain/cache.ts';
import { type AccountContext, loadContexts } from '../store/message/contexts.ts';
import { Batch } from '../work/batch.ts';

const mostKept = 10_000;

/**
 * What requests are checked against, kept in memory. Nothing here has to be current: the statement that accepts compares
 * the account's version, and nobody is refused on the word of an old context.
 */
export class Contexts {
  readonly #kept = new Cache<string, AccountContext>(mostKept);
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
    return this.#kept.get(accountId);
  }

  /** Read from the database after this call; callers that come together share one query. */
  fresh(accountId: string): Promise<AccountContext | undefined> {
    return this.#loads.add(accountId);
  }

  /** Another account may be added at any time, and the version does not tell: what depends on that is read again. */
  keep(context: AccountContext): void {
    this.#kept.set(context.id, context.isOnly ? { ...context, isOnly: false } : context);
  }
}
