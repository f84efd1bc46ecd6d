import { type StatusName, statusCode } from './status.ts';

/**
 * The one error of the codec. `recoverable`: the frame's borders were sound, so the peer is answered with `status` and the
 * link goes on. Not recoverable: where the next PDU starts is no longer known, so the link has to close.
 */
export class PduError extends Error {
  readonly recoverable: boolean;
  readonly status: number;
  /** Of the PDU at fault; 0 where it could not be read. */
  commandId = 0;
  commandStatus = 0;
  sequence = 0;

  constructor(message: string, status: StatusName, isRecoverable: boolean) {
    super(message);
    this.name = 'PduError';
    this.status = statusCode(status);
    this.recoverable = isRecoverable;
  }

  about(commandId: number, commandStatus: number, sequence: number): this {
    this.commandId = commandId;
    this.commandStatus = commandStatus;
    this.sequence = sequence;
    return this;
  }
}

export const recoverable = (status: StatusName, message: string): PduError => new PduError(message, status, true);

export const unrecoverable = (status: StatusName, message: string): PduError => new PduError(message, status, false);

/** Our own PDU cannot be written down: nothing has gone to the peer. */
export const encodeError = (message: string): PduError => new PduError(message, 'ESME_RINVPARLEN', true);
