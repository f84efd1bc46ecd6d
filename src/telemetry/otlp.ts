import type { Context } from './trace-context.ts';

export const kinds = { internal: 1, server: 2, client: 3 } as const;

type Value = string | number;
export type Attributes = Readonly<Record<string, Value | undefined>>;

export type Span = Context & {
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: keyof typeof kinds;
  /** Milliseconds since 1970. */
  readonly began: number;
  readonly ended: number;
  readonly attributes: Attributes;
  readonly links?: readonly Context[];
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
