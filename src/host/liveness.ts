import { beatMs } from './protocol.ts';

/**
 * Detects a process that no longer sends heartbeats. Counts timer runs instead of time: while the machine sleeps, or the
 * supervisor is stopped, no timer runs, and the process has its full time again. Starts with the first heartbeat.
 */
export class Liveness {
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
