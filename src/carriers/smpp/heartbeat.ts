/**
 * Asks a silent peer whether it is still there (enquire_link). Anything heard counts as life; two questions in a row
 * without an answer are the end, since one may have been lost in the peer's restart or in a moment of overload.
 */
export class Heartbeat {
  readonly #everyMs: number;
  readonly #ask: () => Promise<unknown>;
  readonly #onDead: () => void;
  #lastHeard = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(everyMs: number, ask: () => Promise<unknown>, onDead: () => void) {
    this.#everyMs = everyMs;
    this.#ask = ask;
    this.#onDead = onDead;
    this.#wait(everyMs);
  }

  heard(): void {
    this.#lastHeard = performance.now();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #wait(ms: number): void {
    if (!this.#isStopped) this.#timer = setTimeout(this.#check, ms);
  }

  readonly #check = (): void => {
    const silence = performance.now() - this.#lastHeard;
    if (silence < this.#everyMs - 1) this.#wait(this.#everyMs - silence);
    else void this.#askTwice();
  };

  async #askTwice(): Promise<void> {
    const asked = performance.now();
    for (let question = 0; question < 2; question++) {
      await this.#ask();
      if (this.#isStopped) return;
      if (this.#lastHeard >= asked) return this.#wait(this.#everyMs);
    }
    this.#onDead();
  }
}
