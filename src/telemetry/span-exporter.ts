import type { Log } from './log.ts';
import type { TraceContext } from './trace-context.ts';

/** Spans waiting to be sent, a few megabytes. More are dropped and counted. */
const mostWaiting = 8_192;
const batchSize = 512;
const everyMs = 1_000;
const timeoutMs = 10_000;

type ExporterOptions = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly encode: (spans: readonly Span[]) => string;
  readonly log: Log;
  /** Called with the number of spans and whether they were delivered. */
  readonly count: (outcome: 'exported' | 'dropped', spans: number) => void;
};

/** Sends one batch of spans at a time. No request waits for an unreachable collector; spans that cannot be sent are dropped. */
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
    if (this.#waiting.length >= batchSize) void this.#send();
  }

  /** Sends the remaining spans, for at most 2 s. */
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
      const spans = this.#waiting.slice(0, batchSize);
      this.#waiting = this.#waiting.slice(batchSize);
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
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the collector answered ${answer.status}`);
  }
}

const kinds = { internal: 1, server: 2, client: 3 } as const;

type Value = string | number;
export type Attributes = Readonly<Record<string, Value | undefined>>;

export type Span = TraceContext & {
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: keyof typeof kinds;
  /** Milliseconds since 1970. */
  readonly began: number;
  readonly ended: number;
  readonly attributes: Attributes;
  readonly links?: readonly TraceContext[];
  /** The error of a failed operation. */
  readonly error?: string | undefined;
};

/** The body of a POST to `/v1/traces`: OTLP as JSON. */
export function encodeSpans(resource: Attributes, scope: { name: string; version: string }, spans: readonly Span[]) {
  const scopeSpans = [{ scope, spans: spans.map(toSpan) }];
  return JSON.stringify({ resourceSpans: [{ resource: { attributes: toAttributes(resource) }, scopeSpans }] });
}

function toSpan({ traceId, spanId, parentSpanId, name, kind, began, ended, attributes, links, error }: Span) {
  return {
    traceId,
    spanId,
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    name,
    kind: kinds[kind],
    startTimeUnixNano: nanoseconds(began),
    endTimeUnixNano: nanoseconds(ended),
    attributes: toAttributes(attributes),
    ...(links === undefined || links.length === 0
      ? {}
      : { links: links.map((link) => ({ traceId: link.traceId, spanId: link.spanId })) }),
    ...(error === undefined ? {} : { status: { code: 2, message: error } }),
  };
}

/** As text: a JSON number loses the last digits. */
function nanoseconds(milliseconds: number): string {
  return `${Math.round(milliseconds * 1_000)}000`;
}

function toAttributes(attributes: Attributes) {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [{ key, value: typeof value === 'number' ? { intValue: `${value}` } : { stringValue: value } }],
  );
}
