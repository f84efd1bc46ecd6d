/** A simulated provider over loopback, built from the provider's documentation; a table holds the differences between providers. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { request as call } from 'undici';
import { newId } from '../../../src/base/ids.ts';
import type { ReceiptOutcome } from '../../../src/carriers/carrier.ts';
import { fateOf, type ReceiptStat } from '../../../src/carriers/simulator/magic-numbers.ts';

/** One message to one number, as the provider understood the call. */
export type Sent = {
  readonly to: string;
  readonly from: string;
  readonly text: string;
  /** The reference of the caller, if the protocol has one. */
  readonly id?: string;
};
export type Call = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
};
export type Reply = { readonly status: number; readonly headers?: Record<string, string>; readonly body: string };
/** What the provider sends to us, before signing. */
export type Outgoing = { readonly path: 'status' | 'inbound'; readonly type: string; readonly body: string };

export type Table = {
  readonly name: string;
  /** `user:password`, and the provider's own parameters. */
  readonly credentials: string;
  readonly query?: string;
  readonly description?: object;
  readonly signingSecret?: string;
  /** Outcomes that the provider cannot express. */
  readonly cannotSay: readonly ReceiptOutcome[];
  /** The provider's status for the outcome of a receipt. */
  readonly states: Partial<Record<ReceiptStat, string>>;
  /** Undefined if the call does not match the documentation: it is refused, and the test fails. */
  read(call: Call): readonly Sent[] | undefined;
  /** One id for each message. */
  readonly accepted: (sent: readonly Sent[], ids: readonly string[]) => Reply;
  refused: Reply;
  /** For calls in which each message has its own result. */
  readonly mixed?: (sent: readonly Sent[], ids: readonly (string | undefined)[]) => Reply;
  /** One id for all messages of a call. */
  readonly oneId?: boolean;
  receipt(id: string, sent: Sent, state: string): Outgoing;
  inbound(id: string, message: Sent): Outgoing;
  /** The headers that authenticate the request. */
  sign?(body: string, url: string): Record<string, string>;
  /** The key that the provider serves to verify its signatures. */
  readonly fetch?: (url: string) => Promise<string | undefined>;
};

export type Fault =
  | '301'
  | '401'
  | '500'
  | '429'
  | 'silence'
  | 'wrong JSON'
  | 'early callback'
  | 'callback twice'
  | 'cut';

export type StandInOptions = {
  readonly answerDelayMs?: number;
  readonly repeatDelayMs?: number;
  /** Base URL of the callbacks. */
  readonly callbackUrl: () => string;
};

const receiptDelayMs = 2;
const mostRepeats = 200;

export class StandIn {
  readonly table: Table;
  readonly calls: Call[] = [];
  readonly sent: Sent[] = [];
  /** Response statuses of the callbacks. */
  readonly answers: number[] = [];
  /** Calls that do not match the documentation. */
  readonly wrong: Call[] = [];
  /** Applies to every call while it is set. */
  fault: Fault | undefined;
  readonly #options: StandInOptions;
  readonly #server: Server;
  readonly #tries = new Map<string, number>();
  readonly #work = new Set<Promise<void>>();
  #isOver = false;

  constructor(table: Table, options: StandInOptions) {
    this.table = table;
    this.#options = options;
    this.#server = createServer((request, response) => this.#track(this.#take(request, response)));
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    this.#server.closeAllConnections();
    await Promise.all([...this.#work, new Promise<void>((resolve) => this.#server.close(() => resolve()))]);
  }

  /** A phone sends a message to one of our numbers. */
  inbound(message: Sent, id: string = newId()): Promise<number> {
    return this.deliver(this.table.inbound(id, message));
  }

  receipt(id: string, sent: Sent, state: ReceiptStat): Promise<number> {
    return this.deliver(this.table.receipt(id, sent, this.table.states[state]!));
  }

  /** Sends once, with these headers instead of the valid ones. */
  async post({ path, type, body }: Outgoing, headers?: Record<string, string>): Promise<number> {
    const url = `${this.#options.callbackUrl()}/${path}`;
    const signed = headers ?? this.table.sign?.(body, url) ?? {};
    const answer = await call(url, { method: 'POST', body, headers: { 'content-type': type, ...signed } });
    await answer.body.dump();
    this.answers.push(answer.statusCode);
    return answer.statusCode;
  }

  /** Repeats until the callback is accepted, as providers do. Returns the last status. */
  async deliver(outgoing: Outgoing): Promise<number> {
    for (let tries = 0; tries < mostRepeats && !this.#isOver; tries++) {
      const status = await this.post(outgoing).catch(() => 0);
      if (status >= 200 && status < 300) return status;
      await sleep(this.#options.repeatDelayMs ?? 10);
    }
    return 0;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = await read(request);
    this.calls.push(received);
    const sent = this.table.read(received);
    if (sent === undefined) this.wrong.push(received);
    const { reply, accepted } = this.#judge(sent);
    if (this.fault === 'early callback') await this.#tell(accepted);
    if (this.fault === 'cut') {
      response.destroy();
      return;
    }
    const delayMs = this.fault === 'silence' ? 60_000 : (this.#options.answerDelayMs ?? 0);
    if (delayMs > 0) await sleepUnless(delayMs, () => this.#isOver || response.destroyed);
    if (response.destroyed) return;
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(reply.body);
    if (this.fault === 'early callback') return;
    await sleep(receiptDelayMs);
    await this.#tell(accepted);
    if (this.fault === 'callback twice') await this.#tell(accepted);
  }

  #judge(sent: readonly Sent[] | undefined): { reply: Reply; accepted: [string, Sent][] } {
    const { accepted, refused, mixed, oneId } = this.table;
    const only = (reply: Reply) => ({ reply, accepted: [] });
    if (sent === undefined) return only(refused);
    if (this.fault === '301' || this.fault === '401') return only({ status: Number(this.fault), body: '{}' });
    if (this.fault === '500') return only({ status: 500, body: '{}' });
    if (this.fault === '429') return only({ status: 429, headers: { 'retry-after': '1' }, body: '{}' });
    if (this.fault === 'wrong JSON') return only({ status: accepted(sent, sent.map(newId)).status, body: '{"id":' });
    const answers = sent.map(({ to }) => fateOf(to).answer);
    if (answers.includes('queue full')) return only({ status: 503, body: '{}' });
    if (answers.includes('throttled at first') && this.#isEarly(sent))
      return only({ status: 429, headers: { 'retry-after': '0' }, body: '{}' });
    if (answers.includes('refused') && mixed === undefined) return only(refused);
    const id = newId();
    const ids = sent.map((each) => (oneId === true ? id : (each.id ?? newId())));
    this.sent.push(...sent);
    if (answers.includes('refused')) {
      const taken = ids.map((each, place) => (answers[place] === 'refused' ? undefined : each));
      const pairs = taken.flatMap((each, place): [string, Sent][] =>
        each === undefined ? [] : [[each, sent[place]!]],
      );
      return { reply: mixed!(sent, taken), accepted: pairs };
    }
    return { reply: accepted(sent, ids), accepted: ids.map((each, place): [string, Sent] => [each, sent[place]!]) };
  }

  /** Whether this is one of the first two attempts of a call to such a number. */
  #isEarly(sent: readonly Sent[]): boolean {
    const key = sent.map(({ to }) => to).join();
    const tries = (this.#tries.get(key) ?? 0) + 1;
    this.#tries.set(key, tries);
    return tries <= 2;
  }

  async #tell(accepted: readonly [string, Sent][]): Promise<void> {
    await Promise.all(
      accepted.map(async ([id, sent]) => {
        for (const state of fateOf(sent.to).receipts) {
          const word = this.table.states[state];
          if (word !== undefined) await this.deliver(this.table.receipt(id, sent, word));
        }
      }),
    );
  }

  #track(work: Promise<void>): void {
    this.#work.add(work);
    void work.catch(() => undefined).finally(() => this.#work.delete(work));
  }
}

export async function read(request: IncomingMessage): Promise<Call & { readonly bytes: Buffer }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = '', url: path = '', headers } = request;
  const bytes = Buffer.concat(chunks);
  return { method, path, headers: headers as Record<string, string>, body: bytes.toString(), bytes };
}

async function sleepUnless(ms: number, isOver: () => boolean): Promise<void> {
  const end = performance.now() + ms;
  while (performance.now() < end && !isOver()) await sleep(Math.min(10, Math.max(1, end - performance.now())));
}
