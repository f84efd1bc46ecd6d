import { commandName, isRequestName, responseName } from '../protocol/commands.ts';
import { encode, type PduInput } from '../protocol/pdu.ts';
import { type PduError, statusCode } from '../protocol/status.ts';
import type { Writer } from './framing.ts';
import type { IncomingRequest, ResponsePdu } from './session-events.ts';

type ResponsesEvents = {
  readonly onRequest: (pdu: IncomingRequest) => Promise<ResponsePdu>;
  readonly onError: (error: unknown) => void;
  readonly onAnswered: () => void;
};

/** The peer's requests. Each gets its response when its handler settles, in any order. */
export class RequestHandling {
  readonly #writer: Writer;
  readonly #events: ResponsesEvents;
  /** Requests whose handler has not settled. */
  count = 0;

  constructor(writer: Writer, events: ResponsesEvents) {
    this.#writer = writer;
    this.#events = events;
  }

  async answer(pdu: IncomingRequest): Promise<void> {
    this.count++;
    const reply = await this.#replyTo(pdu);
    this.count--;
    this.write(reply, pdu.sequence);
    this.#events.onAnswered();
  }

  async #replyTo(pdu: IncomingRequest): Promise<ResponsePdu> {
    const command = responseName(pdu.command);
    try {
      const reply = await this.#events.onRequest(pdu);
      if (reply.command === command) return reply;
      throw new TypeError(`${reply.command} is not the response to ${pdu.command}`);
    } catch (error) {
      this.#events.onError(error);
      return { command, status: statusCode('ESME_RSYSERR') };
    }
  }

  /** Responds to a request that cannot be decoded: with its own response if the command is known. */
  refuse(error: PduError): void {
    const command = commandName(error.commandId);
    const isKnown = command !== undefined && isRequestName(command) && error.recoverable;
    this.write({ command: isKnown ? responseName(command) : 'generic_nack', status: error.status }, error.sequence);
  }

  /** A response that cannot be encoded becomes ESME_RSYSERR: without any, the peer would wait until its timeout. */
  write(pdu: PduInput, sequence: number): void {
    try {
      this.#writer.write(encode(pdu, sequence));
    } catch (error) {
      this.#events.onError(error);
      this.#writer.write(encode({ command: pdu.command, status: statusCode('ESME_RSYSERR') } as PduInput, sequence));
    }
  }
}

const WINDOW_MS = 1_000;

/** Counts PDUs that cause no work. Above the limit per second, the session reads nothing for one second. */
export class ChatterLimit {
  readonly #perSecond: number;
  readonly #onEnd: () => void;
  #count = 0;
  #since = 0;
  #pause: NodeJS.Timeout | undefined;

  constructor(perSecond: number, onEnd: () => void) {
    this.#perSecond = perSecond;
    this.#onEnd = onEnd;
  }

  get isReached(): boolean {
    return this.#pause !== undefined;
  }

  add(): void {
    const now = performance.now();
    if (now - this.#since >= WINDOW_MS) {
      this.#since = now;
      this.#count = 0;
    }
    this.#count += 1;
    if (this.#count <= this.#perSecond || this.isReached) return;
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      this.#onEnd();
    }, WINDOW_MS);
  }

  stop(): void {
    clearTimeout(this.#pause);
  }
}

type HeartbeatSettings = {
  /** Silence after which enquire_link is sent. */
  readonly everyMs: number;
  /** Like `everyMs`, while the peer owes a response. */
  readonly owingMs: number;
  /** Since when it owes one. */
  owedSince(): number | undefined;
  /** Sends enquire_link; settles with the response or the timeout. */
  ask(): Promise<unknown>;
  onDead(): void;
};

/**
 * Sends enquire_link to a silent peer. Any PDU counts as a sign of life, so a late response does not end the connection. Two
 * enquiries in a row without one do: a single one may be lost to a restart or to overload. A request without a response
 * counts as the first.
 */
export class Heartbeat {
  readonly #settings: HeartbeatSettings;
  #lastHeard = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(settings: HeartbeatSettings) {
    this.#settings = settings;
    this.#wait();
  }

  heard(): void {
    this.#lastHeard = performance.now();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** Time until the next enquiry is due. A request sent later cannot make it due sooner. */
  get #restMs(): number {
    const { everyMs, owingMs } = this.#settings;
    const owed = this.#settings.owedSince() ?? performance.now();
    const due = Math.min(this.#lastHeard + everyMs, Math.max(owed, this.#lastHeard) + owingMs);
    return due - performance.now();
  }

  #wait(): void {
    if (!this.#isStopped) this.#timer = setTimeout(this.#check, Math.max(1, this.#restMs));
  }

  readonly #check = (): void => {
    // Timers fire up to a millisecond early.
    if (this.#restMs >= 1) this.#wait();
    else void this.#enquire(this.#settings.owedSince() === undefined ? 2 : 1);
  };

  async #enquire(times: number): Promise<void> {
    const began = performance.now();
    for (let time = 0; time < times; time++) {
      await this.#settings.ask();
      if (this.#isStopped) return;
      if (this.#lastHeard >= began) return this.#wait();
    }
    this.#settings.onDead();
  }
}
