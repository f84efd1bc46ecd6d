import type { Handover, ReceiptOutcome } from '../../carrier.ts';
import { byWord } from '../callback-reader.ts';
import { at, type Json, jsonBody, listAt, referenceOf, secondsLeft, textAt, withoutPlus } from '../fields.ts';
import { BadCallback, type CallResult } from '../provider.ts';
import { accepted, acceptsJson, describedProvider, type Submission } from '../provider-description.ts';
import { optionallySigned, sameText } from '../signatures.ts';

/** Rejections that are not final; all others are. Without credit every other message would be rejected as well. */
const LATER: Readonly<Record<string, { readonly scope?: 'carrier' }>> = {
  REJECTED_FLOODING_FILTER: {},
  REJECTED_SYSTEM_ERROR: {},
  REJECTED_NOT_ENOUGH_CREDITS: { scope: 'carrier' },
};
const mostSeconds = 172_800;

/** https://www.infobip.com/docs/api/channels/sms: POST /sms/3/messages, with reports pushed to a URL named in each message. */
export const infobip = describedProvider({
  perCall: 100,
  submit: {
    path: () => '/sms/3/messages',
    headers: ({ password }) => acceptsJson(`App ${password}`),
    body: (submission) => ({ messages: submission.messages.map((message) => written(message, submission)) }),
  },
  answer: {
    accepted: [200],
    results(json, messages) {
      const results = listAt(json, 'messages');
      if (results.length === 0) return undefined;
      const byId = new Map(results.map((result) => [textAt(result, 'messageId'), result]));
      // The ids are ours; an answer with other ids keeps the order at least.
      return messages.map(({ messageId }, index) => resultOf(byId.get(messageId) ?? results[index]));
    },
    code: (json) => textAt(json, 'errorCode') ?? textAt(json, 'requestError.serviceException.messageId'),
  },
  /** An account may have a profile that adds an authorization header; nothing else proves a callback. */
  ...optionallySigned((secret, { headers }) =>
    sameText(headers['authorization'] ?? '', secret) ? undefined : 'wrong authorization',
  ),
  callback: {
    reports(request) {
      const json = jsonBody(request);
      if (!Array.isArray(at(json, 'results'))) throw new BadCallback('it has no results');
      const isReceipt = (result: Json) => textAt(result, 'status.groupName') !== undefined;
      const results = listAt(json, 'results');
      return { receipts: results.filter(isReceipt), inbounds: results.filter((result) => !isReceipt(result)) };
    },
    receipt: {
      reference: 'messageId',
      // Only the groups of statuses are guaranteed not to change.
      status: 'status.groupName',
      destination: ['to', 'destination'],
      error: ['error.name', 'status.name'],
      map: byWord<ReceiptOutcome>({
        'no change': 'PENDING',
        failed: 'UNDELIVERABLE EXPIRED',
        delivered: 'DELIVERED',
        rejected: 'REJECTED',
      }),
    },
    inbound: {
      id: 'messageId',
      sender: ['from', 'sender'],
      recipient: ['to', 'destination'],
      text: ['text', 'cleanText'],
    },
  },
});

function written({ sender, destination, text, messageId, validUntil }: Handover, { now, statusUrl }: Submission) {
  return {
    sender,
    destinations: [{ to: withoutPlus(destination), messageId }],
    content: { text },
    options: { validityPeriod: { amount: secondsLeft(validUntil, now, 30, mostSeconds), timeUnit: 'SECONDS' } },
    ...(statusUrl === undefined
      ? {}
      : { webhooks: { delivery: { url: statusUrl, intermediateReport: false }, contentType: 'application/json' } }),
  };
}

function resultOf(result: Json | undefined): CallResult {
  const name = textAt(result, 'status.name') ?? 'no status';
  const later = Object.hasOwn(LATER, name) ? LATER[name] : undefined;
  const isRejected = textAt(result, 'status.groupName') === 'REJECTED';
  if (later !== undefined && (isRejected || later.scope !== undefined))
    return { result: { kind: 'later', reason: name, throttled: false, ...later }, word: name };
  if (isRejected) return { result: { kind: 'refused', reason: name }, word: name };
  const reference = referenceOf(textAt(result, 'messageId'));
  if (reference !== undefined) return accepted(reference);
  return { result: { kind: 'unanswered', reason: 'an answer without a reference' }, word: name };
}
