import { randomFillSync } from 'node:crypto';

export type TraceContext = { readonly traceId: string; readonly spanId: string };
type CallerContext = TraceContext & { readonly sampled: boolean };

const pattern = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-|$)/;

/** Parses a `traceparent` header (W3C Trace Context); undefined if it is invalid. */
export function readTraceparent(header: unknown): CallerContext | undefined {
  if (typeof header !== 'string' || header.length > 512 || header.startsWith('ff')) return undefined;
  const [whole, traceId = '', spanId = '', flags = '', rest] = pattern.exec(header) ?? [];
  if (whole === undefined || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  // Only later versions may have fields after the flags.
  if (rest === '-' && header.startsWith('00')) return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function writeTraceparent({ traceId, spanId }: TraceContext, sampled: boolean): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
}

/**
 * The trace of a message, and its first span, derived from the message id: every process knows it, even after a crash, without
 * storing anything. The second half of a UUID is never all zeros.
 */
export function traceOf(id: string): TraceContext {
  const digits = id.replaceAll('-', '').toLowerCase();
  return { traceId: digits, spanId: digits.slice(16) };
}

const bytes = new Uint8Array(8);

export function newSpanId(): string {
  randomFillSync(bytes);
  bytes[0]! |= 1;
  return Buffer.from(bytes).toString('hex');
}

export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Whether a trace is recorded: as the caller decided (parentbased), or by its id, so that all processes agree. */
export type Sampler = (traceId: string, caller?: CallerContext) => boolean;

export function samplerOf(name: (typeof samplers)[number], ratio: number): Sampler {
  const follows = name.startsWith('parentbased_');
  const rule = name.replace('parentbased_', '');
  const share = rule === 'always_on' ? 1 : rule === 'always_off' ? 0 : ratio;
  return (traceId, caller) => (follows && caller !== undefined ? caller.sampled : partOf(traceId) < share);
}

/** The last 56 bits, which are random in a UUID of version 7 and in every trace id. */
function partOf(traceId: string): number {
  return Number.parseInt(traceId.slice(18), 16) / 2 ** 56;
}
