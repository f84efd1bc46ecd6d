import { KeyRefused, Refusal, type SmsErrorCode } from '../../../domain/errors.ts';
import type { SendResponse } from '../../../flows/send.ts';
import { DoorClosed, WrongCredentials } from '../access.ts';
import type { Fault, Said } from '../reply.ts';
import { KannelFault } from './request.ts';

// Kannel itself calls it text/html.
const plain = (status: number, body: string): Said => ({ status, type: 'text/plain; charset=utf-8', body });

export function accepted({ status }: Pick<SendResponse, 'status'>): Said {
  return plain(202, status === 'scheduled' ? '3: Queued for later delivery' : '0: Accepted for delivery');
}

/** What Kannel would say before our own words; it has none for money and for texts. */
const words: Readonly<Partial<Record<SmsErrorCode, string>>> = {
  2: 'Sender denied, rejected',
  3: 'Number(s) has/have been denied by white- and/or black-lists.',
  4: 'Sender denied, rejected',
  5: 'Deferred field misformed, rejected',
};

/** Kannel's clients give up after 4xx and come again after 503. */
export function refused(error: unknown, { status, text }: Fault): Said {
  if (error instanceof WrongCredentials || error instanceof DoorClosed || error instanceof KeyRefused)
    return plain(403, 'Authorization failed for sendsms');
  if (error instanceof KannelFault) return plain(error.status, error.message);
  if (error instanceof Refusal) return plain(error.status, [reasonOf(error), error.message].join(' ').trim());
  if (status === 429 || status === 503) return plain(503, 'Temporal failure, try again later.');
  return status < 500 ? plain(status, text) : plain(500, 'Sending failed.');
}

function reasonOf({ code, detail }: Refusal): string {
  return detail?.startsWith('deliveryReportUrl') ? 'DLR-URL field misformed, rejected' : (words[code] ?? '');
}
