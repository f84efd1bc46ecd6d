/** Wakes one waiter. A notification without a waiter is kept for the next wait. */
export class Signal {
  #isPending = false;
  #wake: (() => void) | undefined;

  notify(): void {
    this.#isPending = true;
    this.#wake?.();
  }

  async wait(milliseconds: number): Promise<void> {
    if (!this.#isPending) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#wake = undefined;
    this.#isPending = false;
  }
}
