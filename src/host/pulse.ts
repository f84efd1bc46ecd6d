import { beatMs } from './protocol.ts';

/**
 * Notices that a process says nothing any more. Counts its own looks instead of time: while the machine sleeps, or the
 * supervisor itself is stopped, nobody looks, and the process has its full time again. Begins with the first sign of life.
 */
export class Pulse {
  readonly #mostLooks: number;
  readonly #onStall: () => void;
  #timer: NodeJS.Timeout | undefined;
  #looks = 0;

  constructor(stallMs: number, onStall: () => void) {
    this.#mostLooks = stallMs / beatMs;
    this.#onStall = onStall;
  }

  beat(): void {
    this.#looks = 0;
    if (this.#mostLooks > 0) this.#timer ??= setInterval(() => this.#look(), beatMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    this.#looks += 1;
    if (this.#looks <= this.#mostLooks) return;
    this.stop();
    this.#onStall();
  }
}
