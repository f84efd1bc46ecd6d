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
  /** While it is closed, no round runs, except after a wake-up and every `closedMs`. */
  readonly gate?: Gate | undefined;
};

/** A gate answers for what its statement covers. What that misses, for example after a change of the schema, waits this long. */
const closedMs = 60_000;

/** Work that is repeated: immediately while there is more, otherwise after a pause or a wake-up. */
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
        log.warn({ err, loop: name }, 'a round of background work has failed; it is tried again');
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
