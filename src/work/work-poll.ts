import type { Db } from '../database/db.ts';
import { type WaitingWork, type WorkKind, waitingWork } from '../store/waiting-work.ts';
import type { Log } from '../telemetry/log.ts';
import { type Gate, Loop } from './loop.ts';

/** The longest delay of work that this process was not notified of. */
const pollMs = 1_000;

/**
 * Asks the database once a second, in one statement for all kinds, whether there is background work. The loops of a kind run at their own
 * interval while there is some, and not otherwise: with one query per kind, an idle process ran 40 statements a second.
 */
export class WorkPoll {
  readonly #db: Db;
  readonly #wakes = new Map<WorkKind, (() => void)[]>();
  #found: WaitingWork | undefined;
  #loop: Loop | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  start(log: Log): void {
    this.#loop = new Loop('work poll', pollMs, log, () => this.#poll());
  }

  async stop(): Promise<void> {
    await this.#loop?.stop();
  }

  /** Open while one of these kinds has work, and while that is unknown. */
  gate(...kinds: readonly WorkKind[]): Gate {
    const isOpen = () => kinds.some((kind) => this.#found?.[kind] ?? true);
    return {
      get isOpen() {
        return isOpen();
      },
      onOpen: (wake) => {
        for (const kind of kinds) this.#wakes.set(kind, [...(this.#wakes.get(kind) ?? []), wake]);
      },
    };
  }

  async #poll(): Promise<boolean> {
    const before = this.#found;
    this.#found = await waitingWork(this.#db);
    for (const [kind, wakes] of this.#wakes)
      if (before?.[kind] === false && this.#found[kind]) for (const wake of wakes) wake();
    return false;
  }
}
