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

/** Work that the statement of a gate misses, for example after a schema change, waits at most this long. */
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
      if (!more && !this.#woken && !this.#stopping) await this.#pause(gate?.isOpen === false ? closedMs : pauseMs);
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
