import { KeyRefused, Refusal } from '../../../domain/errors.ts';
import type { SendResponse } from '../../../flows/send.ts';
import { DoorClosed, WrongCredentials } from '../access.ts';
import type { Fault, Said } from '../reply.ts';
import { JasminFault } from './request.ts';

const plain = (status: number, body: string): Said => ({ status, type: 'text/plain; charset=utf-8', body });

export const accepted = ({ messages }: Pick<SendResponse, 'messages'>): Said =>
  plain(200, `Success "${messages[0]!.messageId}"`);

export function refused(error: unknown, fault: Fault): Said {
  const [status, text] = explained(error, fault);
  return plain(status, `Error "${text.replaceAll('"', "'")}"`);
}

/** As the REST API passes it on: JSON, and without the quotation mark at the end. Who is not known gets 401. */
export function asJson({ status, body }: Said): Said {
  const text = body.replace(/"$/, '');
  const said = JSON.stringify(status === 200 ? { data: text } : { message: text });
  return { status, type: 'application/json; charset=utf-8', body: said };
}

export function refusedAsJson(error: unknown, fault: Fault): Said {
  const said = asJson(refused(error, fault));
  return error instanceof WrongCredentials ? { ...said, status: 401 } : said;
}

const noCharge = 'Cannot charge submit_sm, check RouterPB log file for details';
const notSent = 'Cannot send submit_sm, check SMPPClientManagerPB log file for details';

function explained(error: unknown, { status, text }: Fault): [status: number, text: string] {
  if (error instanceof JasminFault) return [error.status, error.message];
  if (error instanceof WrongCredentials || error instanceof KeyRefused)
    return [403, 'Authentication failure for username'];
  if (error instanceof DoorClosed) return [403, 'Authorization failed for username (Cannot send MT messages).'];
  if (error instanceof Refusal) return byCode(error);
  if (status === 429) return [403, 'User throughput exceeded'];
  return status === 500 ? [500, notSent] : [status, text];
}

/** Our own words follow Jasmin's, where those leave open what to change. */
function byCode({ code, detail = '', message }: Refusal): [status: number, text: string] {
  switch (code) {
    case 1:
      return [400, `Value filter failed for user (content filter mismatch). ${message}`];
    case 2:
    case 4:
      return [400, `Value filter failed for user (source_address filter mismatch). ${message}`];
    case 3:
      if (detail.startsWith('not in the price list')) return [412, 'No route found'];
      return [400, `Value filter failed for user (destination_address filter mismatch). ${message}`];
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
