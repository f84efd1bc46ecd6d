import { createPublicKey, verify } from 'node:crypto';
import type { ReceiptOutcome } from '../../carrier.ts';
import { wrongUrl } from '../../carrier-url.ts';
import { byWord, notKnown } from '../callback-reader.ts';
import { jsonBody, listAt, textAt } from '../fields.ts';
import { BadCallback } from '../provider.ts';
import { acceptsJson, describedProvider, ownReference } from '../provider-description.ts';
import { own } from '../settings.ts';
import { optionallySigned, staleTime, wrongUnless } from '../signatures.ts';

/** https://developers.telnyx.com/docs/messaging: POST /v2/messages. Webhooks are signed with Ed25519. */
export const telnyx = describedProvider({
  parameters: { profile: own('profile', 'the messaging profile, which senders that are names need') },
  check({ signingSecret }) {
    if (signingSecret !== undefined && !isPublicKey(signingSecret))
      throw wrongUrl('the signing secret of Telnyx is its public key: 32 octets in Base64');
  },
  submit: {
    path: () => '/v2/messages',
    headers: ({ password }) => acceptsJson(`Bearer ${password}`),
    body: ({ message, options, statusUrl }) => ({
      from: message.sender,
      to: message.destination,
      text: message.text,
      type: 'SMS',
      messaging_profile_id: options['profile'] || undefined,
      ...(statusUrl === undefined ? {} : { webhook_url: statusUrl, use_profile_webhooks: false }),
    }),
  },
  answer: {
    accepted: [200, 202],
    results: ownReference('data.id'),
    code: (json) => textAt(json, 'errors.0.code'),
    // 40xxx concern this message, such as a blocked number or an unregistered sender. 10xxx concern the account.
    treatment: (status, code) => (status === 403 && code.startsWith('4') ? 'refused' : undefined),
  },
  ...optionallySigned((publicKey, { headers, body }, _account, now) => {
    const time = headers['telnyx-timestamp'];
    const signed = Buffer.concat([Buffer.from(`${time}|`), body]);
    const signature = headers['telnyx-signature-ed25519'] ?? '';
    return staleTime(time, now) ?? wrongUnless(isEd25519(signed, signature, publicKey));
  }),
  callback: {
    reports(request) {
      const json = jsonBody(request);
      const event = textAt(json, 'data.event_type') ?? '';
      if (event === 'message.received') return { inbounds: [json] };
      if (event !== 'message.sent' && event !== 'message.finalized') throw new BadCallback(notKnown('event', event));
      const recipients = listAt(json, 'data.payload.to');
      if (recipients.length === 0) throw new BadCallback('the receipt names no recipient');
      return { receipts: recipients.map((recipient) => ({ body: json, recipient })) };
    },
    receipt: {
      reference: 'body.data.payload.id',
      status: 'recipient.status',
      destination: 'recipient.phone_number',
      error: 'body.data.payload.errors.0.code',
      map: byWord<ReceiptOutcome>({
        'no change': 'queued sending sent',
        delivered: 'delivered',
        failed: 'sending_failed delivery_failed expired',
        unknown: 'delivery_unconfirmed',
      }),
    },
    inbound: {
      id: 'data.payload.id',
      sender: 'data.payload.from.phone_number',
      recipient: 'data.payload.to.0.phone_number',
      text: 'data.payload.text',
      media: (report) => listAt(report, 'data.payload.media').length > 0,
    },
  },
});

/** The DER prefix of an Ed25519 public key (RFC 8410), which its 32 octets follow. */
const derPrefix = Buffer.from('302a300506032b6570032100', 'hex');
const keyBytes = 32;
const signatureBytes = 64;

const isPublicKey = (base64: string): boolean => Buffer.from(base64, 'base64').length === keyBytes;

export function isEd25519(data: Buffer, signature: string, publicKey: string): boolean {
  const given = Buffer.from(signature.slice(0, 200), 'base64');
  if (given.length !== signatureBytes || !isPublicKey(publicKey)) return false;
  const key = Buffer.concat([derPrefix, Buffer.from(publicKey, 'base64')]);
  return verify(null, data, createPublicKey({ key, format: 'der', type: 'spki' }), given);
}
