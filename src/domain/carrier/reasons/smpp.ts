import { codeTable } from './meanings.ts';

/** The command statuses of SMPP 3.4, section 5.1.3, and ESME_RINVDCS of 5.0, as answers to a submit. */
export const smppStatuses = codeTable({
  'too long': 'ESME_RINVMSGLEN',
  configuration:
    'ESME_RINVCMDLEN ESME_RINVCMDID ESME_RINVPRTFLG ESME_RINVREGDLVFLG ESME_RINVMSGID ESME_RINVSERTYP ESME_RINVNUMDESTS ' +
    'ESME_RINVDLNAME ESME_RINVDESTFLAG ESME_RINVSUBREP ESME_RINVESMCLASS ESME_RCNTSUBDL ESME_RINVREPFLAG ESME_RINVNUMMSGS ' +
    'ESME_RINVSCHED ESME_RINVEXPIRY ESME_RINVDFTMSGID ESME_RQUERYFAIL ESME_RINVOPTPARSTREAM ESME_ROPTPARNOTALLWD ' +
    'ESME_RINVPARLEN ESME_RMISSINGOPTPARAM ESME_RINVOPTPARAMVAL ESME_RCANCELFAIL ESME_RREPLACEFAIL',
  credentials: 'ESME_RINVPASWD ESME_RINVSYSID ESME_RINVSYSTYP ESME_RBINDFAIL',
  'connection lost': 'ESME_RINVBNDSTS ESME_RALYBND',
  sender: 'ESME_RINVSRCADR ESME_RINVSRCTON ESME_RINVSRCNPI',
  'invalid number': 'ESME_RINVDSTADR ESME_RINVDSTTON ESME_RINVDSTNPI',
  'queue full': 'ESME_RMSGQFUL',
  throttled: 'ESME_RTHROTTLED',
  'carrier fault': 'ESME_RSYSERR ESME_RX_T_APPN ESME_RUNKNOWNERR',
  rejected: 'ESME_RSUBMITFAIL ESME_RX_P_APPN ESME_RX_R_APPN',
  handset: 'ESME_RDELIVERYFAILURE',
  content: 'ESME_RINVDCS',
});

/** `stat` of a receipt (SMPP 3.4, appendix B), for messages without a known error code; with the spellings that SMSCs use most. */
export const receiptStates = codeTable({
  handset: 'UNDELIV UNDELIVERABLE UNDELIVERED UNDELIVRD FAILED',
  expired: 'EXPIRED EXPIRD',
  deleted: 'DELETED CANCELED CANCELLED',
  rejected: 'REJECTD REJECTED REJECT',
  unconfirmed: 'UNKNOWN',
  'carrier fault': 'SKIPPED',
});

/**
 * `err` of a receipt, and the value of network_error_code, without leading zeros. SMPP leaves the codes to the carrier; most pass on
 * the errors of the GSM network (3GPP TS 29.002). 1 is left to the state: half of the carriers mean an unknown subscriber by it, half
 * an absent one.
 */
export const receiptErrors = codeTable({
  'unknown number': '2 5 7',
  absent: '6 27',
  barred: '8 9 12 13 15',
  'no sms': '10 11 21 22 28 41 42',
  busy: '31 45',
  handset: '32',
  network: '3 33 34 35 36 51',
  'phone memory': '40',
  content: '43',
});
