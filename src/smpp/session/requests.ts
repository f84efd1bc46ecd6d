import { type RequestName, type ResponseName, responseName } from '../protocol/commands.ts';
import { encode, type Pdu, type PduInput } from '../protocol/pdu.ts';
import { PduError } from '../protocol/pdu-error.ts';
import { Fifo } from './fifo.ts';
import { type Outcome, Pending, type Settle } from './pending.ts';
import type { Writer } from './writer.ts';

type Queued = { readonly pdu: PduInput<RequestName>; readonly settle: Settle };

const LAST_SEQUENCE = 0x7fffffff;

export type RequestsSettings = {
  readonly window: number;
  /** How long a question outside the window waits for its answer. */
  readonly responseTimeoutMs: number;
  /** How long a request of the window does. */
  readonly patienceMs: number;
  readonly firstSequence: number;
};

export type RequestsEvents = {
  onSettled(): void;
  /** The oldest request has waited for as long as one may, and nothing that was sent since has been answered either. */
  onMute(): void;
  /** Half of the window is taken by requests that were given up one by one. */
  onWornOut(): void;
};

/**
 * Our side of the conversation: sequence numbers, the window, and the line in front of it. A request that was given up without
 * an answer keeps its place: the peer may have it, and in the life of a connection those are never more than its window.
 */
export class Requests {
  readonly #writer: Writer;
  #window: number;
  readonly #events: RequestsEvents;
  readonly #pending: Pending;
  /** Binds, enquire_link and unbind: they must get through when the window is full of what the peer does not answer. */
  readonly #aside: Pending;
  readonly #queue = new Fifo<Queued>();
  #sequence: number;
  #givenUp = 0;
  #answeredAt = 0;
  #isStopped = false;
  #isLost = false;

  constructor(writer: Writer, settings: RequestsSettings, events: RequestsEvents) {
    this.#writer = writer;
    this.#window = settings.window;
    this.#events = events;
    this.#sequence = settings.firstSequence - 1;
    this.#pending = new Pending(settings.patienceMs, (sequence) => this.#onOverdue(sequence));
    this.#aside = new Pending(settings.responseTimeoutMs, (sequence) =>
      this.#aside.settle(sequence, { kind: 'timeout' }),
    );
  }

  get inFlight(): number {
    return this.#pending.size;
  }

  /** Since when the peer owes an answer, if it does. */
  get owedSince(): number | undefined {
    return this.#pending.since;
  }

  /** Since when the peer owes answers and has given none. */
  get unansweredSince(): number | undefined {
    const { since } = this.#pending;
    return since === undefined ? undefined : Math.max(since, this.#answeredAt);
  }

  /** Known only once the peer has said who it is. */
  resize(window: number): void {
    this.#window = window;
    this.fill();
  }

  get nextSequence(): number {
    return this.#sequence === LAST_SEQUENCE ? 1 : this.#sequence + 1;
  }

  /** Requests that would go out at once. */
  get room(): number {
    if (this.#isStopped || this.#writer.isFull) return 0;
    return Math.max(0, this.#free - this.#queue.length);
  }

  get #free(): number {
    return this.#window - this.#pending.size - this.#givenUp;
  }

  request<C extends RequestName>(pdu: PduInput<C>): Promise<Outcome<C>> {
    return new Promise((resolve) => {
      const settle = resolve as Settle;
      if (this.#isStopped) return settle({ kind: 'lost', sent: false });
      this.#queue.push({ pdu: pdu as PduInput<RequestName>, settle });
      this.fill();
    });
  }

  /** Past the window and past the line. */
  ask(pdu: PduInput<RequestName>): Promise<Outcome> {
    if (this.#isLost) return Promise.resolve({ kind: 'lost', sent: false });
    return new Promise((settle) => this.#send(this.#aside, pdu, settle));
  }

  /** Sends what the window and the peer's reading allow. */
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

  /** False if nobody waits for this answer (any more). */
  answered(response: Pdu<ResponseName>): boolean {
    const asked = this.#waitingFor(response.sequence).commandOf(response.sequence);
    if (asked === undefined || responseName(asked) !== response.command) return false;
    this.settled(response.sequence, { kind: 'answered', response });
    return true;
  }

  /** The peer has said something about this request, whatever it was. */
  settled(sequence: number, outcome: Outcome): void {
    const pending = this.#waitingFor(sequence);
    if (pending === this.#pending) this.#answeredAt = performance.now();
    pending.settle(sequence, outcome);
  }

  #waitingFor(sequence: number): Pending {
    return this.#pending.commandOf(sequence) === undefined ? this.#aside : this.#pending;
  }

  /** A peer that answers others and not this one has forgotten it; one that answers none is of no use. */
  #onOverdue(sequence: number): void {
    if (this.#answeredAt < this.#pending.since!) {
      this.#events.onMute();
      return;
    }
    this.#givenUp++;
    this.#pending.settle(sequence, { kind: 'timeout' });
    if (this.#givenUp * 2 >= this.#window) this.#events.onWornOut();
  }

  /** Takes no more; what has not left yet never will. */
  stop(): void {
    this.#isStopped = true;
    for (const { settle } of this.#queue.takeAll()) settle({ kind: 'lost', sent: false });
  }

  lose(): void {
    this.#isLost = true;
    this.stop();
    this.#pending.settleAll({ kind: 'lost', sent: true });
    this.#aside.settleAll({ kind: 'lost', sent: true });
  }
}
