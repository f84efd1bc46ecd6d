import type { Event } from '../message/message.ts';

/** What became of one part on the wire. */
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
 * The fate of a message from those of its parts (null: not known yet). One part that failed decides; delivered only once
 * all are; unknown once nothing else can come.
 */
export function aggregate(parts: readonly (PartFate | null)[]): PartFate | undefined {
  if (parts.includes('failed')) return 'failed';
  if (parts.includes('rejected')) return 'rejected';
  if (parts.includes(null)) return undefined;
  return parts.includes('unknown') ? 'unknown' : 'delivered';
}

/** A carrier's code is a few characters; what else stands in its place is not worth showing. */
const code = /^[\w:.-]{1,24}$/;

/** What is told of a message that did not arrive. Zeros mean that there was no error. */
export function failureReason(fate: PartFate, error: string | undefined): string | undefined {
  const isFailure = fate === 'failed' || fate === 'rejected';
  if (!isFailure || error === undefined || !code.test(error) || /^[0:]*$/.test(error)) return undefined;
  return `carrier error ${error}`;
}
