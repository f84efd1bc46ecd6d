import { type RequestName, type ResponseName, responseName } from './commands.ts';
import { Fifo } from './fifo.ts';
import { encode, type Pdu, type PduInput } from './pdu.ts';
import { PduError } from './pdu-error.ts';
import { type Outcome, Pending, type Settle } from './pending.ts';
import type { Writer } from './writer.ts';

type Queued = { readonly pdu: PduInput<RequestName>; readonly settle: Settle };

const LAST_SEQUENCE = 0x7fffffff;

/** Our side of the conversation: sequence numbers, the window, and the line in front of it. */
export class Requests {
  readonly #writer: Writer;
  readonly #window: number;
  readonly #pending: Pending;
  /** enquire_link and unbind: they must get through when the window is full of what the peer does not answer. */
  readonly #aside: Pending;
  readonly #onSettled: () => void;
  readonly #queue = new Fifo<Queued>();
  #sequence = 0;
  #isStopped = false;
  #isLost = false;

  constructor(writer: Writer, window: number, timeoutMs: number, onSettled: () => void) {
    this.#writer = writer;
    this.#window = window;
    this.#pending = new Pending(timeoutMs);
    this.#aside = new Pending(timeoutMs);
    this.#onSettled = onSettled;
  }

  get inFlight(): number {
    return this.#pending.size;
  }

  /** Requests that would go out at once. */
  get room(): number {
    if (this.#isStopped || this.#writer.isFull) return 0;
    return Math.max(0, this.#window - this.#pending.size - this.#queue.length);
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
  ask(pdu: PduInput<'enquire_link' | 'unbind'>): Promise<Outcome> {
    if (this.#isLost) return Promise.resolve({ kind: 'lost', sent: false });
    return new Promise((settle) => this.#send(this.#aside, pdu, settle));
  }

  /** Sends what the window and the peer's reading allow. */
  fill(): void {
    while (this.#queue.length > 0 && this.#pending.size < this.#window && !this.#writer.isFull) {
      const { pdu, settle } = this.#queue.shift()!;
      this.#send(this.#pending, pdu, settle);
    }
  }

  #send(pending: Pending, pdu: PduInput<RequestName>, resolve: Settle): void {
    this.#sequence = this.#sequence === LAST_SEQUENCE ? 1 : this.#sequence + 1;
    const error = this.#write(pdu, this.#sequence);
    if (error !== undefined) {
      resolve({ kind: 'invalid', error });
      return;
    }
    pending.add(this.#sequence, pdu.command, (outcome) => {
      resolve(outcome);
      this.fill();
      this.#onSettled();
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
    const pending = this.#waitingFor(response.sequence);
    const asked = pending.commandOf(response.sequence);
    if (asked === undefined || responseName(asked) !== response.command) return false;
    pending.settle(response.sequence, { kind: 'answered', response });
    return true;
  }

  failed(sequence: number, outcome: Outcome): void {
    this.#waitingFor(sequence).settle(sequence, outcome);
  }

  #waitingFor(sequence: number): Pending {
    return this.#pending.commandOf(sequence) === undefined ? this.#aside : this.#pending;
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
