import type { Log } from './log.ts';
import type { Span } from './otlp.ts';

/** Spans that wait to be sent: some megabytes. What comes beyond them is dropped, and counted. */
const mostWaiting = 8_192;
const mostInSet = 512;
const everyMs = 1_000;
const patienceMs = 10_000;

export type ExporterOptions = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly encode: (spans: readonly Span[]) => string;
  readonly log: Log;
  /** How many spans, and whether they have arrived. */
  readonly count: (outcome: 'exported' | 'dropped', spans: number) => void;
};

/**
 * Sends spans in sets, one set at a time. A collector that is away costs spans and nothing else: no request waits for it, and
 * what cannot be sent is not kept for later.
 */
export class Exporter {
  readonly #options: ExporterOptions;
  readonly #timer: NodeJS.Timeout;
  #waiting: Span[] = [];
  #sending: Promise<void> | undefined;

  constructor(options: ExporterOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.#send(), everyMs).unref();
  }

  add(span: Span): void {
    if (this.#waiting.length >= mostWaiting) {
      this.#options.count('dropped', 1);
      return;
    }
    this.#waiting.push(span);
    if (this.#waiting.length >= mostInSet) void this.#send();
  }

  /** Sends what is left; a collector that does not answer has two seconds. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    const limit = new Promise<void>((resolve) => void setTimeout(resolve, 2_000).unref());
    await Promise.race([limit, this.#send()]);
  }

  #send(): Promise<void> {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const spans = this.#waiting.slice(0, mostInSet);
      this.#waiting = this.#waiting.slice(mostInSet);
      const { count, log } = this.#options;
      try {
        await this.#post(spans);
        count('exported', spans.length);
      } catch (err) {
        count('dropped', spans.length);
        log.warn({ err }, 'spans could not be exported and are dropped');
      }
    }
  }

  async #post(spans: readonly Span[]): Promise<void> {
    const { url, headers, encode } = this.#options;
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: encode(spans),
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the collector answered ${answer.status}`);
  }
}
