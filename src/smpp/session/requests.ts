import { type RequestName, type ResponseName, responseName } from '../protocol/commands.ts';
import { encode, type Pdu, type PduInput } from '../protocol/pdu.ts';
import { PduError } from '../protocol/status.ts';
import { Fifo } from './fifo.ts';
import type { Writer } from './framing.ts';

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

type Settle = (outcome: RequestOutcome) => void;

type Waiting = { readonly command: RequestName; readonly settle: Settle; readonly since: number };

/**
 * Requests without a response, oldest first. All have the same time limit, so the oldest is always the next to expire, and
 * one timer serves all. The owner settles an expired request.
 */
class Pending {
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

type Queued = { readonly pdu: PduInput<RequestName>; readonly settle: Settle };

const LAST_SEQUENCE = 0x7fffffff;

type RequestsSettings = {
  readonly window: number;
  /** Time limit of a request outside the window. */
  readonly responseTimeoutMs: number;
  /** Time limit of a request in the window. */
  readonly patienceMs: number;
  readonly firstSequence: number;
};

type RequestsEvents = {
  onSettled(): void;
  /** The oldest request has reached its time limit, and no later one has a response either. */
  onNoResponses(): void;
  /** Requests that expired without a response take half of the window. */
  onWindowExhausted(): void;
};

/**
 * Our requests: sequence numbers, the window, and the queue in front of it. A request that expired without a response keeps
 * its place in the window, since the peer may still have it.
 */
export class Requests {
  readonly #writer: Writer;
  #window: number;
  readonly #events: RequestsEvents;
  readonly #pending: Pending;
  /** Binds, enquire_link and unbind, which must get through when the window is full. */
  readonly #outsideWindow: Pending;
  readonly #queue = new Fifo<Queued>();
  #sequence: number;
  #expired = 0;
  #answeredAt = 0;
  #isStopped = false;
  #isLost = false;

  constructor(writer: Writer, settings: RequestsSettings, events: RequestsEvents) {
    this.#writer = writer;
    this.#window = settings.window;
    this.#events = events;
    this.#sequence = settings.firstSequence - 1;
    this.#pending = new Pending(settings.patienceMs, (sequence) => this.#onOverdue(sequence));
    this.#outsideWindow = new Pending(settings.responseTimeoutMs, (sequence) =>
      this.#outsideWindow.settle(sequence, { kind: 'timeout' }),
    );
  }

  get inFlight(): number {
    return this.#pending.size;
  }

  /** When the oldest request without a response was sent. */
  get owedSince(): number | undefined {
    return this.#pending.since;
  }

  /** Since when the peer owes responses and has sent none. */
  get unansweredSince(): number | undefined {
    const { since } = this.#pending;
    return since === undefined ? undefined : Math.max(since, this.#answeredAt);
  }

  resize(window: number): void {
    this.#window = window;
    this.fill();
  }

  get nextSequence(): number {
    return this.#sequence === LAST_SEQUENCE ? 1 : this.#sequence + 1;
  }

  /** Requests that would be sent immediately. */
  get room(): number {
    if (this.#isStopped || this.#writer.isFull) return 0;
    return Math.max(0, this.#free - this.#queue.length);
  }

  get #free(): number {
    return this.#window - this.#pending.size - this.#expired;
  }

  request<C extends RequestName>(pdu: PduInput<C>): Promise<RequestOutcome<C>> {
    return new Promise((resolve) => {
      const settle = resolve as Settle;
      if (this.#isStopped) return settle({ kind: 'lost', sent: false });
      this.#queue.push({ pdu: pdu as PduInput<RequestName>, settle });
      this.fill();
    });
  }

  /** Sends immediately, outside the window. */
  ask(pdu: PduInput<RequestName>): Promise<RequestOutcome> {
    if (this.#isLost) return Promise.resolve({ kind: 'lost', sent: false });
    return new Promise((settle) => this.#send(this.#outsideWindow, pdu, settle));
  }

  /** Sends as many requests as the window and the socket allow. */
  fill(): void {
    while (this.#queue.length > 0 && this.#free > 0 && !this.#writer.isFull) {
      const { pdu, settle } = this.#queue.shift()!;
      this.#send(this.#pending, pdu, settle);
    }
  }

  #send(pending: Pending, pdu: PduInput<RequestName>, resolve: Settle): void {
    this.#sequence = this.nextSequence;
    const error = this.#write(pdu, this.#sequence);
    if (error !== undefined) {
      resolve({ kind: 'invalid', error });
      return;
    }
    pending.add(this.#sequence, pdu.command, (outcome) => {
      resolve(outcome);
      this.fill();
      this.#events.onSettled();
    });
  }

  #write(pdu: PduInput<RequestName>, sequence: number): PduError | undefined {
    try {
      this.#writer.write(encode(pdu, sequence));
      return undefined;
    } catch (error) {
      if (error instanceof PduError) return error;
      throw error;
    }
  }

  /** False if no request waits for this response. */
  answered(response: Pdu<ResponseName>): boolean {
    const asked = this.#waitingFor(response.sequence).commandOf(response.sequence);
    if (asked === undefined || responseName(asked) !== response.command) return false;
    this.settled(response.sequence, { kind: 'answered', response });
    return true;
  }

  settled(sequence: number, outcome: RequestOutcome): void {
    const pending = this.#waitingFor(sequence);
    if (pending === this.#pending) this.#answeredAt = performance.now();
    pending.settle(sequence, outcome);
  }

  #waitingFor(sequence: number): Pending {
    return this.#pending.commandOf(sequence) === undefined ? this.#outsideWindow : this.#pending;
  }

  /** A peer that responds to other requests has lost this one; a peer without any response is unusable. */
  #onOverdue(sequence: number): void {
    if (this.#answeredAt < this.#pending.since!) {
      this.#events.onNoResponses();
      return;
    }
    this.#expired++;
    this.#pending.settle(sequence, { kind: 'timeout' });
    if (this.#expired * 2 >= this.#window) this.#events.onWindowExhausted();
  }

  /** Takes no more requests; queued ones are not sent. */
  stop(): void {
    this.#isStopped = true;
    for (const { settle } of this.#queue.takeAll()) settle({ kind: 'lost', sent: false });
  }

  lose(): void {
    this.#isLost = true;
    this.stop();
    this.#pending.settleAll({ kind: 'lost', sent: true });
    this.#outsideWindow.settleAll({ kind: 'lost', sent: true });
  }
}
