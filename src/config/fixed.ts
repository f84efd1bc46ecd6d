import { emailLimits } from '../bounds/limits/email.ts';
import { sendingLimits } from '../bounds/limits/sending.ts';
import { verifyLimits } from '../bounds/limits/verify.ts';

/** Values of `Config` that no setting changes. Tests replace some of them. */
export const fixedValues = {
  maxRecipients: sendingLimits.recipientsOfRequest.most as number,
  maxSenders: sendingLimits.sendersOfAccount.most as number,
  senderCodesPerDay: sendingLimits.senderCodes.most as number,
  verifyPerNumber: verifyLimits.codesToNumber.most as number,
  verifyPerPrefix: verifyLimits.codesToRange.most as number,
  verifyFreshPrefix: verifyLimits.codesToFreshRange.most as number,
  /** How far back confirmed codes are counted, and how long a block lasts. */
  verifyWindowHours: 24,
  emailReadSeconds: emailLimits.readSeconds.most as number,
  emailReadMegabytes: emailLimits.readMegabytes.most as number,
  emailProofSeconds: emailLimits.proofSeconds.most as number,
  /** HTTP connections per process, and per address; undefined: by the limits of the process (see `connectionLimits`). */
  maxConnections: undefined as number | undefined,
  maxConnectionsPerPeer: undefined as number | undefined,
};

/** Settings of earlier releases. They are ignored with a warning. */
export const removedSettings: readonly string[] = [
  'HERMOD_EMAIL_PROOF_SECONDS',
  'HERMOD_EMAIL_READ_MB',
  'HERMOD_EMAIL_READ_SECONDS',
  'HERMOD_HEADROOM_PERCENT',
  'HERMOD_MAX_CONNECTIONS',
  'HERMOD_MAX_CONNECTIONS_PER_PEER',
  'HERMOD_MAX_RECIPIENTS',
  'HERMOD_MAX_SENDERS',
  'HERMOD_SENDER_CODES_PER_DAY',
  'HERMOD_VERIFY_FRESH_PREFIX',
  'HERMOD_VERIFY_PER_NUMBER',
  'HERMOD_VERIFY_PER_PREFIX',
  'HERMOD_VERIFY_WINDOW_HOURS',
];
