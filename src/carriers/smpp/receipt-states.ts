import type { ReceiptOutcome } from '../carrier.ts';

export type ReceiptState =
  | 'SCHEDULED'
  | 'ENROUTE'
  | 'DELIVERED'
  | 'EXPIRED'
  | 'DELETED'
  | 'UNDELIVERABLE'
  | 'ACCEPTED'
  | 'UNKNOWN'
  | 'REJECTED'
  | 'SKIPPED';

export const OUTCOMES: Readonly<Record<ReceiptState, ReceiptOutcome>> = {
  SCHEDULED: 'no change',
  ENROUTE: 'no change',
  ACCEPTED: 'no change',
  DELIVERED: 'delivered',
  EXPIRED: 'failed',
  DELETED: 'failed',
  UNDELIVERABLE: 'failed',
  SKIPPED: 'failed',
  REJECTED: 'rejected',
  UNKNOWN: 'unknown',
};

/** The message_state parameter (SMPP 3.4, section 5.2.28; 0 and 9 are from 5.0). */
export const MESSAGE_STATES: readonly ReceiptState[] = [
  'SCHEDULED',
  'ENROUTE',
  'DELIVERED',
  'EXPIRED',
  'DELETED',
  'UNDELIVERABLE',
  'ACCEPTED',
  'UNKNOWN',
  'REJECTED',
  'SKIPPED',
];
