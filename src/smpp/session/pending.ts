import type { RequestName, ResponseName } from '../protocol/commands.ts';
import type { Pdu } from '../protocol/pdu.ts';
import type { PduError } from '../protocol/pdu-error.ts';

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

type Waiting = { readonly command: RequestName; readonly settle: Settle; readonly since: number };

/**
 * The requests that wait for an answer, oldest first. All may wait equally long, so the oldest is always the next to run out,
 * and one timer serves all. The owner decides what becomes of one that has run out.
 */
export class Pending {
  readonly #limitMs: number;
  readonly #onOverdue: (sequence: number) => void;
  readonly #waiting = new Map<number, Waiting>();
  #timer: NodeJS.Timeout | undefined;

  constructor(limitMs: number, onOverdue: (sequence: number) => void) {
    this.#limitMs = limitMs;
    this.#onOverdue = onOverdue;
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** Since when the oldest of them has waited. */
  get since(): number | undefined {
    for (const { since } of this.#waiting.values()) return since;
    return undefined;
  }

  add(sequence: number, command: RequestName, settle: Settle): void {
    this.#waiting.set(sequence, { command, settle, since: performance.now() });
    this.#timer ??= setTimeout(this.#check, this.#limitMs);
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

  readonly #check = (): void => {
    this.#timer = undefined;
    const now = performance.now();
    for (const [sequence, { since }] of this.#waiting) {
      const restMs = since + this.#limitMs - now;
      // Timers fire up to a millisecond early; a longer rest is waited for.
      if (restMs >= 1) {
        this.#checkIn(restMs);
        break;
      }
      this.#onOverdue(sequence);
    }
  };

  /** A settled request may already have made room for a new one, and that one have started the timer. */
  #checkIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#check, ms);
  }
}
