import type { Socket } from 'node:net';
import { isRequestName, isResponseId, type RequestName, type ResponseName } from '../protocol/commands.ts';
import { decode, type Pdu, type PduInput } from '../protocol/pdu.ts';
import { PduError } from '../protocol/pdu-error.ts';
import { Framer } from './framing.ts';
import { Heartbeat } from './heartbeat.ts';
import type { Outcome } from './pending.ts';
import { Requests } from './requests.ts';
import { Answers } from './responses.ts';
import {
  type CloseReason,
  type IncomingRequest,
  SESSION_DEFAULTS,
  type SessionEvents,
  type SessionSettings,
  type Tap,
} from './session-events.ts';
import { Writer } from './writer.ts';

/** Answers that a peer does not read pile up no further than this. */
const MAX_BACKLOG = 1024 * 1024;
/** How long a socket may take to hand over its last bytes. */
const LINGER_MS = 1_000;
const SECOND = 1_000;

/** One SMPP connection, either end. It never throws from an event, and every request settles. */
export class Session {
  readonly socket: Socket;
  /** Settles when the socket is gone. */
  readonly closed: Promise<CloseReason>;
  #settings: SessionSettings;
  readonly #events: SessionEvents;
  readonly #writer: Writer;
  readonly #requests: Requests;
  readonly #answers: Answers;
  readonly #heartbeat: Heartbeat;
  readonly #framer: Framer;
  #tap: Tap | undefined;
  #isUnbinding = false;
  #chatter = 0;
  #chatterSince = 0;
  #quiet: NodeJS.Timeout | undefined;
  #reason: CloseReason | undefined;
  #onIdle: (() => void) | undefined;

  constructor(socket: Socket, events: SessionEvents, settings: Partial<SessionSettings> = {}) {
    this.socket = socket;
    this.#events = events;
    this.#settings = { ...SESSION_DEFAULTS, ...settings };
    const { responseTimeoutMs, enquireLinkMs, maxPduLength } = this.#settings;
    this.#writer = new Writer(socket, () => this.#onWritable());
    this.#requests = new Requests(this.#writer, this.#settings, {
      onSettled: () => this.#onSettled(),
      onMute: () => this.#giveUp({ kind: 'mute' }),
      onWornOut: () => void this.unbind(responseTimeoutMs, { kind: 'worn out' }),
    });
    this.#answers = new Answers(this.#writer, {
      onRequest: (pdu) => events.onRequest(pdu),
      onError: (error) => this.#report(error),
      onAnswered: () => this.#onAnswered(),
    });
    this.#heartbeat = new Heartbeat({
      everyMs: enquireLinkMs,
      owingMs: responseTimeoutMs,
      owedSince: () => this.#requests.owedSince,
      ask: () => this.#enquire(),
      onDead: () => this.#giveUp({ kind: 'silent' }),
    });
    this.#framer = new Framer(
      (frame) => this.#onFrame(frame),
      maxPduLength,
      () => this.#mayRead,
    );
    this.closed = this.#listen();
  }

  /** Shows every PDU of both sides to somebody who must not throw; undefined: to nobody any more. */
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

  /** Requests that would go out at once. */
  get room(): number {
    return this.#requests.room;
  }

  /** What was written last waits for the peer to read. */
  get isBlocked(): boolean {
    return this.#writer.isFull;
  }

  /** Since when the peer owes answers and has given none, by performance.now(). */
  get unansweredSince(): number | undefined {
    return this.#requests.unansweredSince;
  }

  get inFlight(): number {
    return this.#requests.inFlight;
  }

  /** Requests of the peer that are in our hands. */
  get incoming(): number {
    return this.#answers.count;
  }

  /** Changes what depends on who the peer is, which its bind has told. */
  adjust(settings: Pick<SessionSettings, 'window' | 'maxIncoming'>): void {
    this.#settings = { ...this.#settings, ...settings };
    this.#requests.resize(settings.window);
    this.#regulate();
  }

  /** Where the next session goes on, so that a late answer to this one means nothing there. */
  get nextSequence(): number {
    return this.#requests.nextSequence;
  }

  /** Never rejects. Waits in line while the window is full or the peer does not read. */
  request<C extends RequestName>(pdu: PduInput<C>): Promise<Outcome<C>> {
    return this.#requests.request(pdu);
  }

  /** Past the window, with an answer or none within the response timeout. */
  ask<C extends RequestName>(pdu: PduInput<C>): Promise<Outcome<C>> {
    return this.#requests.ask(pdu as PduInput<RequestName>) as Promise<Outcome<C>>;
  }

  /** Takes no more requests, lets both sides finish what they have in hand, and says goodbye, all within `budgetMs`. */
  async unbind(budgetMs: number, reason: CloseReason = { kind: 'unbound' }): Promise<CloseReason> {
    if (!this.isOpen) return this.closed;
    this.#isUnbinding = true;
    const isOver: CloseReason = reason.kind === 'unbound' ? { kind: 'closed' } : reason;
    const budget = setTimeout(() => this.#giveUp(isOver), budgetMs);
    this.#requests.stop();
    await this.#idle();
    await this.#requests.ask({ command: 'unbind' });
    this.#close(reason);
    await this.closed;
    clearTimeout(budget);
    return this.closed;
  }

  /** Without a word, but what was answered still goes out. */
  end(): void {
    this.#close({ kind: 'closed' });
  }

  /** At once and without a word. */
  close(): void {
    this.#giveUp({ kind: 'closed' });
  }

  /** What the peer has not read of ours by now had better not reach it: it will be sent again on another link. */
  #giveUp(reason: CloseReason): void {
    this.#close(reason, false);
    this.socket.destroy();
  }

  #listen(): Promise<CloseReason> {
    // Without it an answer waits for the ACK of the one before, 40 ms where the peer delays its ACKs.
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
    return !this.#isBusy && this.#quiet === undefined;
  }

  #onWritable(): void {
    this.#requests.fill();
    this.#regulate();
    this.#tell(() => this.#events.onRoom?.());
  }

  #onFrame(frame: Buffer): void {
    if (this.#reason !== undefined) return;
    this.#tap?.('in', frame);
    try {
      this.#onPdu(decode(frame));
    } catch (error) {
      if (error instanceof PduError) this.#onMalformed(error);
      else this.#report(error);
    }
  }

  #onPdu(pdu: Pdu): void {
    if (pdu.command === 'unbind') this.#onUnbind(pdu);
    else if (isWork(pdu)) void this.#answers.answer(pdu);
    else if (!isAnswer(pdu) || !this.#requests.answered(pdu)) this.#onChatter(pdu);
  }

  #onChatter(pdu: Exclude<Pdu, IncomingRequest>): void {
    this.#noteChatter();
    if (pdu.command === 'enquire_link') this.#answers.write({ command: 'enquire_link_resp' }, pdu.sequence);
    else if (pdu.command === 'generic_nack') this.#onNack(pdu);
    else if (isAnswer(pdu)) this.#tell(() => this.#events.onLateResponse?.(pdu));
    else if (pdu.command !== 'unbind') this.#tell(() => this.#events.onNotice?.(pdu));
  }

  #noteChatter(): void {
    const now = performance.now();
    if (now - this.#chatterSince >= SECOND) {
      this.#chatterSince = now;
      this.#chatter = 0;
    }
    this.#chatter += 1;
    if (this.#chatter <= this.#settings.maxChatter || this.#quiet !== undefined) return;
    this.#quiet = setTimeout(() => {
      this.#quiet = undefined;
      this.#regulate();
    }, SECOND);
  }

  #onUnbind(pdu: Pdu<'unbind'>): void {
    this.#answers.write({ command: 'unbind_resp' }, pdu.sequence);
    this.#close({ kind: 'unbound by peer' });
  }

  #onNack({ sequence, status }: Pdu<'generic_nack'>): void {
    this.#requests.settled(sequence, { kind: 'nacked', status });
  }

  /** A request is answered with the error; an answer is not, or two peers would trade generic_nacks for ever. */
  #onMalformed(error: PduError): void {
    this.#noteChatter();
    this.#tell(() => this.#events.onMalformed?.(error));
    const isResponse = error.recoverable && isResponseId(error.commandId);
    if (isResponse) this.#requests.settled(error.sequence, { kind: 'unreadable', error });
    else this.#answers.refuse(error);
    if (!error.recoverable) this.#close({ kind: 'malformed', error });
  }

  /** Stops reading while too much is in our hands, or while the peer does not take the answers it has got coming. */
  #regulate(): void {
    if (this.#reason !== undefined) return;
    const isTooMuch = !this.#mayRead || this.#writer.backlog > MAX_BACKLOG;
    if (isTooMuch && !this.socket.isPaused()) this.socket.pause();
    if (!isTooMuch && this.socket.isPaused()) this.#resume();
  }

  /** First what has been read and waits, which may be enough again. */
  #resume(): void {
    this.#read(() => this.#framer.goOn());
    if (this.#reason === undefined && this.#mayRead && this.socket.isPaused()) this.socket.resume();
  }

  get #isBusy(): boolean {
    return this.#answers.count >= this.#settings.maxIncoming;
  }

  /** Who does not listen cannot hear: while it is we who are busy, the silence is not the peer's. */
  async #enquire(): Promise<void> {
    if (this.#isBusy || this.#quiet !== undefined) this.#heartbeat.heard();
    else await this.#requests.ask({ command: 'enquire_link' });
  }

  #onAnswered(): void {
    this.#regulate();
    this.#checkIdle();
  }

  #onSettled(): void {
    this.#tell(() => this.#events.onRoom?.());
    this.#checkIdle();
  }

  #idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#onIdle = resolve;
      this.#checkIdle();
    });
  }

  #checkIdle(): void {
    const isDone = this.inFlight === 0 && this.#answers.count === 0;
    if (isDone || this.#reason !== undefined) this.#onIdle?.();
  }

  #close(reason: CloseReason, flush = true): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#heartbeat.stop();
    clearTimeout(this.#quiet);
    if (flush) {
      this.#writer.flush();
      this.#hangUp();
    }
    this.#requests.lose();
    this.#checkIdle();
    this.#tell(() => this.#events.onClose?.(reason));
  }

  /** Lets the last bytes out, but not for ever: a peer that does not read would keep the socket. */
  #hangUp(): void {
    if (this.socket.destroyed) return;
    this.socket.resume();
    this.socket.destroySoon();
    const linger = setTimeout(() => this.socket.destroy(), LINGER_MS);
    this.socket.once('close', () => clearTimeout(linger));
  }

  #tell(event: () => void): void {
    try {
      event();
    } catch (error) {
      this.#report(error);
    }
  }

  #report(error: unknown): void {
    try {
      this.#events.onHandlerError?.(error);
    } catch {
      // The owner's own report failed: there is nobody left to tell, and the link is worth more than the complaint.
    }
  }
}

function isWork(pdu: Pdu): pdu is IncomingRequest {
  return isRequestName(pdu.command) && pdu.command !== 'enquire_link' && pdu.command !== 'unbind';
}

function isAnswer(pdu: Pdu): pdu is Pdu<ResponseName> {
  return pdu.command.endsWith('_resp');
}
