/** What a command_status of a submit response means for the message: accepted, slow down, retry later, or give up. */
export type SubmitVerdict = 'accepted' | 'throttled' | 'later' | 'refused';

type Status = { readonly code: number; readonly submit: SubmitVerdict; readonly meaning: string };

const status = (code: number, submit: SubmitVerdict, meaning: string): Status => ({ code, submit, meaning });

/** SMPP 3.4, section 5.1.3. `later` only where the same submit can succeed without changes, after a while or on another route. */
export const STATUSES = {
  ESME_ROK: status(0x00, 'accepted', 'no error'),
  ESME_RINVMSGLEN: status(0x01, 'refused', 'message length is invalid'),
  ESME_RINVCMDLEN: status(0x02, 'refused', 'command length is invalid'),
  ESME_RINVCMDID: status(0x03, 'refused', 'invalid command id'),
  ESME_RINVBNDSTS: status(0x04, 'later', 'incorrect bind status for given command'),
  ESME_RALYBND: status(0x05, 'later', 'already in bound state'),
  ESME_RINVPRTFLG: status(0x06, 'refused', 'invalid priority flag'),
  ESME_RINVREGDLVFLG: status(0x07, 'refused', 'invalid registered delivery flag'),
  ESME_RSYSERR: status(0x08, 'later', 'system error'),
  ESME_RINVSRCADR: status(0x0a, 'refused', 'invalid source address'),
  ESME_RINVDSTADR: status(0x0b, 'refused', 'invalid destination address'),
  ESME_RINVMSGID: status(0x0c, 'refused', 'message id is invalid'),
  ESME_RBINDFAIL: status(0x0d, 'later', 'bind failed'),
  ESME_RINVPASWD: status(0x0e, 'later', 'invalid password'),
  ESME_RINVSYSID: status(0x0f, 'later', 'invalid system id'),
  ESME_RCANCELFAIL: status(0x11, 'refused', 'cancel_sm failed'),
  ESME_RREPLACEFAIL: status(0x13, 'refused', 'replace_sm failed'),
  ESME_RMSGQFUL: status(0x14, 'later', 'message queue full'),
  ESME_RINVSERTYP: status(0x15, 'refused', 'invalid service type'),
  ESME_RINVNUMDESTS: status(0x33, 'refused', 'invalid number of destinations'),
  ESME_RINVDLNAME: status(0x34, 'refused', 'invalid distribution list name'),
  ESME_RINVDESTFLAG: status(0x40, 'refused', 'destination flag is invalid'),
  ESME_RINVSUBREP: status(0x42, 'refused', 'invalid submit with replace request'),
  ESME_RINVESMCLASS: status(0x43, 'refused', 'invalid esm_class'),
  ESME_RCNTSUBDL: status(0x44, 'refused', 'cannot submit to distribution list'),
  ESME_RSUBMITFAIL: status(0x45, 'refused', 'submit_sm failed'),
  ESME_RINVSRCTON: status(0x48, 'refused', 'invalid source address TON'),
  ESME_RINVSRCNPI: status(0x49, 'refused', 'invalid source address NPI'),
  ESME_RINVDSTTON: status(0x50, 'refused', 'invalid destination address TON'),
  ESME_RINVDSTNPI: status(0x51, 'refused', 'invalid destination address NPI'),
  ESME_RINVSYSTYP: status(0x53, 'later', 'invalid system type'),
  ESME_RINVREPFLAG: status(0x54, 'refused', 'invalid replace_if_present flag'),
  ESME_RINVNUMMSGS: status(0x55, 'refused', 'invalid number of messages'),
  ESME_RTHROTTLED: status(0x58, 'throttled', 'allowed message limit exceeded'),
  ESME_RINVSCHED: status(0x61, 'refused', 'invalid scheduled delivery time'),
  ESME_RINVEXPIRY: status(0x62, 'refused', 'invalid validity period'),
  ESME_RINVDFTMSGID: status(0x63, 'refused', 'predefined message is invalid or not found'),
  ESME_RX_T_APPN: status(0x64, 'later', 'receiver temporary application error'),
  ESME_RX_P_APPN: status(0x65, 'refused', 'receiver permanent application error'),
  ESME_RX_R_APPN: status(0x66, 'refused', 'receiver rejected the message'),
  ESME_RQUERYFAIL: status(0x67, 'refused', 'query_sm failed'),
  ESME_RINVOPTPARSTREAM: status(0xc0, 'refused', 'error in the optional part of the PDU body'),
  ESME_ROPTPARNOTALLWD: status(0xc1, 'refused', 'optional parameter not allowed'),
  ESME_RINVPARLEN: status(0xc2, 'refused', 'invalid parameter length'),
  ESME_RMISSINGOPTPARAM: status(0xc3, 'refused', 'expected optional parameter missing'),
  ESME_RINVOPTPARAMVAL: status(0xc4, 'refused', 'invalid optional parameter value'),
  ESME_RDELIVERYFAILURE: status(0xfe, 'refused', 'delivery failure'),
  ESME_RUNKNOWNERR: status(0xff, 'later', 'unknown error'),
  /** From SMPP 5.0; earlier versions have no status for it. */
  ESME_RINVDCS: status(0x104, 'refused', 'invalid data coding'),
} as const satisfies Record<string, Status>;

export type StatusName = keyof typeof STATUSES;

const byCode = new Map<number, { name: string; submit: SubmitVerdict; meaning: string }>(
  Object.entries(STATUSES).map(([name, { code, submit, meaning }]) => [code, { name, submit, meaning }]),
);

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
