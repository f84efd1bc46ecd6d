import type { Handover, ReceiptOutcome } from '../../carrier.ts';
import { statusUrl } from '../called-url.ts';
import {
  at,
  inboundOf,
  type Json,
  joined,
  jsonBody,
  jsonOf,
  listAt,
  receiptOf,
  referenceOf,
  secondsLeft,
  textAt,
  unread,
  withoutPlus,
} from '../fields.ts';
import type { Account, Callback, CallResult, Provider, Verdict } from '../provider.ts';
import { sameText, unsigned } from '../signatures.ts';
import { accepted, byStatus, later, refused, unreadable } from '../verdict.ts';

/** https://www.infobip.com/docs/api/channels/sms: POST /sms/3/messages, with reports pushed to a URL named in each message. */

/** By the group of the status, which is all that reports promise not to change. */
const GROUPS: Readonly<Record<string, ReceiptOutcome>> = {
  PENDING: 'no change',
  UNDELIVERABLE: 'failed',
  DELIVERED: 'delivered',
  EXPIRED: 'failed',
  REJECTED: 'rejected',
};

/** Refusals that pass: the message is good. */
const LATER: ReadonlySet<string> = new Set(['REJECTED_FLOODING_FILTER', 'REJECTED_SYSTEM_ERROR']);
/** Without credit every other message is refused as well. */
const NO_CREDIT = 'REJECTED_NOT_ENOUGH_CREDITS';

const perCall = 100;
const mostSeconds = 172_800;

export const infobip: Provider = {
  parameters: {},
  perCall,

  request(messages, account, now) {
    return {
      method: 'POST',
      url: `${account.base}/sms/3/messages`,
      headers: {
        authorization: `App ${account.password}`,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify({ messages: messages.map((message) => written(message, account, now)) }),
    };
  },

  judge(answer, messages): Verdict {
    const json = jsonOf(answer.body);
    if (answer.status !== 200)
      return byStatus(answer, textAt(json, 'errorCode') ?? textAt(json, 'requestError.serviceException.messageId'));
    const results = listAt(json, 'messages');
    if (results.length === 0) return unreadable(answer);
    const byId = new Map(results.map((result) => [textAt(result, 'messageId'), result]));
    // The ids are ours; whoever answers with others keeps the order at least.
    return {
      kind: 'each',
      results: messages.map(({ messageId }, place) => resultOf(byId.get(messageId) ?? results[place])),
    };
  },

  weakness: unsigned,

  /** Nothing is signed unless the account has a profile for it: then a user and password, or a key, come along. */
  forged({ headers }, { signingSecret }) {
    if (signingSecret === undefined) return undefined;
    return sameText(headers['authorization'] ?? '', signingSecret) ? undefined : 'wrong authorization';
  },

  read(request) {
    const json = jsonBody(request);
    if (!Array.isArray(at(json, 'results'))) return unread('it has no results');
    return joined(listAt(json, 'results').map((result) => (isReport(result) ? receipt(result) : inbound(result))));
  },
};

const isReport = (result: Json): boolean => textAt(result, 'status.groupName') !== undefined;

const inbound = (result: Json): Callback =>
  inboundOf({
    id: textAt(result, 'messageId'),
    sender: textAt(result, 'from') ?? textAt(result, 'sender'),
    recipient: textAt(result, 'to') ?? textAt(result, 'destination'),
    text: textAt(result, 'text') ?? textAt(result, 'cleanText'),
  });

function written({ sender, destination, text, messageId, validUntil }: Handover, account: Account, now: Date) {
  const url = statusUrl(account);
  return {
    sender,
    destinations: [{ to: withoutPlus(destination), messageId }],
    content: { text },
    options: { validityPeriod: { amount: secondsLeft(validUntil, now, 30, mostSeconds), timeUnit: 'SECONDS' } },
    ...(url === undefined
      ? {}
      : { webhooks: { delivery: { url, intermediateReport: false }, contentType: 'application/json' } }),
  };
}

function resultOf(result: Json | undefined): CallResult {
  const name = textAt(result, 'status.name') ?? 'no status';
  const group = textAt(result, 'status.groupName') ?? '';
  const reference = referenceOf(textAt(result, 'messageId'));
  if (name === NO_CREDIT)
    return { result: { kind: 'later', reason: name, throttled: false, scope: 'carrier' }, word: name };
  if (group === 'REJECTED') return LATER.has(name) ? later(name) : refused(name);
  if (reference === undefined)
    return { result: { kind: 'unanswered', reason: 'an answer without a reference' }, word: name };
  return accepted(reference);
}

function receipt(result: Json): Callback {
  return receiptOf(GROUPS, {
    reference: textAt(result, 'messageId'),
    status: textAt(result, 'status.groupName'),
    destination: textAt(result, 'to') ?? textAt(result, 'destination'),
    error: textAt(result, 'error.name') ?? textAt(result, 'status.name'),
  });
}
