import { Refusal, type SmsErrorCode } from '../../../domain/errors.ts';
import type { SendResponse } from '../../../flows/sending/order.ts';
import { ApiDisabled, type ApiFault, CompatError, type CompatReply, isWrongKey, textReply } from '../reply.ts';

export function accepted({ status }: Pick<SendResponse, 'status'>): CompatReply {
  return textReply(202, status === 'scheduled' ? '3: Queued for later delivery' : '0: Accepted for delivery');
}

/** Kannel's text, in front of Hermod's own; it has none for prices and contents. */
const texts: Readonly<Partial<Record<SmsErrorCode, string>>> = {
  2: 'Sender denied, rejected',
  3: 'Number(s) has/have been denied by white- and/or black-lists.',
  4: 'Sender denied, rejected',
  5: 'Deferred field misformed, rejected',
};

/** Kannel's clients give up after 4xx and retry after 503. */
export function refused(error: unknown, { status, text }: ApiFault): CompatReply {
  if (isWrongKey(error) || error instanceof ApiDisabled) return textReply(403, 'Authorization failed for sendsms');
  if (error instanceof CompatError) return textReply(error.status, error.message);
  if (error instanceof Refusal) return textReply(error.status, [reasonOf(error), error.message].join(' ').trim());
  if (status === 429 || status === 503) return textReply(503, 'Temporal failure, try again later.');
  return status < 500 ? textReply(status, text) : textReply(500, 'Sending failed.');
}

function reasonOf({ code, detail }: Refusal): string {
  return detail?.startsWith('deliveryReportUrl') ? 'DLR-URL field misformed, rejected' : (texts[code] ?? '');
}
