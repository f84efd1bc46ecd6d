import { Limiter } from '../bounds/limiter.ts';
import { accessLimits as limits } from '../bounds/limits/access.ts';
import type { Db } from '../database/db.ts';

/** A read statement reached its time limit. */
export class ReadCut extends Error {
  constructor() {
    super('the read took too long');
    this.name = 'ReadCut';
  }
}

/** Time limit of one read statement. */
export const readSeconds = 5;

/** Each read may occupy one CPU core. */
const share = { perOwner: limits.readsOfAccount.most, waiting: limits.waitingReads.most };
const usualWaitMs = 5_000;

/** Runs reads on separate connections, so that sending never waits for them. Each read gets a database with one connection at a time. */
export class Reads {
  readonly #db: Db;
  readonly #limiter: Limiter;

  /** `total`: connections of this database. */
  constructor(db: Db, total: number, waitMs = usualWaitMs) {
    this.#db = db;
    this.#limiter = new Limiter({ ...share, total, waitMs });
  }

  /** `owner`: the account, or a name that is not an account id. */
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

function isCut(error: unknown): boolean {
  return (error as { code?: unknown }).code === '57014';
}
