import { isAscii } from 'node:buffer';
import { describe } from './failure.ts';
import { type Reading, ResponseReader } from './response.ts';

/** The outcome of one request. There is an `error` exactly if it is not `ok`, and a `status` if the server sent one. */
export type Attempt = {
  readonly ok: boolean;
  readonly status?: number;
  readonly error?: string;
  readonly durationMs: number;
  /** The beginning of the answer's body. */
  readonly answer: string;
  /** The URL cannot be called, so no retry can succeed. */
  readonly final?: boolean;
  /** Ended because the service stops, so it says nothing about the endpoint and is not recorded. */
  readonly stopped?: boolean;
};

/** Bytes of the answer's body. */
const mostKept = 4 * 1024;

export type ExchangeOptions = {
  readonly request: string | Buffer;
  /** Named in error texts. */
  readonly host: string;
  readonly timeoutMs: number;
  /** How much of the answer is read; the first 4 KiB of the body if left out. */
  readonly reading?: Reading | undefined;
  /** Never sent a second time, even if its connection is lost. */
  readonly once?: boolean | undefined;
  /** Notified if the time limit passes before the answer. */
  readonly origin: { giveUp(exchange: Exchange): void };
  readonly settle: (attempt: Attempt, failure?: unknown) => void;
};

/** One request and its answer, with one time limit for both. */
export class Exchange {
  readonly response: ResponseReader;
  /** Undefined until the request is written. */
  connection: { destroy(): void } | undefined;
  /** A connection is being opened for this exchange. */
  dialled = false;
  /** It was already sent once, on a connection that the server was closing, or must not be sent again. */
  repeated: boolean;
  readonly #options: ExchangeOptions;
  readonly #startedAt = performance.now();
  readonly #timer: NodeJS.Timeout;
  #over = false;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.response = new ResponseReader(options.reading);
    this.repeated = options.once === true;
    this.#timer = setTimeout(expire, options.timeoutMs, this);
  }

  get request(): string | Buffer {
    return this.#options.request;
  }

  /** A failure after the status changes nothing: the endpoint has said whether it accepted the event. */
  fail(error: unknown): void {
    if (this.response.status !== undefined) this.finish();
    else this.finish(describe(error, this.#options.host).text, error);
  }

  expire(): void {
    const seconds = `${this.#options.timeoutMs / 1_000} s`;
    if (this.connection === undefined) this.finish(`no connection within ${seconds}`);
    else if (this.response.status === undefined) this.finish(`no answer within ${seconds}`);
    else this.finish(`the answer did not end within ${seconds}`);
    this.#options.origin.giveUp(this);
  }

  finish(error = errorOf(this.response.status), failure?: unknown): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    const { status, kept } = this.response;
    const durationMs = Math.round(performance.now() - this.#startedAt);
    // A caller with a reading of its own takes the body from the response.
    const answer = kept === undefined || this.#options.reading !== undefined ? '' : textOf(kept);
    if (error === undefined) this.#options.settle({ ok: true, status: status!, durationMs, answer });
    else
      this.#options.settle(
        { ok: false, ...(status === undefined ? {} : { status }), error, durationMs, answer },
        failure,
      );
  }
}

function expire(exchange: Exchange): void {
  exchange.expire();
}

function errorOf(status: number | undefined): string | undefined {
  if (status === undefined) return 'the connection was closed without an answer';
  if (status < 300) return undefined;
  return status < 400 ? `answered with status ${status}; redirects are not followed` : `answered with status ${status}`;
}

/**
 * At most 4 KiB of text that PostgreSQL can store: well-formed, without NUL. Cut twice, because each byte that is not UTF-8 becomes
 * the three bytes of U+FFFD. Decoding as a stream drops a character that was cut in half.
 */
function textOf(chunks: readonly Buffer[]): string {
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  const text = isAscii(bytes) ? bytes.toString('latin1', 0, mostKept).replaceAll('\0', '\ufffd') : beginning(bytes);
  return Buffer.byteLength(text) <= mostKept ? text : beginning(Buffer.from(text));
}

function beginning(bytes: Buffer): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, mostKept), { stream: true });
  return text.replaceAll('\0', '\ufffd');
}
