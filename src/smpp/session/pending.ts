import type { RequestName, ResponseName } from '../protocol/commands.ts';
import type { Pdu } from '../protocol/pdu.ts';
import type { PduError } from '../protocol/status.ts';

/** How a request ended. Every request ends, also on a closed connection. */
export type RequestOutcome<C extends RequestName = RequestName> =
  /** The peer responded, with any status. */
  | { readonly kind: 'answered'; readonly response: Pdu<ResponseName<C>> }
  /** The peer did not understand the request: generic_nack. */
  | { readonly kind: 'nacked'; readonly status: number }
  /** The response cannot be decoded; `error.commandStatus` shows whether the peer accepted the request. */
  | { readonly kind: 'unreadable'; readonly error: PduError }
  | { readonly kind: 'timeout' }
  /** The connection closed. Only with `sent: false` can the request safely be repeated. */
  | { readonly kind: 'lost'; readonly sent: boolean }
  /** Not sent, because it does not fit into a PDU; a retry cannot succeed. */
  | { readonly kind: 'invalid'; readonly error: PduError };

export type Settle = (outcome: RequestOutcome) => void;

type Waiting = { readonly command: RequestName; readonly settle: Settle; readonly since: number };

/**
 * Requests without a response, oldest first. All have the same time limit, so the oldest is always the next to expire, and
 * one timer serves all. The owner settles an expired request.
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

  /** When the oldest request was sent, by performance.now(). */
  get since(): number | undefined {
    for (const { since } of this.#waiting.values()) return since;
    return undefined;
  }

  add(sequence: number, command: RequestName, settle: Settle): void {
    this.#waiting.set(sequence, { command, settle, since: performance.now() });
    this.#timer ??= setTimeout(this.#check, this.#limitMs);
  }

  commandOf(sequence: number): RequestName | undefined {
    return this.#waiting.get(sequence)?.command;
  }

  settle(sequence: number, outcome: RequestOutcome): void {
    const waiting = this.#waiting.get(sequence);
    this.#waiting.delete(sequence);
    waiting?.settle(outcome);
  }

  settleAll(outcome: RequestOutcome): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const sequence of [...this.#waiting.keys()]) this.settle(sequence, outcome);
  }

  readonly #check = (): void => {
    this.#timer = undefined;
    const now = performance.now();
    for (const [sequence, { since }] of this.#waiting) {
      const restMs = since + this.#limitMs - now;
      // Timers fire up to a millisecond early.
      if (restMs >= 1) {
        // Settling a request may have sent another one, which started the timer.
        clearTimeout(this.#timer);
        this.#timer = setTimeout(this.#check, restMs);
        break;
      }
      this.#onOverdue(sequence);
    }
  };
}
