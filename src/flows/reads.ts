import type { Db } from '../db.ts';
import { Turns } from '../domain/turns.ts';

/** Why a read was not done, or not to its end. */
export class ReadRefused extends Error {
  readonly kind: 'too many' | 'waited' | 'too long';

  constructor(kind: ReadRefused['kind']) {
    super(`read refused: ${kind}`);
    this.name = 'ReadRefused';
    this.kind = kind;
  }
}

/** Connections for reads, besides those that sending has; and how long one statement of a read may take. */
export const readConnections = 4;
export const readSeconds = 5;

/** Reads of one account that run at the same time: half of the connections, so that one account never has them all. */
const mostAtOnce = readConnections / 2;
/** Reads of one account that wait for its turn; far more than a page of somebody who looks at it starts. */
const mostWaiting = 100;
const usualPatienceMs = 5_000;

type Waiting = { go(): void };

/**
 * Lists, searches and look-ups, on connections of their own: whatever they cost, sending does not wait for them. Accounts
 * take turns, and who reads too much at once waits for itself. The work is handed a database of which it uses one
 * connection at a time.
 */
export class Reads {
  readonly #db: Db;
  readonly #patienceMs: number;
  readonly #running = new Map<string, number>();
  readonly #waiting = new Turns<Waiting>();
  #free = readConnections;

  constructor(db: Db, patienceMs = usualPatienceMs) {
    this.#db = db;
    this.#patienceMs = patienceMs;
  }

  /** `share` is the account, or a name that no account has. */
  async run<T>(share: string, read: (db: Db) => Promise<T>): Promise<T> {
    await this.#enter(share);
    try {
      return await read(this.#db);
    } catch (error) {
      throw isCut(error) ? new ReadRefused('too long') : error;
    } finally {
      this.#leave(share);
    }
  }

  close(): Promise<void> {
    return this.#db.close();
  }

  #enter(share: string): Promise<void> | void {
    if (this.#free > 0 && this.#mayGo(share)) return this.#take(share);
    if (this.#waiting.sizeOf(share) >= mostWaiting) throw new ReadRefused('too many');
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.remove(share, waiting);
        reject(new ReadRefused('waited'));
      }, this.#patienceMs);
      const waiting = {
        go: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      this.#waiting.push(share, waiting);
    });
  }

  #mayGo(share: string): boolean {
    return (this.#running.get(share) ?? 0) < mostAtOnce;
  }

  #take(share: string): void {
    this.#free -= 1;
    this.#running.set(share, (this.#running.get(share) ?? 0) + 1);
  }

  #leave(share: string): void {
    this.#free += 1;
    const left = this.#running.get(share)! - 1;
    if (left > 0) this.#running.set(share, left);
    else this.#running.delete(share);
    const next = this.#waiting.next((owner) => this.#mayGo(owner));
    if (next === undefined) return;
    this.#waiting.shift(next.owner);
    this.#take(next.owner);
    next.item.go();
  }
}

/** The statement has reached its time limit. */
export function isCut(error: unknown): boolean {
  return (error as { code?: unknown }).code === '57014';
}
