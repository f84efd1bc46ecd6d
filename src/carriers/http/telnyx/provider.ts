import type { ReceiptOutcome } from '../../carrier.ts';
import { wrongUrl } from '../../url-parameters.ts';
import { statusUrl } from '../called-url.ts';
import {
  inboundOf,
  type Json,
  joined,
  jsonBody,
  jsonOf,
  listAt,
  receiptOf,
  referenceOf,
  textAt,
  unread,
} from '../fields.ts';
import type { Callback, Provider, Verdict } from '../provider.ts';
import { own } from '../settings.ts';
import { isRecent, unsigned } from '../signatures.ts';
import { accepted, all, byStatus, refused, unreadable, wordOf } from '../verdict.ts';
import { isEd25519, isPublicKey } from './ed25519.ts';

/** https://developers.telnyx.com/docs/messaging: POST /v2/messages. Webhooks are signed with Ed25519. */

const STATUSES: Readonly<Record<string, ReceiptOutcome>> = {
  queued: 'no change',
  sending: 'no change',
  sent: 'no change',
  delivered: 'delivered',
  sending_failed: 'failed',
  delivery_failed: 'failed',
  expired: 'failed',
  delivery_unconfirmed: 'unknown',
};

export const telnyx: Provider = {
  parameters: { profile: own('profile', 'the messaging profile, which senders that are names need') },
  perCall: 1,

  check({ signingSecret }) {
    if (signingSecret !== undefined && !isPublicKey(signingSecret))
      throw wrongUrl('the signing secret of Telnyx is its public key: 32 octets in Base64');
  },

  request([message], account) {
    const { sender, destination, text } = message!;
    const url = statusUrl(account);
    const profile = account.options['profile'] ?? '';
    return {
      method: 'POST',
      url: `${account.base}/v2/messages`,
      headers: {
        authorization: `Bearer ${account.password}`,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify({
        from: sender,
        to: destination,
        text,
        type: 'SMS',
        ...(profile === '' ? {} : { messaging_profile_id: profile }),
        ...(url === undefined ? {} : { webhook_url: url, use_profile_webhooks: false }),
      }),
    };
  },

  judge(answer): Verdict {
    const json = jsonOf(answer.body);
    if (answer.status === 200 || answer.status === 202) {
      const reference = referenceOf(textAt(json, 'data.id'));
      return reference === undefined ? unreadable(answer) : all(accepted(reference).result);
    }
    const code = textAt(json, 'errors.0.code');
    const word = wordOf(answer.status, code);
    // 40xxx are about this message: a number that is blocked, a sender that is not registered. 10xxx are about us.
    if (answer.status === 403 && code?.startsWith('4') === true) return all(refused(word).result, word);
    return byStatus(answer, code);
  },

  weakness: unsigned,

  forged({ headers, body }, { signingSecret }, now) {
    if (signingSecret === undefined) return undefined;
    const time = headers['telnyx-timestamp'];
    if (!isRecent(time, now)) return 'the time of the signature is missing, or not now';
    const signed = Buffer.concat([Buffer.from(`${time}|`), body]);
    return isEd25519(signed, headers['telnyx-signature-ed25519'] ?? '', signingSecret) ? undefined : 'wrong signature';
  },

  read(request) {
    const json = jsonBody(request);
    const kind = textAt(json, 'data.event_type') ?? '';
    if (kind === 'message.sent' || kind === 'message.finalized') return receipts(json);
    if (kind !== 'message.received') return unread(`the event ${JSON.stringify(kind.slice(0, 60))} is not known`);
    const written = {
      id: textAt(json, 'data.payload.id'),
      sender: textAt(json, 'data.payload.from.phone_number'),
      recipient: textAt(json, 'data.payload.to.0.phone_number'),
      text: textAt(json, 'data.payload.text'),
    };
    return inboundOf(written, listAt(json, 'data.payload.media').length > 0);
  },
};

/** One call is one message to one number; more of them would share its id. */
function receipts(json: Json): Callback {
  const to = listAt(json, 'data.payload.to');
  if (to.length === 0) return unread('the receipt names no recipient');
  const common = {
    reference: textAt(json, 'data.payload.id'),
    error: textAt(json, 'data.payload.errors.0.code'),
  };
  return joined(
    to.map((each) =>
      receiptOf(STATUSES, { ...common, status: textAt(each, 'status'), destination: textAt(each, 'phone_number') }),
    ),
  );
}
