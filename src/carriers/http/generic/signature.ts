import { basic } from '../fields.ts';
import type { Account, CallbackProof, CallbackRequest } from '../provider.ts';
import { alwaysSigned, hmac, sameText, staleTime, wrongUnless } from '../signatures.ts';
import type { Signature } from './description.ts';

const algorithms = { 'hmac-sha1': 'sha1', 'hmac-sha256': 'sha256', 'hmac-sha512': 'sha512' } as const;

/** Without a signature, the secret in the path is the only protection. */
export const proofBy = (signature: Signature | undefined): CallbackProof =>
  signature === undefined
    ? { weakness: () => undefined, forged: () => undefined }
    : alwaysSigned((key, request, account, now) => forgery(key, request, account, now, signature));

function forgery(
  secret: string,
  { headers, body }: CallbackRequest,
  account: Account,
  now: Date,
  signature: Signature,
): string | undefined {
  const { kind, header = 'authorization', encoding = 'hex', prefix = '' } = signature;
  const { timestampHeader, timestamp = 'before' } = signature;
  const given = headers[header.toLowerCase()] ?? '';
  if (kind === 'basic') return sameText(given, basic(account.user, secret)) ? undefined : 'wrong user or password';
  if (kind === 'bearer') return sameText(given, `Bearer ${secret}`) ? undefined : 'wrong token';
  const time = timestampHeader === undefined ? undefined : headers[timestampHeader.toLowerCase()];
  const stale = timestampHeader === undefined ? undefined : staleTime(time, now);
  if (stale !== undefined) return stale;
  const pieces = time === undefined ? [body] : [Buffer.from(time), Buffer.from(signature.separator ?? ''), body];
  const signed = Buffer.concat(timestamp === 'before' ? pieces : pieces.reverse());
  return wrongUnless(sameText(given, prefix + hmac(algorithms[kind], secret, signed, encoding)));
}
