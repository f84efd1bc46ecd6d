import type { Dispatcher } from 'undici';
import { describe } from './failure.ts';

/** What came of one POST. There is an `error` exactly if it is not `ok`; a `status` as soon as one came in. */
export type Attempt = {
  readonly ok: boolean;
  readonly status?: number;
  readonly error?: string;
  readonly durationMs: number;
  /** The beginning of the answer's body. */
  readonly answer: string;
  /** Ended because the service stops: says nothing about the endpoint, and is best not recorded. */
  readonly stopped?: boolean;
};

/** Read at most, so that no endpoint can keep us busy; an answer longer than that counts by its status. */
const mostRead = 16 * 1024;
const mostKept = 4 * 1024;

/** Ends the connection as well: what is left of this answer would come before the next one. */
const enough = new Error('the exchange is over');

/**
 * One request and its answer, on undici's lowest level: its promises only give in to a time limit once there is a
 * connection, and its streams cost about 5 % of the throughput.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #host: string;
  readonly #timeoutMs: number;
  readonly #settle: (attempt: Attempt, failure?: unknown) => void;
  readonly #startedAt = performance.now();
  readonly #timer: NodeJS.Timeout;
  readonly #kept: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #status: number | undefined;
  #read = 0;
  #over = false;

  constructor(host: string, timeoutMs: number, settle: (attempt: Attempt, failure?: unknown) => void) {
    this.#host = host;
    this.#timeoutMs = timeoutMs;
    this.#settle = settle;
    this.#timer = setTimeout(() => this.#expire(), timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Given up while it waited for a connection: nothing may be sent any more. Thrown and not aborted, as the connection
    // is still good for those who wait behind.
    if (this.#over) throw enough;
  }

  /** Also called for 1xx, which is not the answer yet. */
  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    if (status >= 200) this.#status = status;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#read < mostKept) this.#kept.push(chunk);
    this.#read += chunk.length;
    if (this.#read <= mostRead) return;
    this.#finish();
    controller.abort(enough);
  }

  onResponseEnd(): void {
    this.#finish();
  }

  /** After the status, a broken connection changes nothing: the endpoint has said whether it took the event. */
  onResponseError(_controller: unknown, error: Error): void {
    if (this.#status !== undefined) this.#finish();
    else this.#finish(describe(error, this.#host).text, error);
  }

  #expire(): void {
    const seconds = `${this.#timeoutMs / 1_000} s`;
    if (this.#controller === undefined) this.#finish(`no connection within ${seconds}`);
    else if (this.#status === undefined) this.#finish(`no answer within ${seconds}`);
    else this.#finish(`the answer did not end within ${seconds}`);
    this.#controller?.abort(enough);
  }

  #finish(error = complaint(this.#status), failure?: unknown): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    const status = this.#status === undefined ? {} : { status: this.#status };
    const durationMs = Math.round(performance.now() - this.#startedAt);
    const answer = this.#kept.length === 0 ? '' : textOf(this.#kept);
    this.#settle(
      { ok: error === undefined, ...status, ...(error === undefined ? {} : { error }), durationMs, answer },
      failure,
    );
  }
}

function complaint(status: number | undefined): string | undefined {
  if (status === undefined) return 'the connection was closed without an answer';
  if (status < 300) return undefined;
  return status < 400 ? `answered with status ${status}; redirects are not followed` : `answered with status ${status}`;
}

/**
 * At most 4 KiB of text that PostgreSQL can store: well-formed, without NUL. Cut twice, as each byte that is not UTF-8
 * grows to the three of U+FFFD. Decoding as a stream leaves out a character that the cut has halved.
 */
function textOf(chunks: Buffer[]): string {
  const text = beginning(Buffer.concat(chunks));
  return Buffer.byteLength(text) <= mostKept ? text : beginning(Buffer.from(text));
}

function beginning(bytes: Buffer): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, mostKept), { stream: true });
  return text.replaceAll('\0', '\ufffd');
}
