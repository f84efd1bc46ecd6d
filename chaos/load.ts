import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { SendResponse } from '../src/flows/sending/order.ts';
import { type ClientLine, type Fate, type Journal, openJournal } from './journal.ts';
import { type Random, seeded } from './random.ts';
import type { SmppCustomers } from './smpp-customers.ts';
import { textOf, tokenOf } from './texts.ts';
/** Customers: they send to all nodes, repeat what was not answered where they have an Idempotency-Key, and note everything. */

export type LoadOptions = {
  seed: number;
  /** Requests per second. */
  rate: number;
  nodes: readonly string[];
  accounts: readonly { id: string; key: string }[];
  endpoint: string;
  file: string;
  /** A customer who sends some of the messages by SMPP. */
  smpp?: SmppCustomers | undefined;
};

/** Of all requests, where there is such a customer. */
const bySmpp = 0.4;

type Asked = Extract<ClientLine, { kind: 'asked' }>;
type Answer = { status: number; text: string };

const fates = { D: 90, F: 6, R: 4 } as const;
const answerMs = 10_000;
/** How long a customer repeats a request that has a key, counted from its first attempt. */
const patienceMs = 90_000;
/** Customers that wait for a response; more would only measure this process. */
const mostWaiting = 400;
const tickMs = 20;
/** The first request with the same key has not finished. */
const stillRunning = 409;

export class Load {
  readonly #options: LoadOptions;
  readonly #random: Random;
  readonly #journal: Journal<ClientLine>;
  readonly #agent = new Agent({ connections: 32, headersTimeout: answerMs, bodyTimeout: answerMs });
  readonly #run: string;
  readonly #waiting = new Set<Promise<void>>();
  #asked = 0;
  #stopping = false;

  constructor(options: LoadOptions) {
    this.#options = options;
    this.#random = seeded(options.seed, 'load');
    this.#journal = openJournal(options.file);
    this.#run = (options.seed % 36 ** 4).toString(36).padStart(4, '0');
  }

  get asked(): number {
    return this.#asked;
  }

  /** Runs until `stop`; resolves when no customer waits for a response any more. */
  async run(): Promise<void> {
    const began = performance.now();
    let due = 0;
    while (!this.#stopping) {
      due = ((performance.now() - began) / 1_000) * this.#options.rate;
      while (this.#asked < due && this.#waiting.size < mostWaiting) this.#begin();
      // Requests that could not be made in time are not made up for in a burst.
      if (this.#waiting.size >= mostWaiting) this.#asked = Math.max(this.#asked, Math.floor(due));
      await sleep(tickMs);
    }
    await Promise.all(this.#waiting);
    await this.#agent.close();
    this.#journal.close();
  }

  stop(): void {
    this.#stopping = true;
  }

  #begin(): void {
    const token = tokenOf(this.#run, this.#asked++);
    const { smpp } = this.#options;
    const asking = smpp?.isBound && this.#random.chance(bySmpp) ? this.#bySmpp(smpp, token) : this.#customer(token);
    const customer = asking.finally(() => this.#waiting.delete(customer));
    this.#waiting.add(customer);
  }

  async #customer(token: string): Promise<void> {
    const { asked, key, body } = this.#compose(token);
    this.#journal.write(asked);
    const headers = asked.key ? { 'idempotency-key': randomUUID() } : {};
    const isFinal = ({ status }: Answer) => status < 500 && status !== stillRunning;
    const answer = await this.#persist(asked.key, isFinal, () => this.#post('/v1/sms/messages', key, body, headers));
    const at = Date.now();
    if (typeof answer === 'string') this.#journal.write({ kind: 'unanswered', at, token, reason: answer });
    else if (answer.status === 202) await this.#onAccepted(asked, key, answer.text);
    else this.#journal.write({ kind: 'refused', at, token, status: answer.status, error: answer.text });
  }

  /** Sent only once: whether a submit without a response was accepted is unknown, and it has no key to identify it. */
  async #bySmpp(smpp: SmppCustomers, token: string): Promise<void> {
    const fate: Fate = this.#random.weighted(fates);
    const destinations = numbers(this.#random, 1);
    const base = { kind: 'asked', at: Date.now(), token, account: smpp.account, fate, destinations } as const;
    this.#journal.write({ ...base, parts: 1, scheduled: false, reports: true, key: false });
    const answer = await smpp.submit(textOf(token, fate, 1), destinations[0]!);
    const at = Date.now();
    if (typeof answer === 'string') this.#journal.write({ kind: 'unanswered', at, token, reason: answer });
    else if ('refused' in answer) this.#journal.write({ kind: 'refused', at, token, status: 0, error: answer.refused });
    else {
      const messages = [{ messageId: answer.messageId, destination: destinations[0]! }];
      this.#journal.write({ kind: 'accepted', at, token, scheduled: false, messages });
    }
  }

  async #onAccepted({ token }: Asked, key: string, text: string): Promise<void> {
    const { messages, status } = JSON.parse(text) as SendResponse;
    const scheduled = status === 'scheduled';
    this.#journal.write({ kind: 'accepted', at: Date.now(), token, scheduled, messages });
    if (!scheduled || !this.#random.chance(0.4)) return;
    await sleep(this.#random.between(0, 3_000));
    await this.#cancel(messages[0]!.messageId, key);
  }

  async #cancel(messageId: string, key: string): Promise<void> {
    const isFinal = ({ status }: Answer) => status < 500;
    const answer = await this.#persist(true, isFinal, () => this.#post(`/v1/sms/messages/${messageId}/cancel`, key));
    const at = Date.now();
    if (typeof answer === 'string') this.#journal.write({ kind: 'cancel unanswered', at, messageId });
    else if (answer.status === 200) this.#journal.write({ kind: 'cancelled', at, messageId });
    else if (answer.status === 409) this.#journal.write({ kind: 'too late', at, messageId });
    else throw new Error(`a cancel was answered with ${answer.status} ${answer.text}`);
  }

  /** An answer that settles the matter, or why there is none. */
  async #persist(
    again: boolean,
    isFinal: (answer: Answer) => boolean,
    ask: () => Promise<Answer>,
  ): Promise<Answer | string> {
    const until = Date.now() + patienceMs;
    for (;;) {
      const answer = await ask().catch((error: Error) => error.message || error.name);
      if (typeof answer !== 'string' && isFinal(answer)) return answer;
      if (!again || Date.now() > until) return typeof answer === 'string' ? answer : `${answer.status} ${answer.text}`;
      await sleep(this.#random.between(100, 1_000));
    }
  }

  async #post(path: string, key: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
    const answer = await request(this.#random.pick(this.#options.nodes) + path, {
      dispatcher: this.#agent,
      method: 'POST',
      headers: { apikey: key, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerMs),
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  }

  #compose(token: string): { asked: Asked; key: string; body: object } {
    const random = this.#random;
    const { id, key } = random.pick(this.#options.accounts);
    const fate: Fate = random.weighted(fates);
    const parts = random.chance(0.05) ? 2 : 1;
    const scheduled = random.chance(0.1);
    const reports = random.chance(0.9);
    const destinations = numbers(random, random.chance(0.02) ? random.between(11, 30) : random.chance(0.2) ? 2 : 1);
    const base = { kind: 'asked', at: Date.now(), token, account: id, fate, parts, scheduled, reports } as const;
    const body = {
      sender: 'Shop',
      destinations,
      message: { content: textOf(token, fate, parts) },
      ...(reports ? { deliveryReportUrl: `${this.#options.endpoint}/${token}`, priceReport: true } : {}),
      ...(scheduled ? { scheduledTime: Math.ceil(Date.now() / 1_000) + random.between(2, 8) } : {}),
    };
    return { asked: { ...base, destinations, key: random.chance(0.7) }, key, body };
  }
}

/** Different ones, so that a message is known by its request and its number. */
function numbers(random: Random, count: number): string[] {
  const first = random.between(0, 899_000);
  return Array.from({ length: count }, (_, index) => `+38640${100_000 + first + index}`);
}
