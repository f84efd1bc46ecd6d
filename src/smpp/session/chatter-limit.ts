const WINDOW_MS = 1_000;

/** Counts PDUs that cause no work. Above the limit per second, the session reads nothing for one second. */
export class ChatterLimit {
  readonly #perSecond: number;
  readonly #onEnd: () => void;
  #count = 0;
  #since = 0;
  #pause: NodeJS.Timeout | undefined;

  constructor(perSecond: number, onEnd: () => void) {
    this.#perSecond = perSecond;
    this.#onEnd = onEnd;
  }

  get isReached(): boolean {
    return this.#pause !== undefined;
  }

  add(): void {
    const now = performance.now();
    if (now - this.#since >= WINDOW_MS) {
      this.#since = now;
      this.#count = 0;
    }
    this.#count += 1;
    if (this.#count <= this.#perSecond || this.isReached) return;
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      this.#onEnd();
    }, WINDOW_MS);
  }

  stop(): void {
    clearTimeout(this.#pause);
  }
}
