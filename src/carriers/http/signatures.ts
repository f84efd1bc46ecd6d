import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CallbackProof, CallbackRequest, ProviderAccount } from './provider.ts';

/** Clocks differ, and a repeated callback is signed again. */
const mostSkewMs = 5 * 60_000;

/** Compares in constant time. */
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

type SignatureCheck = (
  key: string,
  request: CallbackRequest,
  account: ProviderAccount,
  now: Date,
) => string | undefined;

/** For a provider that always signs, with the signing secret or else the password. An empty key would be known to everyone. */
export const alwaysSigned = (
  check: SignatureCheck,
  isOff: (account: ProviderAccount) => boolean = () => false,
): CallbackProof => ({
  weakness: (account) => (isOff(account) || account.signingSecret || account.password ? undefined : keyMissing),
  forged(request, account, now) {
    if (isOff(account)) return undefined;
    const key = account.signingSecret || account.password;
    return key ? check(key, request, account, now) : 'the carrier has no secret to verify the signature with';
  },
});

const keyMissing = {
  text: 'its callbacks cannot be checked, and all of them are refused with 403: it has neither a password in its URL nor a signing secret',
  isFatal: true,
};

/** For a provider that signs only if its account is configured to, with a separate secret. */
export const optionallySigned = (check: SignatureCheck): CallbackProof => ({
  weakness: ({ signingSecret }) => (signingSecret ? undefined : unchecked),
  forged(request, account, now) {
    return account.signingSecret === undefined ? undefined : check(account.signingSecret, request, account, now);
  },
});

const unchecked = {
  text: 'signing secret is not set: signatures of its callbacks are not checked, and the secret in their path is the only protection',
  isFatal: false,
};

export const wrongUnless = (isRight: boolean): string | undefined => (isRight ? undefined : 'wrong signature');

export const staleTime = (seconds: string | undefined, now: Date): string | undefined =>
  isRecent(seconds, now) ? undefined : 'the time of the signature is missing, or not now';

export function isRecent(seconds: string | undefined, now: Date): boolean {
  if (seconds === undefined || !/^\d{1,12}$/.test(seconds)) return false;
  return Math.abs(Number(seconds) * 1_000 - now.getTime()) <= mostSkewMs;
}

/**
 * The URL as the provider called it, which some providers sign. Behind a proxy only the operator knows it; otherwise it is taken from
 * the request: a forged one would still need a signature.
 */
export function calledUrl({ target, headers }: CallbackRequest, { publicUrl }: ProviderAccount): string {
  return `${publicUrl ?? `https://${headers['host'] ?? ''}`}${target}`;
}

/** Compares by UTF-16 code units, the order in which providers sort signed fields. */
export const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
