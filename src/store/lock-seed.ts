/**
 * Locks by name are numbers in truth: a hash of the name, with a seed for each kind, so that the same name means another lock in
 * each. The same in every Hermod that shares a database.
 */
export const lockSeed = {
  reservation: 7,
  inboundGroup: 11,
  errorMails: 12,
  wrongCodes: 22,
  codeContact: 23,
  submitGroup: 30,
  verify: 37,
} as const;
