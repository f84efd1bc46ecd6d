import { type CallAnswer, type Caller, createCaller } from '../../http-client/client.ts';
import type { Lookup } from '../../http-client/guard.ts';
import type { Log } from '../../telemetry/log.ts';
import type { Carrier, CarrierEvents, CarrierState, Handover, SubmitResult } from '../carrier.ts';
import type { CallOutcome, CallResult, Provider, ProviderAccount } from './provider.ts';
import { byStatus, restMs, wordOf } from './provider-description.ts';
import type { HttpSettings } from './settings.ts';

export type Opened = {
  readonly provider: Provider;
  readonly account: ProviderAccount;
  readonly settings: HttpSettings;
};

type HttpCarrierOptions = {
  readonly log?: Log | undefined;
  readonly lookup?: Lookup | undefined;
  /** Overrides the timeout of the URL. */
  readonly timeoutMs?: number;
};

type Submitted = {
  readonly message: Handover;
  readonly settle: (result: SubmitResult) => void;
  /** A call with several messages was refused, so each is sent alone to find the one at fault. */
  readonly alone: boolean;
};

/** One account with an HTTP provider. A call carries several messages where the provider supports it. */
class HttpCarrier implements Carrier {
  readonly #provider: Provider;
  readonly #account: ProviderAccount;
  readonly #settings: HttpSettings;
  readonly #events: CarrierEvents;
  readonly #log: Log | undefined;
  readonly #caller: Caller;
  readonly #waiting = new Gathered<Submitted>();
  /** Messages that have not settled. */
  #inHand = 0;
  #calls = 0;
  #isPlanned = false;
  #state: CarrierState;
  #stopped: Promise<void> | undefined;

  constructor({ provider, account, settings }: Opened, events: CarrierEvents, options: HttpCarrierOptions) {
    this.#provider = provider;
    this.#account = account;
    this.#settings = settings;
    this.#events = events;
    this.#log = options.log;
    this.#caller = createCaller({
      allow: settings.allow ?? [],
      timeoutMs: options.timeoutMs ?? settings.timeoutSeconds * 1_000,
      connections: settings.connections,
      lookup: options.lookup,
    });
    this.#state = { up: true, detail: new URL(account.base).host };
    queueMicrotask(() => this.#announce());
  }

  get state(): CarrierState {
    return this.#state;
  }

  get room(): number {
    return this.#state.up ? Math.max(0, this.#settings.window - this.#inHand) : 0;
  }

  get hasWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  submit(message: Handover): Promise<SubmitResult> {
    if (!this.state.up) return Promise.resolve(notSent);
    this.#inHand += 1;
    return new Promise((resolve) => {
      const settle = (result: SubmitResult) => {
        this.#inHand -= 1;
        resolve(result);
      };
      this.#add({ message, settle, alone: false });
    });
  }

  /** Gives back unsent messages immediately; running calls have the whole budget to be answered. */
  stop(budgetMs: number): Promise<void> {
    this.#stopped ??= this.#stop(budgetMs);
    return this.#stopped;
  }

  async #stop(budgetMs: number): Promise<void> {
    this.#end('stopping');
    this.#giveBack(notSent);
    await this.#caller.close(budgetMs);
    this.#giveBack(notSent);
    this.#end('stopped');
  }

  #end(detail: 'stopping' | 'stopped'): void {
    this.#state = { up: false, detail };
    this.#notify(() => this.#events.onState(this.#state));
  }

  #announce(): void {
    if (this.#stopped !== undefined) return;
    this.#notify(() => this.#events.onState(this.state));
    this.#notify(() => this.#events.onRoom());
  }

  #add(submitted: Submitted): void {
    this.#waiting.add(this.#keyOf(submitted), submitted);
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    // Messages of the same event-loop turn may share a call.
    setImmediate(() => {
      this.#isPlanned = false;
      this.#send();
    });
  }

  #keyOf({ message, alone }: Submitted): string {
    if (alone || this.#perCall === 1) return message.messageId;
    return `together ${this.#provider.together?.(message) ?? ''}`;
  }

  get #perCall(): number {
    return this.#settings.batch ? this.#provider.perCall : 1;
  }

  /** Starts as many calls as may run; further messages wait and may share a later call. */
  #send(): void {
    if (!this.state.up) this.#giveBack(notSent);
    while (this.#calls < this.#settings.connections && this.#waiting.size > 0) {
      this.#calls += 1;
      void this.#call(this.#waiting.take(this.#perCall));
    }
  }

  async #call(submitted: readonly Submitted[]): Promise<void> {
    const messages = submitted.map(({ message }) => message);
    const outcome = await this.#ask(messages);
    this.#calls -= 1;
    this.#settleAll(submitted, outcome);
    this.#send();
    this.#notify(() => this.#events.onRoom());
  }

  /** Never rejects: a provider may throw on an unexpected answer, or on a message that cannot be written. */
  async #ask(messages: readonly Handover[]): Promise<CallOutcome> {
    let answer: CallAnswer | undefined;
    try {
      answer = await this.#caller.call(this.#provider.request(messages, this.#account, new Date()));
      this.#rest(answer);
      return answer.status === undefined ? byStatus(answer) : this.#provider.judge(answer, messages);
    } catch (err) {
      const reason = (err as Error).message;
      this.#log?.error(
        { err, status: answer?.status },
        'a call of a carrier could not be written, or its answer not read',
      );
      const kind = answer?.sent === true ? 'unanswered' : 'refused';
      return { kind: 'all', result: { kind, reason } };
    }
  }

  #settleAll(submitted: readonly Submitted[], outcome: CallOutcome): void {
    if (outcome.kind === 'closed') {
      const result = { kind: 'later', reason: outcome.reason, throttled: false, scope: outcome.scope } as const;
      for (const each of submitted) this.#settle(each, { result });
      // Waiting messages would be refused as well.
      this.#giveBack(result);
      return;
    }
    if (outcome.kind === 'all' && outcome.result.kind === 'refused' && submitted.length > 1) {
      for (const each of submitted) this.#add({ ...each, alone: true });
      return;
    }
    for (const [index, each] of submitted.entries())
      this.#settle(each, outcome.kind === 'all' ? outcome : (outcome.results[index] ?? lost));
  }

  #settle({ settle }: Submitted, { result, word }: CallResult): void {
    settle(result);
    if (result.kind !== 'accepted' && word !== undefined) this.#notify(() => this.#events.onRefusal?.(word));
  }

  #rest(answer: CallAnswer): void {
    const ms = restMs(answer, Date.now());
    if (ms <= 0) return;
    this.#notify(() => this.#events.onRest?.(ms));
    this.#giveBack({ kind: 'later', reason: wordOf(answer.status), throttled: true });
  }

  #giveBack(result: SubmitResult): void {
    for (const { settle } of this.#waiting.takeAll()) settle(result);
  }

  /** An exception of the owner must not turn an accepted message into a refused one. */
  #notify(event: () => void): void {
    try {
      event();
    } catch (err) {
      this.#log?.error({ err }, 'an event of an HTTP carrier could not be handled');
    }
  }
}

const lost: CallResult = {
  result: { kind: 'unanswered', reason: 'the answer leaves this message out' },
  word: 'no answer',
};

const notSent: SubmitResult = { kind: 'later', reason: 'the service is stopping', throttled: false };

export const httpCarrier = (opened: Opened, events: CarrierEvents, options: HttpCarrierOptions = {}): Carrier =>
  new HttpCarrier(opened, events, options);

/** Items that wait to be sent, grouped by key; the keys take turns. */
export class Gathered<T> {
  readonly #byKey = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(key: string, item: T): void {
    const waiting = this.#byKey.get(key);
    if (waiting === undefined) this.#byKey.set(key, [item]);
    else waiting.push(item);
    this.#size += 1;
  }

  /** At most `most` items of the key whose turn it is; its other items go to the end of the queue. */
  take(most: number): T[] {
    const [first] = this.#byKey;
    if (first === undefined) return [];
    const [key, waiting] = first;
    this.#byKey.delete(key);
    const taken = waiting.length <= most ? waiting : waiting.slice(0, most);
    if (taken.length < waiting.length) this.#byKey.set(key, waiting.slice(most));
    this.#size -= taken.length;
    return taken;
  }

  takeAll(): T[] {
    const all = [...this.#byKey.values()].flat();
    this.#byKey.clear();
    this.#size = 0;
    return all;
  }
}
