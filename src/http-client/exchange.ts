import { isAscii } from 'node:buffer';
import { describe } from './failure.ts';
import { type Reading, ResponseReader } from './response.ts';

/** What came of one POST. There is an `error` exactly if it is not `ok`; a `status` as soon as one came in. */
export type Attempt = {
  readonly ok: boolean;
  readonly status?: number;
  readonly error?: string;
  readonly durationMs: number;
  /** The beginning of the answer's body. */
  readonly answer: string;
  /** Nothing is there that could be called: no retry can end in another way. */
  readonly final?: boolean;
  /** Ended because the service stops: says nothing about the endpoint, and is best not recorded. */
  readonly stopped?: boolean;
};

/** Of the answer's body. */
const mostKept = 4 * 1024;

export type ExchangeOptions = {
  readonly request: string | Buffer;
  /** As the words about a failure name it. */
  readonly host: string;
  readonly timeoutMs: number;
  /** How much of the answer is wanted; little, if this is left out. */
  readonly reading?: Reading;
  /** Never sent a second time, whatever becomes of the connection: who asks cannot have it done twice. */
  readonly once?: boolean;
  /** Told at the time limit, if that comes before the answer. */
  readonly origin: { giveUp(exchange: Exchange): void };
  readonly settle: (attempt: Attempt, failure?: unknown) => void;
};

/** One request and its answer, with one time limit for all of it. */
export class Exchange {
  readonly response: ResponseReader;
  /** None as long as nothing was sent. */
  connection: { destroy(): void } | undefined;
  /** A connection is being opened because of this one. */
  dialled = false;
  /** It was sent once already, on a connection that was just going away, or must not be sent again. */
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

  /** After the status, nothing that fails changes anything: the endpoint has said whether it took the event. */
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

  finish(error = complaint(this.response.status), failure?: unknown): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    const { status, kept } = this.response;
    const durationMs = Math.round(performance.now() - this.#startedAt);
    // Who reads all of it does so by itself.
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

function complaint(status: number | undefined): string | undefined {
  if (status === undefined) return 'the connection was closed without an answer';
  if (status < 300) return undefined;
  return status < 400 ? `answered with status ${status}; redirects are not followed` : `answered with status ${status}`;
}

/**
 * At most 4 KiB of text that PostgreSQL can store: well-formed, without NUL. Cut twice, as each byte that is not UTF-8
 * grows to the three of U+FFFD. Decoding as a stream leaves out a character that the cut has halved.
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
