import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Account, Weakness } from './provider.ts';

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

/** What callbacks are signed with, where the password is the key unless a signing secret is given. */
export const signingKey = ({ signingSecret, password }: Account): string | undefined =>
  signingSecret || password || undefined;

export const noKey = 'there is no secret to check the signature with';

/** Of a provider that always signs, with the password or a signing secret. An empty key would be everybody's. */
export const keyMissing = (account: Account): Weakness | undefined =>
  signingKey(account) === undefined
    ? {
        text: 'its callbacks cannot be checked, and all of them are refused with 403: it has neither a password in its URL nor a signing secret',
        isFatal: true,
      }
    : undefined;

/** Of a provider that can sign, with a secret of its own. */
export const unsigned = ({ signingSecret }: Account): Weakness | undefined =>
  signingSecret
    ? undefined
    : {
        text: 'signing secret is not set: signatures of its callbacks are not checked, and the secret in their path is the only protection',
        isFatal: false,
      };

/** Unix seconds, as text. */
export function isRecent(seconds: string | undefined, now: Date): boolean {
  if (seconds === undefined || !/^\d{1,12}$/.test(seconds)) return false;
  return Math.abs(Number(seconds) * 1_000 - now.getTime()) <= mostSkewMs;
}
