import { type RequestName, type ResponseName, responseName } from '../protocol/commands.ts';
import { encode, type Pdu, type PduInput } from '../protocol/pdu.ts';
import { PduError } from '../protocol/status.ts';
import { Fifo } from './fifo.ts';
import { Pending, type RequestOutcome, type Settle } from './pending.ts';
import type { Writer } from './writer.ts';

type Queued = { readonly pdu: PduInput<RequestName>; readonly settle: Settle };

const LAST_SEQUENCE = 0x7fffffff;

export type RequestsSettings = {
  readonly window: number;
  /** Time limit of a request outside the window. */
  readonly responseTimeoutMs: number;
  /** Time limit of a request in the window. */
  readonly patienceMs: number;
  readonly firstSequence: number;
};

export type RequestsEvents = {
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
