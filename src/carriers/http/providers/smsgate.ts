import type { ReceiptOutcome } from '../../carrier.ts';
import { wrongUrl } from '../../carrier-url.ts';
import { byWord, notKnown } from '../callback-reader.ts';
import { type Json, jsonBody, sharedReference, textAt } from '../fields.ts';
import { BadCallback, type Provider } from '../provider.ts';
import { accepted, basicAuth, callReference, describedProvider } from '../provider-description.ts';
import { own } from '../settings.ts';
import { hmac, optionallySigned, sameText, staleTime, wrongUnless } from '../signatures.ts';

const EVENTS = byWord<ReceiptOutcome>({
  'no change': 'sms:sent',
  delivered: 'sms:delivered',
  failed: 'sms:failed',
  rejected: 'sms:cancelled',
});
/** Events about the phone, not about a message. */
const IGNORED: ReadonlySet<string> = new Set(['system:ping', 'app:started']);

const mostSeconds = 172_800;

const described = describedProvider({
  parameters: {
    path: own(
      'path',
      'where messages are posted: /message on a phone that is called directly',
      '/3rdparty/v1/messages',
    ),
    sim: own('sim', 'the SIM to send by, from 1; empty for the usual one'),
    number: own('number', 'the number of the phone, where inbound messages do not name it'),
  },
  perCall: 50,
  together: ({ text }) => text,
  check({ options }) {
    if (!/^\/[\w./-]*$/.test(options['path'] ?? '')) throw wrongUrl('its path is not a path such as /message');
    if (!/^[1-9]?$/.test(options['sim'] ?? '')) throw wrongUrl('its sim is not a number from 1 to 9');
  },
  submit: {
    path: ({ options }) => options['path']!,
    headers: (account) => ({ authorization: basicAuth(account) }),
    body: ({ message, messages, options, seconds }) => ({
      // Our own id, by which the gateway recognises a repeated message.
      id: message.messageId,
      textMessage: { text: message.text },
      phoneNumbers: messages.map(({ destination }) => destination),
      ttl: seconds(5, mostSeconds),
      withDeliveryReport: true,
      simNumber: options['sim'] ? Number(options['sim']) : undefined,
    }),
  },
  answer: {
    accepted: [200, 201, 202],
    results: callReference('id'),
    code: () => undefined,
    treatment: (status) => (status === 409 ? 'refused' : undefined),
  },
  /** The signature covers the body, then the timestamp. */
  ...optionallySigned((secret, { headers, body }, _account, now) => {
    const time = headers['x-timestamp'];
    const expected = hmac('sha256', secret, Buffer.concat([body, Buffer.from(time ?? '')]), 'hex');
    return staleTime(time, now) ?? wrongUnless(sameText((headers['x-signature'] ?? '').toLowerCase(), expected));
  }),
  callback: {
    reports(request) {
      const json = jsonBody(request);
      const event = textAt(json, 'event') ?? '';
      if (IGNORED.has(event)) return {};
      if (event === 'sms:received' || isMedia(json)) return { inbounds: [json] };
      if (Object.hasOwn(EVENTS, event)) return { receipts: [json] };
      throw new BadCallback(notKnown('event', event));
    },
    receipt: {
      reference(report) {
        const id = textAt(report, 'payload.messageId');
        return id === undefined ? undefined : sharedReference(id, recipientOf(report));
      },
      status: 'event',
      destination: recipientOf,
      // A sentence, of which only a code is shown: `RESULT_ERROR_NO_SERVICE`.
      error: (report) => /\b[A-Z][A-Z_]{3,23}\b/.exec((textAt(report, 'payload.reason') ?? '').slice(0, 500))?.[0],
      map: EVENTS,
    },
    inbound: {
      id: 'id',
      sender: ['payload.sender', 'payload.phoneNumber'],
      recipient: (report, { options }) => options['number'] || textAt(report, 'payload.recipient'),
      text: (report) => textAt(report, isMedia(report) ? 'payload.body' : 'payload.message'),
      media: isMedia,
    },
  },
});

function isMedia(report: Json): boolean {
  return textAt(report, 'event') === 'mms:downloaded';
}

/** `phoneNumber` is the other side's number in older versions of the app. */
function recipientOf(report: Json): string {
  return textAt(report, 'payload.recipient') ?? textAt(report, 'payload.phoneNumber') ?? '';
}

/** https://docs.sms-gate.app: an Android phone as a gateway, called directly or through its cloud. */
export const smsgate: Provider = {
  ...described,
  /** 409: it has this id, so the answer to the first attempt was lost. In a batch it is unknown which messages it has. */
  judge(answer, messages) {
    const [message, ...others] = messages;
    if (answer.status !== 409 || others.length > 0) return described.judge(answer, messages);
    return { kind: 'each', results: [accepted(sharedReference(message!.messageId, message!.destination))] };
  },
};
