import type { ReceiptOutcome } from '../../carrier.ts';
import { wrongUrl } from '../../url-parameters.ts';
import {
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
import type { Account, Provider, Verdict } from '../provider.ts';
import { own } from '../settings.ts';
import { accepted, all, byStatus, closed, refused, unreadable, wordOf } from '../verdict.ts';
import { signedHeaders } from './signature-v4.ts';
import { snsForgery } from './sns.ts';

/**
 * https://docs.aws.amazon.com/pinpoint/latest/apireference_smsvoicev2: SendTextMessage of AWS End User Messaging. Events and inbound
 * messages come by way of a topic of SNS that this service is subscribed to.
 */

const EVENTS: Readonly<Record<string, ReceiptOutcome>> = {
  TEXT_QUEUED: 'no change',
  TEXT_PENDING: 'no change',
  TEXT_SENT: 'no change',
  TEXT_SUCCESSFUL: 'no change',
  TEXT_DELIVERED: 'delivered',
  TEXT_UNREACHABLE: 'failed',
  TEXT_CARRIER_UNREACHABLE: 'failed',
  TEXT_TTL_EXPIRED: 'failed',
  TEXT_INVALID: 'rejected',
  TEXT_INVALID_MESSAGE: 'rejected',
  TEXT_BLOCKED: 'rejected',
  TEXT_CARRIER_BLOCKED: 'rejected',
  TEXT_PROTECT_BLOCKED: 'rejected',
  TEXT_SPAM: 'rejected',
  TEXT_UNKNOWN: 'unknown',
};

const THROTTLED: ReadonlySet<string> = new Set([
  'ThrottlingException',
  'ServiceQuotaExceededException',
  'TooManyRequestsException',
]);
/** About us, and not about the message. */
const CLOSED: ReadonlySet<string> = new Set([
  'AccessDeniedException',
  'UnrecognizedClientException',
  'InvalidSignatureException',
  'ExpiredTokenException',
  'IncompleteSignatureException',
  'MissingAuthenticationTokenException',
  'ResourceNotFoundException',
]);

const service = 'sms-voice';
const mostSeconds = 259_200;

export const amazon: Provider = {
  parameters: {
    region: own('region', 'the region, where the host does not name it'),
    configurationSet: own('configuration_set', 'the configuration set, whose events go to the topic'),
    topic: own('topic', 'the ARN of the topic that callbacks come from; others are refused'),
    type: own('type', 'TRANSACTIONAL or PROMOTIONAL', 'TRANSACTIONAL'),
  },
  perCall: 1,

  check(account) {
    if (!['TRANSACTIONAL', 'PROMOTIONAL'].includes(account.options['type'] ?? ''))
      throw wrongUrl('its type is neither TRANSACTIONAL nor PROMOTIONAL');
    if (regionOf(account) === undefined)
      throw wrongUrl('its region is not in the host, as sms-voice.eu-west-1.amazonaws.com, nor in region');
  },

  request([message], account, now) {
    const { sender, destination, text, validUntil, messageId } = message!;
    const set = account.options['configuration_set'] ?? '';
    const body = JSON.stringify({
      DestinationPhoneNumber: destination,
      OriginationIdentity: sender,
      MessageBody: text,
      MessageType: account.options['type'],
      TimeToLive: secondsLeft(validUntil, now, 5, mostSeconds),
      Context: { messageId },
      ...(set === '' ? {} : { ConfigurationSetName: set }),
    });
    const url = `${account.base}/`;
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'PinpointSMSVoiceV2.SendTextMessage',
    };
    const keys = { accessKey: account.user, secretKey: account.password, region: regionOf(account)!, service };
    return { method: 'POST', url, body, headers: signedHeaders({ method: 'POST', url, headers, body }, keys, now) };
  },

  judge(answer): Verdict {
    const json = jsonOf(answer.body);
    if (answer.status === 200) {
      const reference = referenceOf(textAt(json, 'MessageId'));
      return reference === undefined ? unreadable(answer) : all(accepted(reference).result);
    }
    const type = (textAt(json, '__type') ?? answer.headers.get('x-amzn-errortype') ?? '')
      .split(':', 1)[0]!
      .split('#')
      .at(-1)!;
    const word = wordOf(answer.status, type);
    if (THROTTLED.has(type)) return all({ kind: 'later', reason: word, throttled: true }, word);
    if (CLOSED.has(type)) return closed(word);
    if (type === 'ConflictException' || type === 'ValidationException') return all(refused(word).result, word);
    return byStatus(answer, type);
  },

  weakness: ({ options }) =>
    options['topic']
      ? undefined
      : { text: 'topic is not set: callbacks from any SNS topic of any AWS account are accepted', isFatal: false },

  forged: (request, { options }, _now, fetch) => snsForgery(request, options['topic'] ?? '', fetch),

  /** A notification holds another JSON, as text. A subscription has to be confirmed by calling what it names. */
  read(request) {
    const envelope = jsonBody(request);
    const kind = textAt(envelope, 'Type');
    if (kind === 'SubscriptionConfirmation') {
      const confirm = textAt(envelope, 'SubscribeURL');
      return confirm === undefined ? unread('the confirmation has no URL') : { ...nothing, confirm };
    }
    if (kind !== 'Notification') return unread('it is not a notification: the subscription may have ended');
    const json = jsonOf(textAt(envelope, 'Message') ?? '');
    const status = textAt(json, 'eventType');
    if (status === undefined) {
      const written = {
        id: textAt(json, 'inboundMessageId'),
        sender: textAt(json, 'originationNumber'),
        recipient: textAt(json, 'destinationNumber'),
        text: textAt(json, 'messageBody'),
      };
      return inboundOf(written);
    }
    const [reference, destination] = [textAt(json, 'messageId'), textAt(json, 'destinationPhoneNumber')];
    return receiptOf(EVENTS, { reference, status, destination, error: status });
  },
};

function regionOf({ base, options }: Account): string | undefined {
  return options['region'] || /^sms-voice\.([a-z0-9-]+)\.amazonaws\.com/.exec(new URL(base).hostname)?.[1];
}
