import { createHash, createHmac } from 'node:crypto';

/** A session that is not used ends after the first, and every one after the second. */
export const idleHours = 12;
export const longestDays = 7;
export const linkMinutes = 10;
/** Of one operator or account; beyond it, a new one ends the oldest. */
export const mostSessions = 100;

const secretPattern = /^[A-Za-z0-9_-]{43}$/;

/** Whether a text can be what we gave out: 256 bits in base64url. */
export function isSecret(text: string): boolean {
  return secretPattern.test(text);
}

/** What is stored of a session or a link. They are random, so a slow hash would add cost and no safety. */
export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Tells whether the operator token is still the one that opened a session. Without the cookie, nothing can be learned from it. */
export function tokenMark(secret: string, adminToken: string | undefined): Buffer {
  return createHmac('sha256', secret)
    .update(adminToken ?? '')
    .digest();
}
