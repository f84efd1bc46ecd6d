import type { Backoff } from '../../domain/backoff.ts';
import { split } from '../../domain/text/text.ts';
import { responseName } from '../../smpp/protocol/commands.ts';
import type { PduInput } from '../../smpp/protocol/pdu.ts';
import { statusCode, statusName } from '../../smpp/protocol/status.ts';
import type { RequestOutcome as Outcome } from '../../smpp/session/pending.ts';
import type { IncomingRequest, Reply, SessionSettings } from '../../smpp/session/session-events.ts';
import type { Log } from '../../telemetry/log.ts';
import type { Carrier, CarrierEvents, CarrierState, Handover, SubmitResult } from '../carrier.ts';
import type { Pace } from '../pace.ts';
import { takeDelivery } from './delivered.ts';
import { type BindGate, Link, type LinkEvents } from './link.ts';
import { LinkStates } from './link-states.ts';
import { messageResult, type PartResult, partResult } from './part-result.ts';
import { Pauses } from './pauses.ts';
import { readSettings, type SmppSettings } from './settings.ts';
import { submitRequests } from './submit.ts';

export type SmppCarrierOptions = {
  readonly log?: Log;
  /** How fast submits may follow each other; the first of each message is counted by whoever hands it in. */
  readonly pace?: Pace;
  /** What holds back binds that the carrier would refuse. */
  readonly gate?: BindGate;
  /** Before the connection is tried again. */
  readonly backoff?: Backoff;
  /** How often and after which waits a part that was not taken is sent again, once the first part of its message was. */
  readonly partPausesMs?: readonly number[];
  /** In place of what the URL says. */
  readonly session?: Partial<SessionSettings>;
};

/** Three seconds in all: a message half sent is worth that much of a wait, and is started anew after it. */
const PART_PAUSES_MS = [100, 200, 400, 800, 1_500];
/** No part is sent again later than this after the first one was taken: the phone has to put them together. */
const PART_PATIENCE_MS = 15_000;
/**
 * How long a submit may wait for its answer on a link that lives: six times the timeout, at least half a minute. Until then the
 * answer may still come, and counts; a message that waits so long costs a place of the window and nothing else.
 */
const PATIENCE_FACTOR = 6;
const LEAST_PATIENCE_MS = 30_000;

type Submit = PduInput<'submit_sm'>;

/** One bind (or pair of binds) to an SMSC. It connects by itself, from its making until it is stopped. */
class SmppCarrier implements Carrier {
  readonly #settings: SmppSettings;
  readonly #events: CarrierEvents;
  readonly #options: SmppCarrierOptions;
  readonly #states: LinkStates;
  readonly #link: Link;
  readonly #pauses = new Pauses();
  #state: CarrierState;
  /** Messages that have not settled. */
  #inHand = 0;
  /** Parts of these that the link does not have yet. */
  #owed = 0;
  #stopped: Promise<void> | undefined;
  #onIdle: (() => void) | undefined;

  constructor(settings: SmppSettings, events: CarrierEvents, options: SmppCarrierOptions) {
    this.#settings = settings;
    this.#events = events;
    this.#options = options;
    this.#states = new LinkStates(settings);
    this.#state = this.#states.current;
    this.#link = new Link(linkSettings(settings, options), this.#linkEvents());
  }

  get state(): CarrierState {
    return this.#state;
  }

  /** Parts still to come have their places kept. What is handed in beyond the room waits in line. */
  get room(): number {
    return this.#state.up ? Math.max(0, this.#link.room - this.#owed) : 0;
  }

  async submit(message: Handover): Promise<SubmitResult> {
    if (!this.#state.up) return { kind: 'later', reason: `the link is down: ${this.#state.detail}`, throttled: false };
    this.#inHand++;
    try {
      return messageResult(await this.#sendAll(this.#requestsFor(message)), message.messageId);
    } catch (error) {
      // The text cannot be written in its encoding, or takes more parts than can be counted: that will not change.
      return { kind: 'refused', reason: (error as Error).message };
    } finally {
      this.#inHand--;
      if (this.#inHand === 0) this.#onIdle?.();
    }
  }

  /** Messages half sent may finish in the first half of the time; then the link says goodbye, which settles the rest. */
  stop(budgetMs: number): Promise<void> {
    this.#stopped ??= this.#stop(budgetMs);
    return this.#stopped;
  }

  async #stop(budgetMs: number): Promise<void> {
    const end = performance.now() + budgetMs;
    this.#onState({ up: false, detail: 'stopping' });
    this.#pauses.end();
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

  /**
   * The first part asks for all: while it is not taken, nothing else leaves that would have to be sent again. The others
   * follow together, in order.
   */
  async #sendAll([first, ...rest]: Submit[]): Promise<PartResult[]> {
    if (rest.length === 0) return [await this.#send(first!)];
    this.#owed += rest.length;
    const result = await this.#send(first!);
    const others = result.kind === 'accepted' ? await this.#sendRest(rest) : [];
    if (result.kind !== 'accepted') this.#owed -= rest.length;
    // Places that were kept for parts may be free now, and no answer tells of that.
    this.#tell(() => this.#events.onRoom());
    return [result, ...others];
  }

  async #send(request: Submit): Promise<PartResult> {
    const outcome = await this.#link.request(request);
    if (statusOf(outcome) === statusCode('ESME_RINVBNDSTS')) this.#link.rebind(this.#settings.timeoutSeconds * 1_000);
    const result = partResult(outcome, this.#settings.ids);
    const refusal = refusalOf(outcome, result);
    if (refusal !== undefined) this.#tell(() => this.#events.onRefusal?.(refusal));
    return result;
  }

  #sendRest(parts: Submit[]): Promise<PartResult[]> {
    const until = performance.now() + PART_PATIENCE_MS;
    return Promise.all(parts.map((part) => this.#sendPatiently(part, until)));
  }

  /** Each try waits for its turn. A part that was too fast slows down all that follows, before it is tried again. */
  async #sendPatiently(request: Submit, until: number): Promise<PartResult> {
    let result = await this.#sendInTurn(request);
    for (const ms of this.#options.partPausesMs ?? PART_PAUSES_MS) {
      if (result.kind !== 'later' || this.#isStopping || performance.now() + ms > until) break;
      if (result.throttled) this.#options.pace?.complain();
      this.#owed++;
      await this.#pauses.wait(ms);
      result = await this.#sendInTurn(request);
    }
    return result;
  }

  /** Until then its place is owed. */
  async #sendInTurn(request: Submit): Promise<PartResult> {
    const turn = this.#options.pace?.turn(this.#pauses);
    if (turn !== undefined) await turn;
    this.#owed--;
    return this.#send(request);
  }

  #linkEvents(): LinkEvents {
    const { log } = this.#options;
    return {
      onRequest: (pdu) => this.#onRequest(pdu),
      onLateResponse: ({ sequence }) => log?.debug({ sequence }, 'an answer belongs to nothing that waits for one'),
      onMalformed: (err) => log?.warn({ err }, 'the carrier sent what is no SMPP'),
      onHandlerError: (err) => this.#report(err),
      onRoom: () => this.#events.onRoom(),
      onState: (state, role, why, waitMs) => {
        this.#states.set(role, { state, why, waitMs });
        // A bind that comes about during the last seconds is of no use to anybody.
        if (!this.#isStopping || state === 'stopped') this.#onState(this.#states.current);
      },
    };
  }

  #onState(state: CarrierState): void {
    if (state.detail === this.#state.detail) return;
    this.#state = state;
    this.#tell(() => this.#events.onState(state));
    if (state.up) this.#tell(() => this.#events.onRoom());
  }

  /** An owner's mistake must not turn an accepted message into a refused one. */
  #tell(event: () => void): void {
    try {
      event();
    } catch (error) {
      this.#report(error);
    }
  }

  #report(err: unknown): void {
    this.#options.log?.error({ err }, 'an event of the link could not be handled');
  }

  async #onRequest(pdu: IncomingRequest): Promise<Reply> {
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

/** What did not even leave is no word of the carrier. */
function refusalOf(outcome: Outcome<'submit_sm'>, { kind }: PartResult): string | undefined {
  if (kind === 'accepted') return undefined;
  if (kind === 'unanswered') return 'no answer';
  const status = statusOf(outcome);
  return status === undefined ? undefined : statusName(status);
}

/** The same at every try, so that a phone joins the parts of a repeated send with those it has. An id ends in random bits. */
const referenceFrom = (messageId: string): number => Number.parseInt(messageId.slice(-4), 16) || 0;

/** Throws a Problem for a wrong URL. No event comes before it has returned. */
export function smppCarrier(url: string, events: CarrierEvents, options: SmppCarrierOptions = {}): Carrier {
  return new SmppCarrier(readSettings(url), events, options);
}
