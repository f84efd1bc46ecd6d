import type { Db } from '../db.ts';
import { Permits } from '../work/permits.ts';

/** The statement of a read has reached its time limit. */
export class ReadCut extends Error {
  constructor() {
    super('the read took too long');
    this.name = 'ReadCut';
  }
}

/** How long one statement of a read may take. */
export const readSeconds = 5;

/** One at a time for an account: each may take a processor. And far more waiting than a page of somebody who looks at it starts. */
const share = { mostOfOne: 1, mostWaiting: 100 };
const usualPatienceMs = 5_000;

/**
 * Lists, searches and look-ups, on connections of their own: whatever they cost, sending does not wait for them. The work
 * is handed a database of which it uses one connection at a time.
 */
export class Reads {
  readonly #db: Db;
  readonly #permits: Permits;

  /** `most`: the connections that the database was opened with. */
  constructor(db: Db, most: number, patienceMs = usualPatienceMs) {
    this.#db = db;
    this.#permits = new Permits({ ...share, most, patienceMs });
  }

  /** `owner` is the account, or a name that no account has. */
  async run<T>(owner: string, read: (db: Db) => Promise<T>): Promise<T> {
    await this.#permits.enter(owner);
    try {
      return await read(this.#db);
    } catch (error) {
      throw isCut(error) ? new ReadCut() : error;
    } finally {
      this.#permits.leave(owner);
    }
  }

  close(): Promise<void> {
    return this.#db.close();
  }
}

export function isCut(error: unknown): boolean {
  return (error as { code?: unknown }).code === '57014';
}
