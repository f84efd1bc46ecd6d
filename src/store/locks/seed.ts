/**
 * Seeds of the hash that makes the number of an advisory lock of a name, so that each kind has its own locks. The same in every version
 * that shares a database.
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
