import { Refusal } from '../../../domain/errors.ts';
import type { SendResponse } from '../../../flows/sending/order.ts';
import {
  ApiDisabled,
  type ApiFault,
  CompatError,
  type CompatReply,
  isWrongKey,
  jsonReply,
  textReply,
  WrongCredentials,
} from '../reply.ts';

export const accepted = ({ messages }: Pick<SendResponse, 'messages'>): CompatReply =>
  textReply(200, `Success "${messages[0]!.messageId}"`);

export function refused(error: unknown, fault: ApiFault): CompatReply {
  const [status, text] = explained(error, fault);
  return textReply(status, `Error "${text.replaceAll('"', "'")}"`);
}

/** Jasmin's REST API passes the text on as JSON, without the closing quotation mark. */
export function asJson({ status, body }: CompatReply): CompatReply {
  const text = body.replace(/"$/, '');
  return jsonReply(status, status === 200 ? { data: text } : { message: text });
}

/** The REST API responds to wrong credentials with 401. */
export function refusedAsJson(error: unknown, fault: ApiFault): CompatReply {
  const reply = asJson(refused(error, fault));
  return error instanceof WrongCredentials ? { ...reply, status: 401 } : reply;
}

const noCharge = 'Cannot charge submit_sm, check RouterPB log file for details';
const notSent = 'Cannot send submit_sm, check SMPPClientManagerPB log file for details';

function explained(error: unknown, { status, text }: ApiFault): [status: number, text: string] {
  if (error instanceof CompatError) return [error.status, error.message];
  if (isWrongKey(error)) return [403, 'Authentication failure for username'];
  if (error instanceof ApiDisabled) return [403, 'Authorization failed for username (Cannot send MT messages).'];
  if (error instanceof Refusal) return byCode(error);
  if (status === 429) return [403, 'User throughput exceeded'];
  return status === 500 ? [500, notSent] : [status, text];
}

/** Hermod's own message follows Jasmin's text where that does not say what to change. */
function byCode({ code, detail = '', message }: Refusal): [status: number, text: string] {
  const mismatch = (filter: string): [number, string] => [
    400,
    `Value filter failed for user (${filter} filter mismatch). ${message}`,
  ];
  switch (code) {
    case 1:
      return mismatch('content');
    case 2:
    case 4:
      return mismatch('source_address');
    case 3:
      return detail.startsWith('not in the price list') ? [412, 'No route found'] : mismatch('destination_address');
    case 5:
      return [400, `Argument [sdt] has an invalid value. ${message}`];
    case 6:
      return [403, noCharge];
    case 7:
      return [400, message];
    case 8:
      return [500, notSent];
  }
}
