import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far a signed time may be off: clocks differ, and a repeated callback is signed anew. */
const mostSkewMs = 5 * 60_000;

/** Takes as long whatever is wrong with it. */
export function sameText(one: string, other: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

export function hmac(
  algorithm: 'sha1' | 'sha256' | 'sha512',
  key: string | Buffer,
  data: string | Buffer,
  encoding: 'hex' | 'base64',
): string {
  return createHmac(algorithm, key).update(data).digest(encoding);
}

/** Unix seconds, as text. */
export function isRecent(seconds: string | undefined, now: Date): boolean {
  if (seconds === undefined || !/^\d{1,12}$/.test(seconds)) return false;
  return Math.abs(Number(seconds) * 1_000 - now.getTime()) <= mostSkewMs;
}
