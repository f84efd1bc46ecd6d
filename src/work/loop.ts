import type { Log } from '../log.ts';

/** Work that is done again and again: at once while it says there is more, otherwise after a pause or a wake-up. */
export class Loop {
  readonly #done: Promise<void>;
  #stopping = false;
  #woken = false;
  #rouse: (() => void) | undefined;

  /** `onDone`: a round came to its end. */
  constructor(name: string, pauseMs: number, log: Log, work: () => Promise<boolean>, onDone?: (name: string) => void) {
    this.#done = this.#run(name, pauseMs, log, work, onDone);
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
    onDone?: (name: string) => void,
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
      if (!more && !this.#woken && !this.#stopping) await this.#pause(pauseMs);
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
