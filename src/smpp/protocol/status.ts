/** What a command_status of a submit response means for the message: accepted, slow down, retry later, or give up. */
export type SubmitVerdict = 'accepted' | 'throttled' | 'later' | 'refused';

type StatusDefinition = { readonly code: number; readonly submit: SubmitVerdict };

const status = (code: number, submit: SubmitVerdict): StatusDefinition => ({ code, submit });

/** SMPP 3.4, section 5.1.3. `later` only where the same submit can succeed without changes, after a while or on another route. */
export const STATUSES = {
  ESME_ROK: status(0x00, 'accepted'),
  ESME_RINVMSGLEN: status(0x01, 'refused'),
  ESME_RINVCMDLEN: status(0x02, 'refused'),
  ESME_RINVCMDID: status(0x03, 'refused'),
  ESME_RINVBNDSTS: status(0x04, 'later'),
  ESME_RALYBND: status(0x05, 'later'),
  ESME_RINVPRTFLG: status(0x06, 'refused'),
  ESME_RINVREGDLVFLG: status(0x07, 'refused'),
  ESME_RSYSERR: status(0x08, 'later'),
  ESME_RINVSRCADR: status(0x0a, 'refused'),
  ESME_RINVDSTADR: status(0x0b, 'refused'),
  ESME_RINVMSGID: status(0x0c, 'refused'),
  ESME_RBINDFAIL: status(0x0d, 'later'),
  ESME_RINVPASWD: status(0x0e, 'later'),
  ESME_RINVSYSID: status(0x0f, 'later'),
  ESME_RCANCELFAIL: status(0x11, 'refused'),
  ESME_RREPLACEFAIL: status(0x13, 'refused'),
  ESME_RMSGQFUL: status(0x14, 'later'),
  ESME_RINVSERTYP: status(0x15, 'refused'),
  ESME_RINVNUMDESTS: status(0x33, 'refused'),
  ESME_RINVDLNAME: status(0x34, 'refused'),
  ESME_RINVDESTFLAG: status(0x40, 'refused'),
  ESME_RINVSUBREP: status(0x42, 'refused'),
  ESME_RINVESMCLASS: status(0x43, 'refused'),
  ESME_RCNTSUBDL: status(0x44, 'refused'),
  ESME_RSUBMITFAIL: status(0x45, 'refused'),
  ESME_RINVSRCTON: status(0x48, 'refused'),
  ESME_RINVSRCNPI: status(0x49, 'refused'),
  ESME_RINVDSTTON: status(0x50, 'refused'),
  ESME_RINVDSTNPI: status(0x51, 'refused'),
  ESME_RINVSYSTYP: status(0x53, 'later'),
  ESME_RINVREPFLAG: status(0x54, 'refused'),
  ESME_RINVNUMMSGS: status(0x55, 'refused'),
  ESME_RTHROTTLED: status(0x58, 'throttled'),
  ESME_RINVSCHED: status(0x61, 'refused'),
  ESME_RINVEXPIRY: status(0x62, 'refused'),
  ESME_RINVDFTMSGID: status(0x63, 'refused'),
  ESME_RX_T_APPN: status(0x64, 'later'),
  ESME_RX_P_APPN: status(0x65, 'refused'),
  ESME_RX_R_APPN: status(0x66, 'refused'),
  ESME_RQUERYFAIL: status(0x67, 'refused'),
  ESME_RINVOPTPARSTREAM: status(0xc0, 'refused'),
  ESME_ROPTPARNOTALLWD: status(0xc1, 'refused'),
  ESME_RINVPARLEN: status(0xc2, 'refused'),
  ESME_RMISSINGOPTPARAM: status(0xc3, 'refused'),
  ESME_RINVOPTPARAMVAL: status(0xc4, 'refused'),
  ESME_RDELIVERYFAILURE: status(0xfe, 'refused'),
  ESME_RUNKNOWNERR: status(0xff, 'later'),
  /** From SMPP 5.0; earlier versions have no status for it. */
  ESME_RINVDCS: status(0x104, 'refused'),
} as const satisfies Record<string, StatusDefinition>;

export type StatusName = keyof typeof STATUSES;

const byCode = new Map(Object.entries(STATUSES).map(([name, { code, submit }]) => [code, { name, submit }]));

export const statusCode = (name: StatusName): number => STATUSES[name].code;

/** For logs: `ESME_RTHROTTLED`, or the number of a vendor-specific status. */
export const statusName = (code: number): string => byCode.get(code)?.name ?? `0x${code.toString(16).padStart(8, '0')}`;

/** A vendor-specific status is not retried: retries until the validity ends would charge for what was never sent. */
export const submitVerdict = (code: number): SubmitVerdict => byCode.get(code)?.submit ?? 'refused';

/**
 * The only error of the codec. Recoverable: the frame boundaries are sound, so the peer gets `status` and the connection
 * continues. Not recoverable: the start of the next PDU is unknown, so the connection is closed.
 */
export class PduError extends Error {
  readonly recoverable: boolean;
  readonly status: number;
  /** Header of the PDU at fault; 0 where it could not be read. */
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
    return Object.assign(this, { commandId, commandStatus, sequence });
  }
}

export const recoverable = (status: StatusName, message: string): PduError => new PduError(message, status, true);

export const unrecoverable = (status: StatusName, message: string): PduError => new PduError(message, status, false);

/** One of our own PDUs cannot be encoded; nothing has been sent. */
export const encodeError = (message: string): PduError => new PduError(message, 'ESME_RINVPARLEN', true);
