import type { Handover, ReceiptOutcome } from '../../carrier.ts';
import { wrongUrl } from '../../url-parameters.ts';
import {
  basic,
  inboundOf,
  jsonBody,
  jsonOf,
  nothing,
  receiptOf,
  referenceOf,
  secondsLeft,
  textAt,
  unread,
} from '../fields.ts';
import type { Provider, Verdict } from '../provider.ts';
import { own } from '../settings.ts';
import { hmac, isRecent, sameText, unsigned } from '../signatures.ts';
import { accepted, all, byStatus, refused, unreadable, wordOf } from '../verdict.ts';

/** https://docs.sms-gate.app: an Android phone as a gateway, called directly or by way of its cloud. */

const EVENTS: Readonly<Record<string, ReceiptOutcome>> = {
  'sms:sent': 'no change',
  'sms:delivered': 'delivered',
  'sms:failed': 'failed',
  'sms:cancelled': 'rejected',
};
/** About the phone, and not about a message. */
const IGNORED: ReadonlySet<string> = new Set(['system:ping', 'app:started']);

/** One text to several numbers. A phone sends them one after the other all the same. */
const perCall = 50;
const mostSeconds = 172_800;

export const smsgate: Provider = {
  parameters: {
    path: own(
      'path',
      'where messages are posted: /message on a phone that is called directly',
      '/3rdparty/v1/messages',
    ),
    sim: own('sim', 'the SIM to send by, from 1; empty for the usual one'),
    number: own('number', 'the number of the phone, where inbound messages do not name it'),
  },
  perCall,
  together: ({ text }) => text,

  check({ options }) {
    if (!/^\/[\w./-]*$/.test(options['path'] ?? '')) throw wrongUrl('its path is no path such as /message');
    if (!/^[1-9]?$/.test(options['sim'] ?? '')) throw wrongUrl('its sim is no number from 1 to 9');
  },

  request(messages, { base, user, password, options }, now) {
    const [first] = messages;
    const sim = options['sim'] ?? '';
    return {
      method: 'POST',
      url: `${base}${options['path']}`,
      headers: { authorization: basic(user, password), 'content-type': 'application/json' },
      body: JSON.stringify({
        // Its own id is ours: the same message again is told by it.
        id: first!.messageId,
        textMessage: { text: first!.text },
        phoneNumbers: messages.map(({ destination }) => destination),
        ttl: Math.min(...messages.map(({ validUntil }) => secondsLeft(validUntil, now, 5, mostSeconds))),
        withDeliveryReport: true,
        ...(sim === '' ? {} : { simNumber: Number(sim) }),
      }),
    };
  },

  judge(answer, messages): Verdict {
    const { status } = answer;
    const [first] = messages;
    // It has this id: an answer to the first try was lost. With others beside it, nobody knows which the phone has.
    if (status === 409 && messages.length === 1)
      return all(accepted(keyOf(first!.messageId, first!.destination)).result);
    if (status === 409) return all(refused(wordOf(status)).result, wordOf(status));
    if (status !== 200 && status !== 201 && status !== 202) return byStatus(answer);
    const id = referenceOf(textAt(jsonOf(answer.body), 'id'));
    if (id === undefined) return unreadable(answer);
    return { kind: 'each', results: messages.map((message: Handover) => accepted(keyOf(id, message.destination))) };
  },

  weakness: unsigned,

  /** The body, then the time; only where the key of the phone is known here. */
  forged({ headers, body }, { signingSecret }, now) {
    if (signingSecret === undefined) return undefined;
    const time = headers['x-timestamp'];
    if (!isRecent(time, now)) return 'the time of the signature is missing, or not now';
    const expected = hmac('sha256', signingSecret, Buffer.concat([body, Buffer.from(time!)]), 'hex');
    return sameText((headers['x-signature'] ?? '').toLowerCase(), expected) ? undefined : 'wrong signature';
  },

  /** `phoneNumber` is the other side's number, as older versions of the app named it. */
  read(request, { options }) {
    const json = jsonBody(request);
    const event = textAt(json, 'event') ?? '';
    const other = textAt(json, 'payload.phoneNumber');
    if (IGNORED.has(event)) return nothing;
    if (event === 'sms:received' || event === 'mms:downloaded') {
      const isMedia = event === 'mms:downloaded';
      const written = {
        id: textAt(json, 'id'),
        sender: textAt(json, 'payload.sender') ?? other,
        recipient: options['number'] || textAt(json, 'payload.recipient'),
        text: textAt(json, isMedia ? 'payload.body' : 'payload.message'),
      };
      return inboundOf(written, isMedia);
    }
    if (!Object.hasOwn(EVENTS, event)) return unread(`the event ${JSON.stringify(event.slice(0, 60))} is not known`);
    const id = textAt(json, 'payload.messageId');
    const number = textAt(json, 'payload.recipient') ?? other ?? '';
    return receiptOf(EVENTS, {
      reference: id === undefined ? undefined : keyOf(id, number),
      status: event,
      destination: number,
      error: codeIn(textAt(json, 'payload.reason')),
    });
  },
};

/** One id for all numbers of a call. */
const keyOf = (id: string, number: string): string => `${id}/${number.replaceAll(/\D/g, '')}`;

/** A sentence, of which a code may be shown: `RESULT_ERROR_NO_SERVICE`. */
const codeIn = (reason = ''): string | undefined => /\b[A-Z][A-Z_]{3,23}\b/.exec(reason.slice(0, 500))?.[0];
