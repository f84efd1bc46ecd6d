import type { Handover, ReceiptOutcome } from '../../carrier.ts';
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
import { hmac, isRecent, sameText, unsigned } from '../signatures.ts';
import { accepted, all, byStatus, refused, unreadable, wordOf } from '../verdict.ts';

/** https://developers.sinch.com/docs/sms: POST /xms/v1/{service plan}/batches, with a report for each recipient. */

const STATUSES: Readonly<Record<string, ReceiptOutcome>> = {
  Queued: 'no change',
  Dispatched: 'no change',
  Delivered: 'delivered',
  Failed: 'failed',
  Expired: 'failed',
  Deleted: 'failed',
  Aborted: 'rejected',
  Cancelled: 'rejected',
  Rejected: 'rejected',
  Unknown: 'unknown',
};

/** A batch may have 1,000 recipients; one that is refused because of one of them is sent again one by one. */
const perCall = 100;

export const sinch: Provider = {
  parameters: {},
  perCall,
  together: ({ sender, text }) => `${sender}\n${text}`,

  request(messages, account) {
    const [first] = messages;
    const until = Math.min(...messages.map(({ validUntil }) => validUntil.getTime()));
    const url = statusUrl(account);
    return {
      method: 'POST',
      url: `${account.base}/xms/v1/${encodeURIComponent(account.user)}/batches`,
      headers: {
        authorization: `Bearer ${account.password}`,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify({
        from: first!.sender,
        to: messages.map(({ destination }) => destination),
        body: first!.text,
        delivery_report: 'per_recipient',
        expire_at: new Date(until).toISOString(),
        client_reference: first!.messageId,
        ...(url === undefined ? {} : { callback_url: url }),
      }),
    };
  },

  judge(answer, messages): Verdict {
    const json = jsonOf(answer.body);
    const code = textAt(json, 'code');
    // What it understood, and will not do: a number, a sender.
    if (answer.status === 403) {
      const word = wordOf(403, code);
      return all(refused(word).result, word);
    }
    if (answer.status !== 201 && answer.status !== 200) return byStatus(answer, code);
    const id = referenceOf(textAt(json, 'id'));
    if (id === undefined) return unreadable(answer);
    return { kind: 'each', results: messages.map(({ destination }: Handover) => accepted(keyOf(id, destination))) };
  },

  weakness: unsigned,

  /** By a signature or by a user and password, as the account asked for; the signing secret is then `user:password`. */
  forged({ headers, body }, { signingSecret }, now) {
    if (signingSecret === undefined) return undefined;
    const signature = headers['x-sinch-webhook-signature'];
    if (signature === undefined) {
      const expected = `Basic ${Buffer.from(signingSecret).toString('base64')}`;
      return sameText(headers['authorization'] ?? '', expected) ? undefined : 'wrong user or password';
    }
    const time = headers['x-sinch-webhook-signature-timestamp'];
    const nonce = headers['x-sinch-webhook-signature-nonce'] ?? '';
    if (!isRecent(time, now)) return 'the time of the signature is missing, or not now';
    const signed = Buffer.concat([body, Buffer.from(`.${nonce}.${time}`)]);
    return sameText(signature, hmac('sha256', signingSecret, signed, 'base64')) ? undefined : 'wrong signature';
  },

  read(request) {
    const json = jsonBody(request);
    const kind = textAt(json, 'type') ?? '';
    if (kind === 'mo_text') {
      const written = {
        id: textAt(json, 'id'),
        sender: textAt(json, 'from'),
        recipient: textAt(json, 'to'),
        text: textAt(json, 'body'),
      };
      return inboundOf(written);
    }
    if (kind === 'recipient_delivery_report_sms') return receipt(json, json, textAt(json, 'recipient'));
    if (kind !== 'delivery_report_sms') return unread(`the type ${JSON.stringify(kind.slice(0, 60))} is not known`);
    const receipts = listAt(json, 'statuses').flatMap((status) =>
      listAt(status, 'recipients').map((recipient) => receipt(json, status, textAt(recipient, ''))),
    );
    return receipts.length === 0 ? unread('the report names no recipients') : joined(receipts);
  },
};

function receipt(json: Json, said: Json, recipient = ''): Callback {
  const id = textAt(json, 'batch_id');
  return receiptOf(STATUSES, {
    reference: id === undefined ? undefined : keyOf(id, recipient),
    status: textAt(said, 'status'),
    destination: recipient,
    error: textAt(said, 'code'),
  });
}

/** One id for all recipients of a batch. */
const keyOf = (id: string, number: string): string => `${id}/${number.replaceAll(/\D/g, '')}`;
