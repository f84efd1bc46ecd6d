import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../database/db.ts';
import { type WaitingWork, type WorkKind, waitingWork } from '../store/waiting-work.ts';
import type { Log } from '../telemetry/log.ts';

/** Whether there may be work for a loop; see `WorkPoll`. */
export type Gate = {
  readonly isOpen: boolean;
  /** Calls back when the gate opens. */
  onOpen(wake: () => void): void;
};

export type LoopOptions = {
  /** Called after every round that did not fail. */
  readonly onDone?: (name: string) => void;
  /** While it is closed, rounds run only after a wake-up and every `closedMs`. */
  readonly gate?: Gate | undefined;
};

/**
 * Work that the statement of a gate misses, for example after a schema change, waits at most this long. Each pause is at least half of it,
 * at random: loops that look at the same moment would each open a connection.
 */
const closedMs = 60_000;

/** Repeats work: immediately while there is more, otherwise after a pause or a wake-up. */
export class Loop {
  readonly #done: Promise<void>;
  #stopping = false;
  #woken = false;
  #rouse: (() => void) | undefined;

  constructor(name: string, pauseMs: number, log: Log, work: () => Promise<boolean>, options: LoopOptions = {}) {
    options.gate?.onOpen(() => this.wake());
    this.#done = this.#run(name, pauseMs, log, work, options);
  }

  wake(): void {
    this.#woken = true;
    this.#rouse?.();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.wake();
    await this.#done;
  }

  async #run(
    name: string,
    pauseMs: number,
    log: Log,
    work: () => Promise<boolean>,
    { onDone, gate }: LoopOptions,
  ): Promise<void> {
    while (!this.#stopping) {
      this.#woken = false;
      const round = async () => {
        const isMore = await work();
        onDone?.(name);
        return isMore;
      };
      const more = await round().catch((err: unknown) => {
        log.warn({ err, loop: name }, 'background work failed; it is retried');
        return false;
      });
      if (!more && !this.#woken && !this.#stopping)
        await this.#pause(gate?.isOpen === false ? closedMs * (0.5 + Math.random() / 2) : pauseMs);
    }
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

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

/** Waits until nothing is held, at most `budgetMs`. */
export async function drained(held: () => number, budgetMs: number): Promise<void> {
  const until = performance.now() + budgetMs;
  while (held() > 0 && performance.now() < until) await sleep(10);
}
