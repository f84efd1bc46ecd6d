import { newId } from '../../base/ids.ts';
import { Cache } from '../../domain/cache.ts';
import { type InboundText, inboundParts } from '../../domain/inbound/parts.ts';
import { countSegments } from '../../domain/text/text.ts';
import { DelayLine } from '../../smpp/session/fifo.ts';
import type { Log } from '../../telemetry/log.ts';
import type { Carrier, CarrierEvents, CarrierState, Handover, SubmitResult } from '../carrier.ts';
import { Deliveries, type Delivery } from './deliveries.ts';
import { type Answer, DELIVERED, type Fate, fateOf, OUTCOMES, type ReceiptState } from './magic-numbers.ts';
import { readSimulatorSettings, type SimulatorSettings } from './settings.ts';

export type SimulatorOptions = Partial<SimulatorSettings> & { readonly log?: Log };

/** Slow is this many times the usual delay. */
const SLOW = 20;
const THROTTLED_TRIES = 2;
const UNANSWERED_TRIES = 1;
/** Messages whose attempts are counted. */
const COUNTED = 10_000;

const UP: CarrierState = { up: true, detail: 'simulator: nothing leaves this process' };
const STOPPED: CarrierState = { up: false, detail: 'stopped' };

type Submitted = {
  readonly message: Handover;
  readonly fate: Fate;
  readonly result: SubmitResult;
  readonly settle: (result: SubmitResult) => void;
};

/** A carrier without a network. Its timers are queues of equal delays, cheap enough for load tests. */
class SimulatorCarrier implements Simulator {
  readonly #events: CarrierEvents;
  readonly #window: number;
  readonly #log: Log | undefined;
  readonly #answers: DelayLine<Submitted>;
  readonly #silences: DelayLine<Submitted>;
  readonly #receipts: DelayLine<Delivery>;
  readonly #slowReceipts: DelayLine<Delivery>;
  readonly #deliveries: Deliveries;
  readonly #tries = new Cache<string, number>(COUNTED);
  #state = UP;
  #inFlight = 0;
  #stopped: Promise<void> | undefined;
  /** Not from 0 in each process: two long texts between the same two numbers must not mix. */
  #reference = Math.floor(Math.random() * 256);

  constructor(events: CarrierEvents, settings: SimulatorSettings, log: Log | undefined) {
    const { answerDelayMs, answerTimeoutMs, receiptDelayMs, repeatDelayMs, window } = settings;
    this.#events = events;
    this.#window = window;
    this.#log = log;
    this.#deliveries = new Deliveries(repeatDelayMs, (err) =>
      log?.error({ err }, 'what the simulator delivered could not be stored; it will come again'),
    );
    const deliver = (delivery: Delivery) => this.#deliveries.push(delivery);
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

  async inbound(sender: string, recipient: string, text: string): Promise<boolean> {
    if (!this.#state.up) return false;
    const parts = this.#inboundDeliveries({ sender, recipient, text });
    const tried = parts.map((part) => new Promise<boolean>((resolve) => this.#deliveries.push(part, resolve)));
    return (await Promise.all(tried)).every(Boolean);
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

  #resultOf(message: Handover, answer: Answer): SubmitResult {
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

  /** Receipts and the echo of an accepted message. */
  #follow(message: Handover, fate: Fate, references: readonly string[]): void {
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

  /** Immediately while it stops. */
  #later(fate: Fate, delivery: Delivery): void {
    if (!this.#state.up) this.#deliveries.push(delivery);
    else if (fate.slow === true) this.#slowReceipts.push(delivery);
    else this.#receipts.push(delivery);
  }

  #inboundDeliveries(inbound: InboundText): Delivery[] {
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

function receiptEvent(reference: string, state: ReceiptState, destination: string) {
  const outcome = OUTCOMES[state];
  const error = outcome === 'failed' || outcome === 'rejected' ? '001' : undefined;
  const text = `id:${reference} stat:${state} err:${error ?? '000'}`;
  return { keys: [{ key: reference, certain: true }], outcome, destination, numbers: [destination], error, text };
}

export interface Simulator extends Carrier {
  /** Simulates an inbound message. False if it could not be stored; then it comes again. */
  inbound(sender: string, recipient: string, text: string): Promise<boolean>;
}

/** Settings that are left out have the defaults of `simulator:`. No event comes before it has returned. */
export function simulatorCarrier(events: CarrierEvents, { log, ...settings }: SimulatorOptions = {}): Simulator {
  return new SimulatorCarrier(events, { ...readSimulatorSettings('simulator:'), ...settings }, log);
}
