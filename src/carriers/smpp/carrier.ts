import { setTimeout as sleep } from 'node:timers/promises';
import type { Backoff } from '../../domain/backoff.ts';
import { split } from '../../domain/text/text.ts';
import { responseName } from '../../smpp/protocol/commands.ts';
import type { PduInput } from '../../smpp/protocol/pdu.ts';
import { statusCode, statusName } from '../../smpp/protocol/status.ts';
import type { RequestOutcome as Outcome } from '../../smpp/session/requests.ts';
import type { IncomingRequest, ResponsePdu, SessionSettings } from '../../smpp/session/session-events.ts';
import type { Log } from '../../telemetry/log.ts';
import type { Carrier, CarrierEvents, CarrierState, Handover, SubmitResult } from '../carrier.ts';
import type { Pace, Pausing } from '../pace.ts';
import { type BindGate, type LinkEvents, SmppLink } from './link.ts';
import { takeDelivery } from './receipt.ts';
import { readSettings, type SmppSettings } from './settings.ts';
import { messageResult, type PartResult, partResult, submitRequests } from './submit.ts';

export type SmppCarrierOptions = {
  readonly log?: Log;
  /** The rate limit of submits; the first part of each message is counted by the caller. */
  readonly pace?: Pace;
  /** Holds back binds that the carrier would refuse. */
  readonly gate?: BindGate;
  readonly backoff?: Backoff;
  /** The waits before a part that was not accepted is sent again, once the first part of its message was accepted. */
  readonly partPausesMs?: readonly number[];
  /** Overrides settings of the URL. */
  readonly session?: Partial<SessionSettings>;
};

/** Three seconds in all, after which the message is sent again from its first part. */
const PART_PAUSES_MS = [100, 200, 400, 800, 1_500];
/** A part is not sent again later than this after the first was accepted: the phone has to join them. */
const PART_PATIENCE_MS = 15_000;
/**
 * How long a submit may wait for its answer while the link is alive: six times the timeout, at least 30 s. Until then the answer may
 * still come; a waiting message only takes a place in the window.
 */
const PATIENCE_FACTOR = 6;
const LEAST_PATIENCE_MS = 30_000;

type Submit = PduInput<'submit_sm'>;

/** One bind (or pair of binds) to an SMSC, which is connected from its construction until it is stopped. */
class SmppCarrier implements Carrier {
  readonly #settings: SmppSettings;
  readonly #events: CarrierEvents;
  readonly #options: SmppCarrierOptions;
  readonly #link: SmppLink;
  readonly #abort = new AbortController();
  readonly #pausing: Pausing = {
    wait: (ms) => sleep(ms, undefined, this.#abort).catch(() => undefined),
    signal: this.#abort.signal,
  };
  #state: CarrierState;
  /** Messages that have not settled. */
  #inHand = 0;
  /** Parts of these that are not handed to the link yet. */
  #pendingParts = 0;
  #stopped: Promise<void> | undefined;
  #onIdle: (() => void) | undefined;

  constructor(settings: SmppSettings, events: CarrierEvents, options: SmppCarrierOptions) {
    this.#settings = settings;
    this.#events = events;
    this.#options = options;
    this.#link = new SmppLink(linkSettings(settings, options), this.#linkEvents());
    this.#state = this.#link.state;
  }

  get state(): CarrierState {
    return this.#state;
  }

  /** Places are kept for later parts. Messages beyond the room wait in a queue. */
  get room(): number {
    return this.#state.up ? Math.max(0, this.#link.room - this.#pendingParts) : 0;
  }

  async submit(message: Handover): Promise<SubmitResult> {
    if (!this.#state.up) return { kind: 'later', reason: `the link is down: ${this.#state.detail}`, throttled: false };
    this.#inHand++;
    try {
      return messageResult(await this.#sendAll(this.#requestsFor(message)), message.messageId);
    } catch (error) {
      // The text cannot be encoded, or has too many parts: another attempt would not change that.
      return { kind: 'refused', reason: (error as Error).message };
    } finally {
      this.#inHand--;
      if (this.#inHand === 0) this.#onIdle?.();
    }
  }

  /** Messages that are partly sent may finish in the first half of the time; then the link unbinds, which settles the rest. */
  stop(budgetMs: number): Promise<void> {
    this.#stopped ??= this.#stop(budgetMs);
    return this.#stopped;
  }

  async #stop(budgetMs: number): Promise<void> {
    const end = performance.now() + budgetMs;
    this.#onState({ up: false, detail: 'stopping' });
    this.#abort.abort();
    const cut = setTimeout(() => this.#onIdle?.(), budgetMs / 2);
    await this.#idle();
    clearTimeout(cut);
    await this.#link.stop(Math.max(0, end - performance.now()));
    await this.#idle();
  }

  get #isStopping(): boolean {
    return this.#stopped !== undefined;
  }

  #idle(): Promise<void> {
    if (this.#inHand === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onIdle = resolve;
    });
  }

  #requestsFor({ sender, destination, text, encoding, messageId, validUntil }: Handover): Submit[] {
    const message = { sender, destination, encoding, validUntil, reference: referenceFrom(messageId) };
    return submitRequests({ ...message, parts: split(text, encoding) }, this.#settings, new Date());
  }

  /** Later parts follow together, in order, once the first is accepted: until then, they might have to be sent again. */
  async #sendAll([first, ...rest]: Submit[]): Promise<PartResult[]> {
    if (rest.length === 0) return [await this.#send(first!)];
    this.#pendingParts += rest.length;
    const result = await this.#send(first!);
    const others = result.kind === 'accepted' ? await this.#sendRest(rest) : [];
    if (result.kind !== 'accepted') this.#pendingParts -= rest.length;
    // Places that were kept for parts may be free now, without an answer that would report it.
    this.#notify(() => this.#events.onRoom());
    return [result, ...others];
  }

  async #send(request: Submit): Promise<PartResult> {
    const outcome = await this.#link.request(request);
    if (statusOf(outcome) === statusCode('ESME_RINVBNDSTS')) this.#link.rebind(this.#settings.timeoutSeconds * 1_000);
    const result = partResult(outcome, this.#settings.ids);
    const refusal = refusalOf(outcome, result);
    if (refusal !== undefined) this.#notify(() => this.#events.onRefusal?.(refusal));
    return result;
  }

  #sendRest(parts: Submit[]): Promise<PartResult[]> {
    const until = performance.now() + PART_PATIENCE_MS;
    return Promise.all(parts.map((part) => this.#sendPatiently(part, until)));
  }

  /** Each attempt waits for its turn. A throttled part lowers the rate before it is sent again. */
  async #sendPatiently(request: Submit, until: number): Promise<PartResult> {
    let result = await this.#sendInTurn(request);
    for (const ms of this.#options.partPausesMs ?? PART_PAUSES_MS) {
      if (result.kind !== 'later' || this.#isStopping || performance.now() + ms > until) break;
      if (result.throttled) this.#options.pace?.complain();
      this.#pendingParts++;
      await this.#pausing.wait(ms);
      result = await this.#sendInTurn(request);
    }
    return result;
  }

  /** The part's place is kept until it is sent. */
  async #sendInTurn(request: Submit): Promise<PartResult> {
    const turn = this.#options.pace?.turn(this.#pausing);
    if (turn !== undefined) await turn;
    this.#pendingParts--;
    return this.#send(request);
  }

  #linkEvents(): LinkEvents {
    const { log } = this.#options;
    return {
      onRequest: (pdu) => this.#onRequest(pdu),
      onLateResponse: ({ sequence }) => log?.debug({ sequence }, 'an answer belongs to nothing that waits for one'),
      onMalformed: (err) => log?.warn({ err }, 'the carrier sent a malformed PDU'),
      onHandlerError: (err) => this.#report(err),
      onRoom: () => this.#events.onRoom(),
      onState: (state) => {
        // A bind that succeeds while stopping is useless.
        if (!this.#isStopping || state === 'stopped') this.#onState(this.#link.state);
      },
    };
  }

  #onState(state: CarrierState): void {
    if (state.detail === this.#state.detail) return;
    this.#state = state;
    this.#notify(() => this.#events.onState(state));
    if (state.up) this.#notify(() => this.#events.onRoom());
  }

  /** An exception of the owner must not turn an accepted message into a refused one. */
  #notify(event: () => void): void {
    try {
      event();
    } catch (error) {
      this.#report(error);
    }
  }

  #report(err: unknown): void {
    this.#options.log?.error({ err }, 'an event of the link could not be handled');
  }

  async #onRequest(pdu: IncomingRequest): Promise<ResponsePdu> {
    if (pdu.command !== 'deliver_sm' && pdu.command !== 'data_sm') {
      return { command: responseName(pdu.command), status: statusCode('ESME_RINVCMDID') };
    }
    return takeDelivery(pdu, this.#settings, this.#events, (err) =>
      this.#options.log?.error({ err }, 'what the carrier delivered could not be stored; it will come again'),
    );
  }
}

function linkSettings(settings: SmppSettings, { session, backoff, gate }: SmppCarrierOptions) {
  const { window, timeoutSeconds, enquireSeconds } = settings;
  const responseTimeoutMs = timeoutSeconds * 1_000;
  const patienceMs = Math.max(LEAST_PATIENCE_MS, PATIENCE_FACTOR * responseTimeoutMs);
  const fromUrl = { window, responseTimeoutMs, patienceMs, enquireLinkMs: enquireSeconds * 1_000 };
  return { ...settings, session: { ...fromUrl, ...session }, ...(backoff && { backoff }), ...(gate && { gate }) };
}

function statusOf(outcome: Outcome<'submit_sm'>): number | undefined {
  if (outcome.kind === 'answered') return outcome.response.status;
  if (outcome.kind === 'unreadable') return outcome.error.commandStatus;
  return outcome.kind === 'nacked' ? outcome.status : undefined;
}

/** The carrier's word for a refusal; undefined if nothing was sent. */
function refusalOf(outcome: Outcome<'submit_sm'>, { kind }: PartResult): string | undefined {
  if (kind === 'accepted') return undefined;
  if (kind === 'unanswered') return 'no answer';
  const status = statusOf(outcome);
  return status === undefined ? undefined : statusName(status);
}

/** The same reference for every attempt, so that a phone joins repeated parts with those it has. An id ends in random bits. */
const referenceFrom = (messageId: string): number => Number.parseInt(messageId.slice(-4), 16) || 0;

/** Throws a Problem for a wrong URL. No event comes before it has returned. */
export function smppCarrier(url: string, events: CarrierEvents, options: SmppCarrierOptions = {}): Carrier {
  return new SmppCarrier(readSettings(url), events, options);
}
