/** One waits, others ring. A ring that nobody waits for is kept for the next wait. */
export class Bell {
  #rung = false;
  #answer: (() => void) | undefined;

  ring(): void {
    this.#rung = true;
    this.#answer?.();
  }

  /** Until it rings, at most so long. */
  async wait(milliseconds: number): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.#answer = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#answer = undefined;
    this.#rung = false;
  }
}
