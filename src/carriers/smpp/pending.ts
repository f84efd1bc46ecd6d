import type { RequestName, ResponseName } from './commands.ts';
import type { Pdu } from './pdu.ts';
import type { PduError } from './pdu-error.ts';

/** How a request ended. It always ends: nobody waits on a link that is gone. */
export type Outcome<C extends RequestName = RequestName> =
  /** The peer answered, with whatever status. */
  | { readonly kind: 'answered'; readonly response: Pdu<ResponseName<C>> }
  /** The peer did not understand the request: generic_nack. */
  | { readonly kind: 'nacked'; readonly status: number }
  /** The peer's answer cannot be read; whether it took the request shows in `error.commandStatus`. */
  | { readonly kind: 'unreadable'; readonly error: PduError }
  | { readonly kind: 'timeout' }
  /** The link went away. Only `sent: false` is safe to send again without a thought. */
  | { readonly kind: 'lost'; readonly sent: boolean }
  /** Not sent, for it does not fit into a PDU; it never will. */
  | { readonly kind: 'invalid'; readonly error: PduError };

export type Settle = (outcome: Outcome) => void;

type Waiting = { readonly command: RequestName; readonly settle: Settle; readonly deadline: number };

/**
 * The requests that wait for an answer, oldest first. All wait equally long, so the oldest is always the next to run out,
 * and one timer serves all.
 */
export class Pending {
  readonly #timeoutMs: number;
  readonly #waiting = new Map<number, Waiting>();
  #timer: NodeJS.Timeout | undefined;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  get size(): number {
    return this.#waiting.size;
  }

  add(sequence: number, command: RequestName, settle: Settle): void {
    this.#waiting.set(sequence, { command, settle, deadline: performance.now() + this.#timeoutMs });
    this.#timer ??= setTimeout(this.#expire, this.#timeoutMs);
  }

  /** The request with that number, if it still waits. */
  commandOf(sequence: number): RequestName | undefined {
    return this.#waiting.get(sequence)?.command;
  }

  settle(sequence: number, outcome: Outcome): void {
    const waiting = this.#waiting.get(sequence);
    this.#waiting.delete(sequence);
    waiting?.settle(outcome);
  }

  settleAll(outcome: Outcome): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const sequence of [...this.#waiting.keys()]) this.settle(sequence, outcome);
  }

  readonly #expire = (): void => {
    this.#timer = undefined;
    const now = performance.now();
    for (const [sequence, { deadline }] of this.#waiting) {
      // Timers fire up to a millisecond early; a longer rest is waited for.
      if (deadline - now >= 1) {
        this.#expireIn(deadline - now);
        break;
      }
      this.settle(sequence, { kind: 'timeout' });
    }
  };

  /** A settled request may already have made room for a new one, and that one have started the timer. */
  #expireIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#expire, ms);
  }
}
