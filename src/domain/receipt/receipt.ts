import type { Event } from '../message/message.ts';

/** The final outcome of one part on the wire. */
export type PartFate = 'delivered' | 'failed' | 'rejected' | 'unknown';

const events: Readonly<Record<PartFate, Event>> = {
  delivered: 'receipt: delivered',
  failed: 'receipt: failed',
  rejected: 'receipt: rejected',
  unknown: 'receipt: unknown',
};

export function receiptEvent(fate: PartFate): Event {
  return events[fate];
}

/**
 * The outcome of a message from those of its parts (null: not known yet). One failed part is enough to fail the message; it
 * is delivered when all parts are, and unknown when no part is open.
 */
export function aggregate(parts: readonly (PartFate | null)[]): PartFate | undefined {
  if (parts.includes('failed')) return 'failed';
  if (parts.includes('rejected')) return 'rejected';
  if (parts.includes(null)) return undefined;
  return parts.includes('unknown') ? 'unknown' : 'delivered';
}

/** The format of a carrier's error code; other texts in its place are not shown. */
const code = /^[\w:.-]{1,24}$/;

/** The reason shown for a message that was not delivered. A code of zeros means no error. */
export function failureReason(fate: PartFate, error: string | undefined): string | undefined {
  const isFailure = fate === 'failed' || fate === 'rejected';
  if (!isFailure || error === undefined || !code.test(error) || /^[0:]*$/.test(error)) return undefined;
  return `carrier error ${error}`;
}
