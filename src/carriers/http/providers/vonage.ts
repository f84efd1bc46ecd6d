import { createHash } from 'node:crypto';
import type { ReceiptOutcome } from '../../carrier.ts';
import { byPath, byWord } from '../callback-reader.ts';
import { jsonBody, jsonOf, textAt, withoutPlus } from '../fields.ts';
import { acceptsJson, basicAuth, describedProvider, ownReference } from '../provider-description.ts';
import { hmac, isRecent, optionallySigned, sameText } from '../signatures.ts';

const mostSeconds = 604_800;
const longestToken = 4_096;

/** https://developer.vonage.com/en/messages: POST /v1/messages, channel sms. Webhooks are signed by a JWT. */
export const vonage = describedProvider({
  submit: {
    path: () => '/v1/messages',
    headers: (account) => acceptsJson(basicAuth(account)),
    body: ({ message, statusUrl, seconds }) => ({
      message_type: 'text',
      channel: 'sms',
      to: withoutPlus(message.destination),
      from: withoutPlus(message.sender),
      text: message.text,
      ttl: seconds(20, mostSeconds),
      client_ref: message.messageId,
      sms: { encoding_type: message.encoding === 'GSM-7' ? 'text' : 'unicode' },
      ...(statusUrl === undefined ? {} : { webhook_url: statusUrl, webhook_version: 'v1' }),
    }),
  },
  answer: {
    accepted: [202, 200],
    results: ownReference('message_uuid'),
    code: (json) => textAt(json, 'title'),
  },
  ...optionallySigned((secret, { headers, body }, { user }, now) =>
    jwtForgery(headers['authorization'] ?? '', body, { secret, apiKey: user, now }),
  ),
  callback: {
    reports(request) {
      const json = jsonBody(request);
      return byPath(request, json, textAt(json, 'status') === undefined);
    },
    receipt: {
      reference: 'message_uuid',
      status: 'status',
      destination: 'to',
      error: 'error.title',
      map: byWord<ReceiptOutcome>({
        'no change': 'submitted',
        delivered: 'delivered read',
        rejected: 'rejected',
        failed: 'undeliverable',
      }),
    },
    inbound: {
      id: 'message_uuid',
      sender: 'from',
      recipient: 'to',
      text: 'text',
      media: (report) => (textAt(report, 'message_type') ?? 'text') !== 'text',
    },
  },
});

type JwtOptions = { readonly secret: string; readonly apiKey: string; readonly now: Date };

/** What is wrong with a token: it must be signed with HMAC-SHA256, be recent, and name the account and the hash of this body. */
export function jwtForgery(
  authorization: string,
  body: Buffer,
  { secret, apiKey, now }: JwtOptions,
): string | undefined {
  const [, token = ''] = /^Bearer ([\w.-]+)$/i.exec(authorization.slice(0, longestToken)) ?? [];
  const [head = '', payload = '', signature = '', ...more] = token.split('.');
  if (signature === '' || more.length > 0) return 'the token is missing';
  // The token itself names its algorithm; "none" would let anyone sign.
  if (textAt(decoded(head), 'alg') !== 'HS256') return 'the token is not signed with HS256';
  const expected = Buffer.from(hmac('sha256', secret, `${head}.${payload}`, 'hex'), 'hex').toString('base64url');
  if (!sameText(signature, expected)) return 'wrong signature';
  const claims = decoded(payload);
  if (!isRecent(textAt(claims, 'iat'), now)) return 'the token is old, or has no time';
  if (apiKey !== '' && textAt(claims, 'api_key') !== apiKey) return 'the token is for another account';
  const hash = createHash('sha256').update(body).digest('hex');
  const isOfBody = sameText((textAt(claims, 'payload_hash') ?? '').toLowerCase(), hash);
  return isOfBody ? undefined : 'the token is for another body';
}

const decoded = (part: string) => jsonOf(Buffer.from(part, 'base64url').toString());
