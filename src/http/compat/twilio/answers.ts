import { KeyRefused, Refusal } from '../../../domain/errors.ts';
import { DoorClosed, WrongCredentials } from '../access.ts';
import type { Fault, Said } from '../reply.ts';
import { TwilioFault } from './request.ts';

export const json = (status: number, body: unknown): Said => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

export function refused(error: unknown, fault: Fault): Said {
  const { code, message, status } = explained(error, fault);
  return json(status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });
}

type Explained = { readonly code: number; readonly message: string; readonly status: number };

const notActive = 20005;

function explained(error: unknown, { status, text: message }: Fault): Explained {
  if (error instanceof TwilioFault) return error;
  if (error instanceof DoorClosed)
    return { code: 20003, message: 'This account may not use this interface', status: 401 };
  if (error instanceof WrongCredentials || error instanceof KeyRefused)
    return { code: 20003, message: 'Authenticate', status: 401 };
  if (error instanceof Refusal) {
    const code = codeOf(error);
    return { code, message, status: code === notActive ? 403 : error.status };
  }
  return { code: byStatus[status] ?? (status < 500 ? 20001 : 20500), message, status };
}

const byStatus: Readonly<Record<number, number>> = { 401: 20003, 404: 20404, 429: 20429, 503: 20503 };

/** Our codes in Twilio's, which tell some apart that we do not. */
function codeOf({ code, detail = '' }: Refusal): number {
  switch (code) {
    case 1:
      return detail.startsWith('the message has more') ? 21617 : 21602;
    case 2:
      return 21212;
    case 3:
      return detail.startsWith('not in the price list') ? 21408 : 21211;
    case 4:
      return 21606;
    case 5:
      return 35114;
    case 6:
      return notActive;
    case 7:
      if (detail.startsWith('deliveryReportUrl')) return 21609;
      return detail === 'the account is suspended' ? notActive : 20001;
    case 8:
      return 20500;
  }
}
