import { Refusal } from '../../../domain/errors.ts';
import { ApiDisabled, type ApiFault, CompatError, type CompatReply, isWrongKey, jsonReply } from '../reply.ts';

export function refused(error: unknown, fault: ApiFault): CompatReply {
  const { code, message, status } = explained(error, fault);
  return jsonReply(status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });
}

type TwilioError = { readonly code: number; readonly message: string; readonly status: number };

const unauthorized = 20003;
const notActive = 20005;

function explained(error: unknown, { status, text: message }: ApiFault): TwilioError {
  if (error instanceof CompatError) return error;
  if (error instanceof ApiDisabled)
    return { code: unauthorized, message: 'This account may not use this interface', status: 401 };
  if (isWrongKey(error)) return { code: unauthorized, message: 'Authenticate', status: 401 };
  if (error instanceof Refusal) {
    const code = codeOf(error);
    return { code, message, status: code === notActive ? 403 : error.status };
  }
  return { code: byStatus[status] ?? (status < 500 ? 20001 : 20500), message, status };
}

const byStatus: Readonly<Record<number, number>> = { 401: unauthorized, 404: 20404, 429: 20429, 503: 20503 };

/** Twilio has different codes for some errors that share one of Hermod's. */
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
