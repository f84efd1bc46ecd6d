import { Overloaded } from '../../bounds/batch.ts';
import { LimitReached } from '../../bounds/limiter.ts';
import { databaseFault } from '../../database/fault.ts';
import { KeyRefused, NoCarrier, Refusal, type SmsErrorCode } from '../../domain/errors.ts';
import { IdempotencyConflict } from '../../flows/sending/order.ts';
import { type RequestName, responseName } from '../protocol/commands.ts';
import type { PduInput } from '../protocol/pdu.ts';
import { type StatusName, statusCode } from '../protocol/status.ts';
import type { ResponsePdu } from '../session/session-events.ts';

/** A request that is refused; it has changed nothing. */
export class SmppError extends Error {
  readonly status: StatusName;

  constructor(status: StatusName, detail: string) {
    super(detail);
    this.name = 'SmppError';
    this.status = status;
  }
}

/** The status for each application code of the HTTP API. Documented in docs/guides/smpp.md. */
export const codeStatuses: Readonly<Record<SmsErrorCode, StatusName>> = {
  1: 'ESME_RINVMSGLEN',
  2: 'ESME_RINVSRCADR',
  3: 'ESME_RINVDSTADR',
  4: 'ESME_RINVSRCADR',
  5: 'ESME_RINVSCHED',
  6: 'ESME_RSUBMITFAIL',
  7: 'ESME_RSUBMITFAIL',
  8: 'ESME_RSYSERR',
};

/** `isOurs`: the fault is in the service, so it is logged. */
export type SmppFault = { readonly status: StatusName; readonly text: string; readonly isOurs: boolean };

export function faultOf(error: unknown): SmppFault {
  const theirs = (status: StatusName, text: string): SmppFault => ({ status, text, isOurs: false });
  if (error instanceof SmppError) return theirs(error.status, error.message);
  if (error instanceof Refusal) return theirs(codeStatuses[error.code], error.message);
  if (error instanceof KeyRefused) return theirs('ESME_RSUBMITFAIL', 'The credential is not valid any more');
  if (error instanceof IdempotencyConflict) return theirs('ESME_RMSGQFUL', 'The same submit is still running');
  if (error instanceof LimitReached) return theirs('ESME_RTHROTTLED', 'Too many requests wait for their turn');
  if (error instanceof Overloaded) return theirs('ESME_RMSGQFUL', 'Too much is waiting; nothing was sent, try again');
  if (error instanceof NoCarrier) return { status: 'ESME_RSYSERR', text: error.message, isOurs: true };
  const text = databaseFault(error)?.text ?? 'System error';
  return { status: 'ESME_RSYSERR', text, isOurs: true };
}

/** The first version that allows additional_status_info_text in all responses. */
const withText = 0x50;
const longestText = 255;

/** An error response, which has no body. */
export function errorPdu(command: RequestName, status: StatusName, text = '', version = 0): ResponsePdu {
  const response = { command: responseName(command), status: statusCode(status) } as PduInput & ResponsePdu;
  if (text === '' || version < withText) return response;
  const shown = text.replaceAll(/[^ -~]/g, '?').slice(0, longestText);
  return { ...response, tlvs: { additional_status_info_text: shown } };
}
