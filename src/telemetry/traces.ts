import { hostname } from 'node:os';
import { version } from '../base/version.ts';
import type { Config } from '../config/config.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { type Attributes, Exporter, encodeSpans, type Span } from './span-exporter.ts';
import {
  newSpanId,
  readTraceparent,
  type Sampler,
  samplerOf,
  type TraceContext,
  traceOf,
  writeTraceparent,
} from './trace-context.ts';

/** Links of the span of a request; every recipient has its own trace. */
const mostLinks = 32;

type Accepted = {
  /** By `performance.now()`. */
  readonly began: number;
  readonly name: string;
  /** The header of the caller, unchecked. */
  readonly traceparent?: unknown;
  readonly attributes: Attributes;
  readonly answer: string;
};

/** OpenTelemetry traces. No span contains phone numbers, texts or URLs. */
export class Traces {
  readonly #exporter: Exporter;
  readonly #isSampled: Sampler;

  constructor(exporter: Exporter, sampler: Sampler) {
    this.#exporter = exporter;
    this.#isSampled = sampler;
  }

  /**
   * Records an answered send request: its span, in the caller's trace if there is one, and the first span of each message. Without
   * a caller, the request is the first span of its first message: one trace up to the last webhook.
   */
  accepted({ began, name, traceparent, attributes, answer }: Accepted): void {
    const { messages } = JSON.parse(answer) as { messages: { messageId: string }[] };
    const caller = readTraceparent(traceparent);
    const roots = messages.map(({ messageId }) => traceOf(messageId));
    const request = caller ? { traceId: caller.traceId, spanId: newSpanId() } : roots[0]!;
    const time = { began: performance.timeOrigin + began, ended: performance.timeOrigin + performance.now() };
    const others = (caller ? roots : roots.slice(1)).filter(({ traceId }) => this.#isSampled(traceId));
    if (this.#isSampled(request.traceId, caller))
      this.#exporter.add({
        ...request,
        ...time,
        parentSpanId: caller?.spanId,
        name,
        kind: 'server',
        attributes: { ...attributes, 'hermod.messages': messages.length },
        links: others.slice(0, mostLinks),
      });
    for (const root of others)
      this.#exporter.add({
        ...root,
        ...time,
        parentSpanId: undefined,
        name: 'accept message',
        kind: 'internal',
        attributes: {},
        links: [request],
      });
  }

  /** Records a submit to a carrier, from `began` (milliseconds since 1970) until now. */
  submitted(messageId: string, began: number, carrierId: string, outcome: string): void {
    const error = outcome === 'accepted' ? undefined : outcome;
    this.#child(messageId, newSpanId(), {
      name: 'submit to carrier',
      began,
      ended: Date.now(),
      attributes: { 'hermod.carrier_id': carrierId, 'hermod.outcome': outcome },
      error,
    });
  }

  /** The span of a webhook that is about to be sent, and the header for its receiver. */
  webhook(subjectId: string): { readonly span: TraceContext; readonly headers: { readonly traceparent: string } } {
    const { traceId } = traceOf(subjectId);
    const span = { traceId, spanId: newSpanId() };
    return { span, headers: { traceparent: writeTraceparent(span, this.#isSampled(traceId)) } };
  }

  posted(span: TraceContext, subjectId: string, began: number, details: Attributes, error: string | undefined): void {
    const time = { began, ended: Date.now() };
    this.#child(subjectId, span.spanId, { name: 'POST webhook', ...time, attributes: details, error });
  }

  stop(): Promise<void> {
    return this.#exporter.stop();
  }

  #child(id: string, spanId: string, rest: Pick<Span, 'name' | 'began' | 'ended' | 'attributes' | 'error'>): void {
    const { traceId, spanId: parentSpanId } = traceOf(id);
    if (this.#isSampled(traceId)) this.#exporter.add({ traceId, spanId, parentSpanId, kind: 'client', ...rest });
  }
}

export function createTraces(config: Config, log: Log, metrics: Metrics, slot: number): Traces | undefined {
  const { otlpEndpoint, otlpHeaders, otelServiceName, tracesSampler, tracesRatio } = config;
  if (otlpEndpoint === undefined) return undefined;
  const resource = {
    'service.name': otelServiceName,
    'service.version': version,
    'service.instance.id': `${hostname()} ${slot}`,
  };
  const exporter = new Exporter({
    url: `${otlpEndpoint.replace(/\/$/, '')}/v1/traces`,
    headers: otlpHeaders ?? {},
    encode: (spans) => encodeSpans(resource, { name: 'hermod', version }, spans),
    log,
    count: (outcome, spans) => metrics.spans.inc({ outcome }, spans),
  });
  return new Traces(exporter, samplerOf(tracesSampler, tracesRatio));
}
