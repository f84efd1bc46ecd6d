import type { ReceiptOutcome } from '../../carrier.ts';
import { calledUrl, statusUrl } from '../called-url.ts';
import {
  basic,
  expectedBy,
  form,
  formOf,
  inboundOf,
  jsonOf,
  receiptOf,
  referenceOf,
  secondsLeft,
  textAt,
} from '../fields.ts';
import type { Account, Provider, Verdict } from '../provider.ts';
import { own } from '../settings.ts';
import { hmac, keyMissing, noKey, sameText, signingKey } from '../signatures.ts';
import { accepted, all, byStatus, unreadable, wordOf } from '../verdict.ts';

/** https://www.twilio.com/docs/messaging/api/message-resource: the messages resource of the API of 2010-04-01. */

const STATUSES: Readonly<Record<string, ReceiptOutcome>> = {
  accepted: 'no change',
  scheduled: 'no change',
  queued: 'no change',
  sending: 'no change',
  sent: 'no change',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'rejected',
};

/** Codes that say "not now", whatever their status: the queue of the sender is full; too many requests. */
const LATER: ReadonlySet<string> = new Set(['21611', '20429', '14107']);

/** Twilio holds a message for ten hours at most. */
const mostSeconds = 36_000;

/** An empty answer in its own language: nothing is to be sent back. */
const NOTHING = { type: 'text/xml; charset=utf-8', body: '<Response/>' };

export const twilio: Provider = {
  parameters: {
    accountSid: own('account', 'the account SID, where the user is an API key'),
    service: own('service', 'the SID of a messaging service that picks the sender'),
  },
  perCall: 1,

  request([message], account, now) {
    const { user, password, base, options } = account;
    const { sender, destination, text, validUntil } = message!;
    const service = options['service'] || undefined;
    return {
      method: 'POST',
      url: `${base}/2010-04-01/Accounts/${encodeURIComponent(sidOf(account))}/Messages.json`,
      headers: {
        authorization: basic(user, password),
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: form({
        To: destination,
        From: service === undefined ? sender : undefined,
        MessagingServiceSid: service,
        Body: text,
        ValidityPeriod: String(secondsLeft(validUntil, now, 1, mostSeconds)),
        StatusCallback: statusUrl(account),
      }),
    };
  },

  judge(answer): Verdict {
    const json = jsonOf(answer.body);
    if (answer.status === 201 || answer.status === 200) {
      const reference = referenceOf(textAt(json, 'sid'));
      return reference === undefined ? unreadable(answer) : all(accepted(reference).result);
    }
    const code = textAt(json, 'code');
    const word = wordOf(answer.status, code);
    if (code !== undefined && LATER.has(code)) return all({ kind: 'later', reason: word, throttled: true }, word);
    return byStatus(answer, code);
  },

  weakness: keyMissing,

  /** Over the URL and, for a POST, every field with its value, in the order of their names. The auth token is the key. */
  forged(request, account) {
    const key = signingKey(account);
    if (key === undefined) return noKey;
    const form = formOf(request);
    const fields = request.method === 'GET' ? [] : [...form].sort(byName);
    const signed = calledUrl(request, account) + fields.map(([name, value]) => name + value).join('');
    const expected = hmac('sha1', key, signed, 'base64');
    if (!sameText(request.headers['x-twilio-signature'] ?? '', expected)) return 'wrong signature';
    // An auth token may be shared: subaccounts are told apart by their SID alone.
    return (form.get('AccountSid') ?? sidOf(account)) === sidOf(account) ? undefined : 'it is of another account';
  },

  /** The path says what it is; where it does not, the status of an inbound message does, which Twilio may leave out. */
  read(request) {
    const fields = formOf(request);
    const get = (name: string) => fields.get(name) ?? undefined;
    const id = get('MessageSid') ?? get('SmsSid');
    const status = get('MessageStatus') ?? get('SmsStatus');
    const isReceived = status === 'received' || status === 'receiving';
    if ((expectedBy(request) ?? (isReceived ? 'inbound' : 'status')) === 'inbound') {
      const written = { id, sender: get('From'), recipient: get('To'), text: get('Body') };
      return { ...inboundOf(written, Number(get('NumMedia') ?? 0) > 0), answer: NOTHING };
    }
    const receipt = { reference: id, status, destination: get('To'), error: get('ErrorCode') };
    return { ...receiptOf(STATUSES, receipt), answer: NOTHING };
  },
};

const sidOf = ({ user, options }: Account): string => options['account'] || user;

const byName = ([one]: [string, string], [other]: [string, string]): number => (one < other ? -1 : one > other ? 1 : 0);
