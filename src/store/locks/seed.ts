/** Hash seeds that give each kind of advisory lock its own numbers. Every version that shares a database must use the same seeds. */
export const lockSeed = {
  reservation: 7,
  inboundGroup: 11,
  errorMails: 12,
  wrongCodes: 22,
  codeContact: 23,
  submitGroup: 30,
  verify: 37,
} as const;
