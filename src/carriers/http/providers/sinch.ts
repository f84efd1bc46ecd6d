import type { ReceiptOutcome } from '../../carrier.ts';
import { byWord, notKnown } from '../callback-reader.ts';
import { type Json, jsonBody, listAt, sharedReference, textAt } from '../fields.ts';
import { BadCallback } from '../provider.ts';
import { acceptsJson, callReference, describedProvider } from '../provider-description.ts';
import { hmac, optionallySigned, sameText, staleTime, wrongUnless } from '../signatures.ts';

/** https://developers.sinch.com/docs/sms: POST /xms/v1/{service plan}/batches, with a report for each recipient. */
export const sinch = describedProvider({
  // A batch may have 1,000 recipients, but if one recipient is refused the whole batch is, and is sent again one by one.
  perCall: 100,
  together: ({ sender, text }) => `${sender}\n${text}`,
  submit: {
    path: ({ user }) => `/xms/v1/${encodeURIComponent(user)}/batches`,
    headers: ({ password }) => acceptsJson(`Bearer ${password}`),
    body: ({ message, messages, statusUrl }) => ({
      from: message.sender,
      to: messages.map(({ destination }) => destination),
      body: message.text,
      delivery_report: 'per_recipient',
      expire_at: new Date(Math.min(...messages.map(({ validUntil }) => validUntil.getTime()))).toISOString(),
      client_reference: message.messageId,
      callback_url: statusUrl,
    }),
  },
  answer: {
    accepted: [201, 200],
    results: callReference('id'),
    code: (json) => textAt(json, 'code'),
    // Status 403: the provider understood the request and refuses the number or the sender.
    treatment: (status) => (status === 403 ? 'refused' : undefined),
  },
  /** The account chooses a signature, or a user and password; the signing secret is then `user:password`. */
  ...optionallySigned((secret, { headers, body }, _account, now) => {
    const signature = headers['x-sinch-webhook-signature'];
    if (signature === undefined) {
      const expected = `Basic ${Buffer.from(secret).toString('base64')}`;
      return sameText(headers['authorization'] ?? '', expected) ? undefined : 'wrong user or password';
    }
    const time = headers['x-sinch-webhook-signature-timestamp'];
    const nonce = headers['x-sinch-webhook-signature-nonce'] ?? '';
    const signed = Buffer.concat([body, Buffer.from(`.${nonce}.${time}`)]);
    return staleTime(time, now) ?? wrongUnless(sameText(signature, hmac('sha256', secret, signed, 'base64')));
  }),
  callback: {
    reports(request) {
      const json = jsonBody(request);
      const type = textAt(json, 'type') ?? '';
      if (type === 'mo_text') return { inbounds: [json] };
      if (type === 'recipient_delivery_report_sms') return { receipts: [reportOf(json, json, 'recipient')] };
      if (type !== 'delivery_report_sms') throw new BadCallback(notKnown('type', type));
      const receipts = listAt(json, 'statuses').flatMap((status) =>
        listAt(status, 'recipients').map((_, index) => reportOf(json, status, `recipients.${index}`)),
      );
      if (receipts.length === 0) throw new BadCallback('the report names no recipients');
      return { receipts };
    },
    receipt: {
      reference(report) {
        const id = textAt(report, 'id');
        return id === undefined ? undefined : sharedReference(id, textAt(report, 'recipient')!);
      },
      status: 'entry.status',
      destination: 'recipient',
      error: 'entry.code',
      map: byWord<ReceiptOutcome>({
        'no change': 'Queued Dispatched',
        delivered: 'Delivered',
        failed: 'Failed Expired Deleted',
        rejected: 'Aborted Cancelled Rejected',
        unknown: 'Unknown',
      }),
    },
    inbound: { id: 'id', sender: 'from', recipient: 'to', text: 'body' },
  },
});

const reportOf = (body: Json, entry: Json, path: string): Json => ({
  id: textAt(body, 'batch_id') ?? null,
  entry,
  recipient: textAt(entry, path) ?? '',
});
