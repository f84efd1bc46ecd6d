/** Waits that can all be cut short together. */
export class Pauses {
  readonly #waiting = new Set<() => void>();
  #isOver = false;

  get isOver(): boolean {
    return this.#isOver;
  }

  wait(ms: number): Promise<void> {
    if (this.#isOver) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#waiting.add(end);
    });
  }

  /** Ends all waits, and those that follow. */
  end(): void {
    this.#isOver = true;
    for (const end of this.#waiting) end();
  }
}
