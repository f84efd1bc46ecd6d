import { createHash } from 'node:crypto';
import { jsonOf, textAt } from '../fields.ts';
import { hmac, isRecent, sameText } from '../signatures.ts';

export type JwtOptions = { readonly secret: string; readonly apiKey: string; readonly now: Date };

const longest = 4_096;

/** A token of three parts, signed with HMAC-SHA256 alone, about this very body and made a moment ago. */
export function jwtForgery(
  authorization: string,
  body: Buffer,
  { secret, apiKey, now }: JwtOptions,
): string | undefined {
  const [, token = ''] = /^Bearer ([\w.-]+)$/i.exec(authorization.slice(0, longest)) ?? [];
  const [head = '', claims = '', signature = '', ...more] = token.split('.');
  if (signature === '' || more.length > 0) return 'there is no token';
  // Named by the token itself, so only this one counts: "none" would be signed by anybody.
  if (textAt(decoded(head), 'alg') !== 'HS256') return 'the token is not signed with HS256';
  const expected = Buffer.from(hmac('sha256', secret, `${head}.${claims}`, 'hex'), 'hex').toString('base64url');
  if (!sameText(signature, expected)) return 'wrong signature';
  const said = decoded(claims);
  if (!isRecent(textAt(said, 'iat'), now)) return 'the token is old, or has no time';
  if (apiKey !== '' && textAt(said, 'api_key') !== apiKey) return 'the token is for another account';
  const hash = createHash('sha256').update(body).digest('hex');
  return sameText((textAt(said, 'payload_hash') ?? '').toLowerCase(), hash)
    ? undefined
    : 'the token is for another body';
}

const decoded = (part: string) => jsonOf(Buffer.from(part, 'base64url').toString());
