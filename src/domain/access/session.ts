import { createHash, createHmac } from 'node:crypto';

/** A session ends after `idleHours` without use, and after `longestDays` in any case. */
export const idleHours = 12;
export const longestDays = 7;
export const linkMinutes = 10;
/** Per operator or account. One more ends the oldest session. */
export const mostSessions = 100;

const secretPattern = /^[A-Za-z0-9_-]{43}$/;

/** Whether a text has the form of an issued secret: 256 bits in base64url. */
export function isSessionSecret(text: string): boolean {
  return secretPattern.test(text);
}

/** The hash stored for a session or a link. Their secrets are random, so a slow hash would cost time without adding security. */
export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Shows whether the operator token is still the one that opened the session. Without the session's cookie it reveals nothing. */
export function tokenMark(secret: string, adminToken: string | undefined): Buffer {
  return createHmac('sha256', secret)
    .update(adminToken ?? '')
    .digest();
}
