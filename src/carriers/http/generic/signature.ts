import { basic } from '../fields.ts';
import type { Account, CallbackRequest } from '../provider.ts';
import { hmac, isRecent, noKey, sameText, signingKey } from '../signatures.ts';
import type { Signature } from './description.ts';

const algorithms = { 'hmac-sha1': 'sha1', 'hmac-sha256': 'sha256', 'hmac-sha512': 'sha512' } as const;

/** What is wrong with a callback; nothing where none is signed: then the secret in the path is all there is. */
export function forgery(
  { headers, body }: CallbackRequest,
  account: Account,
  now: Date,
  signature: Signature | undefined,
): string | undefined {
  if (signature === undefined) return undefined;
  const secret = signingKey(account);
  if (secret === undefined) return noKey;
  const {
    kind,
    header = 'authorization',
    encoding = 'hex',
    prefix = '',
    timestampHeader,
    timestamp = 'before',
  } = signature;
  const given = headers[header.toLowerCase()] ?? '';
  if (kind === 'basic') return sameText(given, basic(account.user, secret)) ? undefined : 'wrong user or password';
  if (kind === 'bearer') return sameText(given, `Bearer ${secret}`) ? undefined : 'wrong token';
  const at = timestampHeader === undefined ? undefined : headers[timestampHeader.toLowerCase()];
  if (timestampHeader !== undefined && !isRecent(at, now)) return 'the time of the signature is missing, or not now';
  const separator = Buffer.from(signature.separator ?? '');
  const pieces =
    at === undefined
      ? [body]
      : timestamp === 'before'
        ? [Buffer.from(at), separator, body]
        : [body, separator, Buffer.from(at)];
  const expected = prefix + hmac(algorithms[kind], secret, Buffer.concat(pieces), encoding);
  return sameText(given, expected) ? undefined : 'wrong signature';
}
