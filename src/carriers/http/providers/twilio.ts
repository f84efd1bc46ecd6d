import type { ReceiptOutcome } from '../../carrier.ts';
import { byPath, byWord } from '../callback-reader.ts';
import { formBody, formOf, textAt } from '../fields.ts';
import type { ProviderAccount } from '../provider.ts';
import { acceptsJson, basicAuth, byCode, describedProvider, ownReference } from '../provider-description.ts';
import { own } from '../settings.ts';
import { alwaysSigned, calledUrl, compare, hmac, sameText, wrongUnless } from '../signatures.ts';

/** Twilio holds a message for ten hours at most. */
const mostSeconds = 36_000;
const messageId = ['MessageSid', 'SmsSid'];
const messageStatus = ['MessageStatus', 'SmsStatus'];

/** https://www.twilio.com/docs/messaging/api/message-resource: the messages resource of the API of 2010-04-01. */
export const twilio = describedProvider({
  parameters: {
    accountSid: own('account', 'the account SID, where the user is an API key'),
    service: own('service', 'the SID of a messaging service that picks the sender'),
  },
  submit: {
    path: (account) => `/2010-04-01/Accounts/${encodeURIComponent(sidOf(account))}/Messages.json`,
    headers: (account) => acceptsJson(basicAuth(account)),
    format: 'form',
    body: ({ message, options, statusUrl, seconds }) => ({
      To: message.destination,
      From: options['service'] ? undefined : message.sender,
      MessagingServiceSid: options['service'] || undefined,
      Body: message.text,
      ValidityPeriod: seconds(1, mostSeconds),
      StatusCallback: statusUrl,
    }),
  },
  answer: {
    accepted: [201, 200],
    results: ownReference('sid'),
    code: (json) => textAt(json, 'code'),
    // The queue of the sender is full; too many requests.
    treatment: byCode({ throttled: '21611 20429 14107' }),
  },
  /** The signature covers the URL and, for a POST, every field with its value, sorted by name; the auth token is the key. */
  ...alwaysSigned((key, request, account) => {
    const form = formOf(request);
    const fields = request.method === 'GET' ? [] : [...form].sort(([one], [other]) => compare(one, other));
    const signed = calledUrl(request, account) + fields.map(([name, value]) => name + value).join('');
    const isRight = sameText(request.headers['x-twilio-signature'] ?? '', hmac('sha1', key, signed, 'base64'));
    // Subaccounts may share an auth token; only the SID distinguishes them.
    const isOurs = (form.get('AccountSid') ?? sidOf(account)) === sidOf(account);
    return wrongUnless(isRight) ?? (isOurs ? undefined : 'it is of another account');
  }),
  callback: {
    reports(request) {
      const form = formBody(request);
      const status = textAt(form, 'MessageStatus') ?? textAt(form, 'SmsStatus');
      return byPath(request, form, status === 'received' || status === 'receiving');
    },
    receipt: {
      reference: messageId,
      status: messageStatus,
      destination: 'To',
      error: 'ErrorCode',
      map: byWord<ReceiptOutcome>({
        'no change': 'accepted scheduled queued sending sent',
        delivered: 'delivered read',
        failed: 'undelivered failed',
        rejected: 'canceled',
      }),
    },
    inbound: {
      id: messageId,
      sender: 'From',
      recipient: 'To',
      text: 'Body',
      media: (report) => Number(textAt(report, 'NumMedia') ?? 0) > 0,
    },
    // TwiML that sends nothing back.
    answer: { type: 'text/xml; charset=utf-8', body: '<Response/>' },
  },
});

const sidOf = ({ user, options }: ProviderAccount): string => options['account'] || user;
