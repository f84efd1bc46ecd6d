import type { Socket } from 'node:net';
import { isResponseId, type RequestName } from '../protocol/commands.ts';
import { decode, type Pdu, type PduInput } from '../protocol/pdu.ts';
import { PduError } from '../protocol/status.ts';
import { Framer, Writer } from './framing.ts';
import { ChatterLimit, Heartbeat, RequestHandling } from './peer.ts';
import { type RequestOutcome, Requests } from './requests.ts';
import {
  type CloseReason,
  guarded,
  type IncomingRequest,
  isForOwner,
  isResponse,
  SESSION_DEFAULTS,
  type SessionEvents,
  type SessionSettings,
  type Tap,
} from './session-events.ts';

/** Unsent bytes above which the socket is not read: the peer does not read its responses. */
const MAX_BACKLOG = 1024 * 1024;

/** One SMPP connection, either end. Events never throw, and every request settles. */
export class SmppSession {
  readonly socket: Socket;
  /** Resolves when the socket has closed. */
  readonly closed: Promise<CloseReason>;
  #settings: SessionSettings;
  readonly #events: Required<SessionEvents>;
  readonly #writer: Writer;
  readonly #requests: Requests;
  readonly #responses: RequestHandling;
  readonly #heartbeat: Heartbeat;
  readonly #framer: Framer;
  readonly #chatter: ChatterLimit;
  #tap: Tap | undefined;
  #isUnbinding = false;
  #reason: CloseReason | undefined;
  #onIdle: (() => void) | undefined;

  constructor(socket: Socket, events: SessionEvents, settings: Partial<SessionSettings> = {}) {
    this.socket = socket;
    this.#events = guarded(events);
    this.#settings = { ...SESSION_DEFAULTS, ...settings };
    const { responseTimeoutMs, enquireLinkMs, maxPduLength, maxChatter } = this.#settings;
    this.#chatter = new ChatterLimit(maxChatter, () => this.#regulate());
    this.#writer = new Writer(socket, () => this.#onWritable());
    this.#requests = new Requests(this.#writer, this.#settings, {
      onSettled: () => {
        this.#events.onRoom();
        this.#checkIdle();
      },
      onNoResponses: () => this.#abort({ kind: 'no responses' }),
      onWindowExhausted: () => void this.unbind(responseTimeoutMs, { kind: 'window exhausted' }),
    });
    this.#responses = new RequestHandling(this.#writer, {
      onRequest: this.#events.onRequest,
      onError: this.#events.onHandlerError,
      onAnswered: () => {
        this.#regulate();
        this.#checkIdle();
      },
    });
    this.#heartbeat = new Heartbeat({
      everyMs: enquireLinkMs,
      owingMs: responseTimeoutMs,
      owedSince: () => this.#requests.owedSince,
      ask: () => this.#enquire(),
      onDead: () => this.#abort({ kind: 'silent' }),
    });
    this.#framer = new Framer(
      (frame) => this.#onFrame(frame),
      maxPduLength,
      () => this.#mayRead,
    );
    this.closed = this.#listen();
  }

  set tap(tap: Tap | undefined) {
    this.#tap = tap;
    this.#writer.tap = tap && ((frame) => tap('out', frame));
  }

  get tap(): Tap | undefined {
    return this.#tap;
  }

  get isOpen(): boolean {
    return this.#reason === undefined && !this.#isUnbinding;
  }

  /** Requests that would be sent immediately. */
  get room(): number {
    return this.#requests.room;
  }

  /** The peer does not read: the last writes are still buffered. */
  get isBlocked(): boolean {
    return this.#writer.isFull;
  }

  /** Since when the peer owes responses and has sent none, by performance.now(). */
  get unansweredSince(): number | undefined {
    return this.#requests.unansweredSince;
  }

  get inFlight(): number {
    return this.#requests.inFlight;
  }

  /** Requests of the peer in progress. */
  get incoming(): number {
    return this.#responses.count;
  }

  /** Applies the limits of the peer, which are known once it has bound. */
  adjust(settings: Pick<SessionSettings, 'window' | 'maxIncoming'>): void {
    this.#settings = { ...this.#settings, ...settings };
    this.#requests.resize(settings.window);
    this.#regulate();
  }

  /** The next session starts here, so that late responses of this one match no request there. */
  get nextSequence(): number {
    return this.#requests.nextSequence;
  }

  /** Never rejects. Queued while the window is full or the peer does not read. */
  request<C extends RequestName>(pdu: PduInput<C>): Promise<RequestOutcome<C>> {
    return this.#requests.request(pdu);
  }

  /** Sent immediately, outside the window, with the response timeout as time limit. */
  ask<C extends RequestName>(pdu: PduInput<C>): Promise<RequestOutcome<C>> {
    return this.#requests.ask(pdu as PduInput<RequestName>) as Promise<RequestOutcome<C>>;
  }

  /** Takes no more requests, waits for those in progress on both sides, and unbinds, all within `budgetMs`. */
  async unbind(budgetMs: number, reason: CloseReason = { kind: 'unbound' }): Promise<CloseReason> {
    if (!this.isOpen) return this.closed;
    this.#isUnbinding = true;
    const isOver: CloseReason = reason.kind === 'unbound' ? { kind: 'closed' } : reason;
    const budget = setTimeout(() => this.#abort(isOver), budgetMs);
    this.#requests.stop();
    await this.#idle();
    await this.#requests.ask({ command: 'unbind' });
    this.#close(reason);
    await this.closed;
    clearTimeout(budget);
    return this.closed;
  }

  /** Closes without unbind, after the responses that are already written. */
  end(): void {
    this.#close({ kind: 'closed' });
  }

  /** Closes immediately and drops what is not sent yet. */
  close(): void {
    this.#abort({ kind: 'closed' });
  }

  /** Unsent requests must not reach the peer any more: they are sent again on another connection. */
  #abort(reason: CloseReason): void {
    this.#close(reason, false);
    this.socket.destroy();
  }

  #listen(): Promise<CloseReason> {
    // Otherwise a PDU waits for the ACK of the one before, up to 40 ms if the peer delays its ACKs.
    this.socket.setNoDelay(true);
    this.socket.on('data', (chunk) => this.#onData(chunk));
    this.socket.on('error', (error) => this.#close({ kind: 'socket error', error }));
    return new Promise((resolve) => {
      this.socket.on('close', () => {
        this.#close({ kind: 'closed by peer' });
        resolve(this.#reason!);
      });
    });
  }

  #onData(chunk: Buffer): void {
    if (this.#reason !== undefined) return;
    this.#heartbeat.heard();
    this.#read(() => this.#framer.push(chunk));
    this.#regulate();
  }

  #read(read: () => PduError | undefined): void {
    const error = read();
    if (error !== undefined && this.#reason === undefined) this.#onMalformed(error);
  }

  get #mayRead(): boolean {
    return !this.#isBusy && !this.#chatter.isReached;
  }

  #onWritable(): void {
    this.#requests.fill();
    this.#regulate();
    this.#events.onRoom();
  }

  #onFrame(frame: Buffer): void {
    if (this.#reason !== undefined) return;
    this.#tap?.('in', frame);
    try {
      this.#onPdu(decode(frame));
    } catch (error) {
      if (error instanceof PduError) this.#onMalformed(error);
      else this.#events.onHandlerError(error);
    }
  }

  #onPdu(pdu: Pdu): void {
    if (pdu.command === 'unbind') this.#onUnbind(pdu);
    else if (isForOwner(pdu)) void this.#responses.answer(pdu);
    else if (!isResponse(pdu) || !this.#requests.answered(pdu)) this.#onChatter(pdu);
  }

  #onChatter(pdu: Exclude<Pdu, IncomingRequest>): void {
    this.#chatter.add();
    if (pdu.command === 'enquire_link') this.#responses.write({ command: 'enquire_link_resp' }, pdu.sequence);
    else if (pdu.command === 'generic_nack') this.#onNack(pdu);
    else if (isResponse(pdu)) this.#events.onLateResponse(pdu);
  }

  #onUnbind(pdu: Pdu<'unbind'>): void {
    this.#responses.write({ command: 'unbind_resp' }, pdu.sequence);
    this.#close({ kind: 'unbound by peer' });
  }

  #onNack({ sequence, status }: Pdu<'generic_nack'>): void {
    this.#requests.settled(sequence, { kind: 'nacked', status });
  }

  /** Only requests get an error response: otherwise two peers could exchange generic_nacks endlessly. */
  #onMalformed(error: PduError): void {
    this.#chatter.add();
    this.#events.onMalformed(error);
    const isResponse = error.recoverable && isResponseId(error.commandId);
    if (isResponse) this.#requests.settled(error.sequence, { kind: 'unreadable', error });
    else this.#responses.refuse(error);
    if (!error.recoverable) this.#close({ kind: 'malformed', error });
  }

  /** Pauses reading at the limits of requests in progress, of chatter, and of unsent responses. */
  #regulate(): void {
    if (this.#reason !== undefined) return;
    const isTooMuch = !this.#mayRead || this.#writer.backlog > MAX_BACKLOG;
    if (isTooMuch && !this.socket.isPaused()) this.socket.pause();
    if (!isTooMuch && this.socket.isPaused()) this.#resume();
  }

  /** Continues with what was received before the pause, which may reach a limit again. */
  #resume(): void {
    this.#read(() => this.#framer.continue());
    if (this.#reason === undefined && this.#mayRead && this.socket.isPaused()) this.socket.resume();
  }

  get #isBusy(): boolean {
    return this.#responses.count >= this.#settings.maxIncoming;
  }

  /** While reading is paused, silence says nothing about the peer. */
  async #enquire(): Promise<void> {
    if (!this.#mayRead) this.#heartbeat.heard();
    else await this.#requests.ask({ command: 'enquire_link' });
  }

  #idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#onIdle = resolve;
      this.#checkIdle();
    });
  }

  #checkIdle(): void {
    const isDone = this.inFlight === 0 && this.#responses.count === 0;
    if (isDone || this.#reason !== undefined) this.#onIdle?.();
  }

  #close(reason: CloseReason, flush = true): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#heartbeat.stop();
    this.#chatter.stop();
    if (flush) this.#writer.end();
    this.#requests.lose();
    this.#checkIdle();
    this.#events.onClose(reason);
  }
}
