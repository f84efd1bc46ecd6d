import { newId } from '../../base/ids.ts';
import { count, oneOf } from '../../config/setting.ts';
import { Cache } from '../../domain/cache.ts';
import { type InboundText, inboundParts } from '../../domain/inbound/parts.ts';
import { countSegments } from '../../domain/text/text.ts';
import { shortReceiptText } from '../../smpp/protocol/receipt.ts';
import { DelayLine, Fifo } from '../../smpp/session/fifo.ts';
import type { Log } from '../../telemetry/log.ts';
import type { Carrier, CarrierEvents, CarrierState, Handover, SubmitResult } from '../carrier.ts';
import { type ParameterValues, parameter, readParameters, wrongUrl } from '../carrier-url.ts';
import {
  DELIVERED,
  fateOf,
  type MagicAnswer,
  type MagicFate,
  type ReceiptStat,
  STAT_OUTCOMES,
} from './magic-numbers.ts';

export type SimulatorOptions = Partial<SimulatorSettings> & { readonly log?: Log };

/** Slow is this many times the usual delay. */
const SLOW = 20;
const THROTTLED_TRIES = 2;
const UNANSWERED_TRIES = 1;
const COUNTED = 10_000;

const UP: CarrierState = { up: true, detail: 'simulator: nothing leaves this process' };
const STOPPED: CarrierState = { up: false, detail: 'stopped' };

type Submitted = {
  readonly message: Handover;
  readonly fate: MagicFate;
  readonly result: SubmitResult;
  readonly settle: (result: SubmitResult) => void;
};

/** A carrier without a network. Its timers are queues of equal delays, cheap enough for load tests. */
class SimulatorCarrier implements Carrier {
  readonly #events: CarrierEvents;
  readonly #window: number;
  readonly #log: Log | undefined;
  readonly #answers: DelayLine<Submitted>;
  readonly #silences: DelayLine<Submitted>;
  readonly #receipts: DelayLine<SimulatedDelivery>;
  readonly #slowReceipts: DelayLine<SimulatedDelivery>;
  readonly #deliveries: Deliveries;
  readonly #tries = new Cache<string, number>(COUNTED);
  #state = UP;
  #inFlight = 0;
  #stopped: Promise<void> | undefined;
  /** Starts at random, not at 0: two long texts between the same two numbers must not mix. */
  #reference = Math.floor(Math.random() * 256);

  constructor(events: CarrierEvents, settings: SimulatorSettings, log: Log | undefined) {
    const { answerDelayMs, answerTimeoutMs, receiptDelayMs, repeatDelayMs, window } = settings;
    this.#events = events;
    this.#window = window;
    this.#log = log;
    this.#deliveries = new Deliveries(repeatDelayMs, (err) =>
      log?.error({ err }, 'what the simulator delivered could not be stored; it will come again'),
    );
    const deliver = (delivery: SimulatedDelivery) => this.#deliveries.push(delivery);
    this.#answers = new DelayLine(answerDelayMs, (submitted) => this.#answer(submitted));
    this.#silences = new DelayLine(answerTimeoutMs, (submitted) => this.#answer(submitted));
    this.#receipts = new DelayLine(receiptDelayMs, deliver);
    this.#slowReceipts = new DelayLine(receiptDelayMs * SLOW, deliver);
    queueMicrotask(() => this.#announce());
  }

  get state(): CarrierState {
    return this.#state;
  }

  get room(): number {
    return this.#state.up ? Math.max(0, this.#window - this.#inFlight) : 0;
  }

  submit(message: Handover): Promise<SubmitResult> {
    if (!this.#state.up)
      return Promise.resolve({ kind: 'later', reason: 'the simulator is stopped', throttled: false });
    const fate = fateOf(message.destination);
    const result = this.#resultOf(message, fate.answer);
    this.#inFlight++;
    const line = result.kind === 'unanswered' ? this.#silences : this.#answers;
    return new Promise((settle) => line.push({ message, fate, result, settle }));
  }

  /** Answers and receipts come immediately, since they would be lost with this process. */
  stop(budgetMs: number): Promise<void> {
    this.#stopped ??= this.#stop(budgetMs);
    return this.#stopped;
  }

  async #stop(budgetMs: number): Promise<void> {
    this.#state = STOPPED;
    this.#notify(() => this.#events.onState(STOPPED));
    for (const submitted of [...this.#answers.stop(), ...this.#silences.stop()]) this.#answer(submitted);
    for (const delivery of [...this.#receipts.stop(), ...this.#slowReceipts.stop()]) this.#deliveries.push(delivery);
    await this.#deliveries.stop(budgetMs);
  }

  #announce(): void {
    if (!this.#state.up) return;
    this.#notify(() => this.#events.onState(this.#state));
    this.#notify(() => this.#events.onRoom());
  }

  #resultOf(message: Handover, answer: MagicAnswer): SubmitResult {
    if (answer === 'refused') return { kind: 'refused', reason: 'a magic number asks for it' };
    if (answer === 'queue full') return { kind: 'later', reason: 'queue full', throttled: false };
    if (answer === 'throttled at first' && this.#isTryWithin(message, THROTTLED_TRIES)) {
      return { kind: 'later', reason: 'throttled', throttled: true };
    }
    if (answer === 'unanswered at first' && this.#isTryWithin(message, UNANSWERED_TRIES)) {
      return { kind: 'unanswered', reason: 'no answer in time' };
    }
    const parts = countSegments(message.text, message.encoding);
    return { kind: 'accepted', references: Array.from({ length: parts }, newId) };
  }

  #isTryWithin({ messageId }: Handover, most: number): boolean {
    const tries = (this.#tries.get(messageId) ?? 0) + 1;
    if (tries > most) this.#tries.delete(messageId);
    else this.#tries.set(messageId, tries);
    return tries <= most;
  }

  #answer({ message, fate, result, settle }: Submitted): void {
    this.#inFlight--;
    settle(result);
    if (result.kind === 'accepted') this.#follow(message, fate, result.references);
    else this.#notify(() => this.#events.onRefusal?.(result.kind === 'unanswered' ? 'no answer' : result.reason));
    this.#notify(() => this.#events.onRoom());
  }

  #follow(message: Handover, fate: MagicFate, references: readonly string[]): void {
    for (const [index, reference] of references.entries()) {
      const isPlain = fate.lastPartOnly === true && index < references.length - 1;
      for (const state of (isPlain ? DELIVERED : fate).receipts) {
        this.#later(fate, () => this.#events.onReceipt(receiptEvent(reference, state, message.destination)));
      }
    }
    if (fate.echo !== true) return;
    const back = { sender: message.destination, recipient: message.sender, text: message.text };
    for (const delivery of this.#inboundDeliveries(back)) this.#later(fate, delivery);
  }

  #later(fate: MagicFate, delivery: SimulatedDelivery): void {
    if (!this.#state.up) this.#deliveries.push(delivery);
    else if (fate.slow === true) this.#slowReceipts.push(delivery);
    else this.#receipts.push(delivery);
  }

  #inboundDeliveries(inbound: InboundText): SimulatedDelivery[] {
    this.#reference = (this.#reference + 1) & 0xff;
    return inboundParts(inbound, this.#reference).map((event) => () => this.#events.onInbound(event));
  }

  /** An exception would stop the queue that it came from, with everything in it. */
  #notify(event: () => void): void {
    try {
      event();
    } catch (err) {
      this.#log?.error({ err }, 'an event of the simulator could not be handled');
    }
  }
}

function receiptEvent(reference: string, state: ReceiptStat, destination: string) {
  const outcome = STAT_OUTCOMES[state];
  const error = outcome === 'failed' || outcome === 'rejected' ? '001' : undefined;
  const text = shortReceiptText(reference, state, error);
  return { keys: [{ key: reference, certain: true }], outcome, destination, numbers: [destination], error, text };
}

/** Settings that are left out have the defaults of `simulator:`. No event comes before it has returned. */
export function simulatorCarrier(events: CarrierEvents, { log, ...settings }: SimulatorOptions = {}): Carrier {
  return new SimulatorCarrier(events, { ...readSimulatorSettings('simulator:'), ...settings }, log);
}

const anHour = 3_600_000;

export const SIMULATOR_PARAMETERS = {
  answerDelayMs: parameter('answer_delay', '2', 'milliseconds until a hand-over is answered', count(0, anHour)),
  receiptDelayMs: parameter('receipt_delay', '500', 'milliseconds until the receipt', count(0, anHour)),
  answerTimeoutMs: parameter(
    'timeout',
    '1000',
    'milliseconds to wait for an answer that never comes',
    count(1, anHour),
  ),
  repeatDelayMs: parameter(
    'repeat_delay',
    '1000',
    'milliseconds until what could not be stored comes again',
    count(1, anHour),
  ),
  window: parameter('window', '1000', 'messages in flight per process', count(1, 100_000)),
  rate: parameter('rate', '0', 'messages a second and process; 0 for no limit', count(0, 1_000_000)),
  unanswered: parameter('unanswered', 'resend', 'hand-overs without an answer', oneOf('resend', 'unknown')),
} as const;

export type SimulatorSettings = ParameterValues<typeof SIMULATOR_PARAMETERS>;

/** `simulator:`, or `simulator:?receipt_delay=0`. Throws a Problem for anything else. */
export function readSimulatorSettings(url: string): SimulatorSettings {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== 'simulator:') throw wrongUrl('it is not a URL such as simulator:?receipt_delay=500');
  if (parsed.host !== '' || parsed.pathname !== '') throw wrongUrl('the simulator has no address, only parameters');
  return Object.freeze(readParameters(parsed.searchParams, SIMULATOR_PARAMETERS));
}

/** Hands one event over; rejects if it was not stored. */
type SimulatedDelivery = () => Promise<void>;

/** Events that the owner may be handling at a time; the others wait here, as they would in an SMSC. */
const MOST_IN_HAND = 1_000;

/** Receipts and inbound messages for the owner of the carrier. What could not be stored comes again after a delay. */
class Deliveries {
  readonly #waiting = new Fifo<SimulatedDelivery>();
  readonly #repeats: DelayLine<SimulatedDelivery>;
  readonly #onFailure: (error: unknown) => void;
  #inHand = 0;
  #isStopping = false;
  #onIdle: (() => void) | undefined;

  constructor(repeatDelayMs: number, onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
    this.#repeats = new DelayLine(repeatDelayMs, (delivery) => this.push(delivery));
  }

  push(delivery: SimulatedDelivery): void {
    this.#waiting.push(delivery);
    this.#handOver();
  }

  /** Hands over everything that waits, once, within the time. */
  async stop(budgetMs: number): Promise<void> {
    this.#isStopping = true;
    for (const delivery of this.#repeats.stop()) this.push(delivery);
    const cut = setTimeout(() => this.#onIdle?.(), budgetMs);
    if (this.#inHand > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    clearTimeout(cut);
    this.#waiting.takeAll();
  }

  #handOver(): void {
    while (this.#waiting.length > 0 && this.#inHand < MOST_IN_HAND) void this.#run(this.#waiting.shift()!);
  }

  async #run(delivery: SimulatedDelivery): Promise<void> {
    this.#inHand++;
    try {
      await delivery();
    } catch (error) {
      this.#onFailure(error);
      if (!this.#isStopping) this.#repeats.push(delivery);
    }
    this.#inHand--;
    this.#handOver();
    if (this.#inHand === 0) this.#onIdle?.();
  }
}
