import type { ReceiptState } from '../../smpp/protocol/receipt.ts';
import type { ReceiptOutcome } from '../carrier.ts';

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
