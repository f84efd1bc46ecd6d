import type { ReceiptOutcome } from '../../carrier.ts';
import { statusUrl } from '../called-url.ts';
import {
  basic,
  expectedBy,
  inboundOf,
  jsonBody,
  jsonOf,
  receiptOf,
  referenceOf,
  secondsLeft,
  textAt,
  withoutPlus,
} from '../fields.ts';
import type { Provider, Verdict } from '../provider.ts';
import { unsigned } from '../signatures.ts';
import { accepted, all, byStatus, unreadable } from '../verdict.ts';
import { jwtForgery } from './jwt.ts';

/** https://developer.vonage.com/en/messages: POST /v1/messages, channel sms. Webhooks are signed by a JWT. */

const STATUSES: Readonly<Record<string, ReceiptOutcome>> = {
  submitted: 'no change',
  delivered: 'delivered',
  read: 'delivered',
  rejected: 'rejected',
  undeliverable: 'failed',
};

const mostSeconds = 604_800;

export const vonage: Provider = {
  parameters: {},
  perCall: 1,

  request([message], account, now) {
    const { sender, destination, text, encoding, messageId, validUntil } = message!;
    const url = statusUrl(account);
    return {
      method: 'POST',
      url: `${account.base}/v1/messages`,
      headers: {
        authorization: basic(account.user, account.password),
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify({
        message_type: 'text',
        channel: 'sms',
        to: withoutPlus(destination),
        from: withoutPlus(sender),
        text,
        ttl: secondsLeft(validUntil, now, 20, mostSeconds),
        client_ref: messageId,
        sms: { encoding_type: encoding === 'GSM-7' ? 'text' : 'unicode' },
        ...(url === undefined ? {} : { webhook_url: url, webhook_version: 'v1' }),
      }),
    };
  },

  judge(answer): Verdict {
    const json = jsonOf(answer.body);
    if (answer.status === 202 || answer.status === 200) {
      const reference = referenceOf(textAt(json, 'message_uuid'));
      return reference === undefined ? unreadable(answer) : all(accepted(reference).result);
    }
    return byStatus(answer, textAt(json, 'title'));
  },

  weakness: unsigned,

  forged({ headers, body }, { signingSecret, user }, now) {
    if (signingSecret === undefined) return undefined;
    return jwtForgery(headers['authorization'] ?? '', body, { secret: signingSecret, apiKey: user, now });
  },

  read(request) {
    const json = jsonBody(request);
    const id = textAt(json, 'message_uuid');
    const status = textAt(json, 'status');
    if ((expectedBy(request) ?? (status === undefined ? 'inbound' : 'status')) === 'inbound') {
      const written = { id, sender: textAt(json, 'from'), recipient: textAt(json, 'to'), text: textAt(json, 'text') };
      return inboundOf(written, (textAt(json, 'message_type') ?? 'text') !== 'text');
    }
    const receipt = { reference: id, status, destination: textAt(json, 'to'), error: textAt(json, 'error.title') };
    return receiptOf(STATUSES, receipt);
  },
};
