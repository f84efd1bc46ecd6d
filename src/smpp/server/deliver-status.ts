import { type StatusName, statusCode, statusName } from '../protocol/status.ts';

/** Answers to a deliver_sm after which it is not sent again: the customer will not have it. All others may change with time. */
const forGood: readonly StatusName[] = [
  'ESME_RINVMSGLEN',
  'ESME_RINVSRCADR',
  'ESME_RINVDSTADR',
  'ESME_RINVMSGID',
  'ESME_RINVESMCLASS',
  'ESME_RX_P_APPN',
  'ESME_RX_R_APPN',
  'ESME_RINVOPTPARSTREAM',
  'ESME_ROPTPARNOTALLWD',
  'ESME_RINVPARLEN',
  'ESME_RMISSINGOPTPARAM',
  'ESME_RINVOPTPARAMVAL',
  'ESME_RDELIVERYFAILURE',
];
const codesForGood = new Set(forGood.map(statusCode));

export const isForGood = (status: number): boolean => codesForGood.has(status);

/** For numbers that are kept by status: what a customer makes up must not make as many of them. */
export function statusLabel(status: number): string {
  const name = statusName(status);
  return name.startsWith('ESME_') ? name : 'other';
}
