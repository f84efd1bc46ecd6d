import { Limiter } from '../bounds/limiter.ts';
import { accessLimits as limits } from '../bounds/limits/access.ts';
import type { Db } from '../database/db.ts';

/** The statement of a read has reached its time limit. */
export class ReadCut extends Error {
  constructor() {
    super('the read took too long');
    this.name = 'ReadCut';
  }
}

/** How long one statement of a read may take. */
export const readSeconds = 5;

/** Each read may take a processor. */
const share = { perOwner: limits.readsOfAccount.most, waiting: limits.waitingReads.most };
const usualWaitMs = 5_000;

/**
 * Lists, searches and look-ups, on connections of their own: whatever they cost, sending does not wait for them. The work
 * is handed a database of which it uses one connection at a time.
 */
export class Reads {
  readonly #db: Db;
  readonly #limiter: Limiter;

  /** `total`: the connections that the database was opened with. */
  constructor(db: Db, total: number, waitMs = usualWaitMs) {
    this.#db = db;
    this.#limiter = new Limiter({ ...share, total, waitMs });
  }

  /** `owner` is the account, or a name that no account has. */
  async run<T>(owner: string, read: (db: Db) => Promise<T>): Promise<T> {
    await this.#limiter.enter(owner);
    try {
      return await read(this.#db);
    } catch (error) {
      throw isCut(error) ? new ReadCut() : error;
    } finally {
      this.#limiter.leave(owner);
    }
  }

  close(): Promise<void> {
    return this.#db.close();
  }
}

export function isCut(error: unknown): boolean {
  return (error as { code?: unknown }).code === '57014';
}
