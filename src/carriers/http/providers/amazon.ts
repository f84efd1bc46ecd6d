import type { ReceiptOutcome } from '../../carrier.ts';
import { wrongUrl } from '../../carrier-url.ts';
import { byWord } from '../callback-reader.ts';
import { jsonBody, jsonOf, textAt } from '../fields.ts';
import { BadCallback, type ProviderAccount } from '../provider.ts';
import { byCode, describedProvider, ownReference } from '../provider-description.ts';
import { own } from '../settings.ts';
import { signedHeaders, snsForgery } from './amazon-signatures.ts';

const mostSeconds = 259_200;

/**
 * https://docs.aws.amazon.com/pinpoint/latest/apireference_smsvoicev2: SendTextMessage of AWS End User Messaging. Events and inbound
 * messages come from an SNS topic that this service is subscribed to.
 */
export const amazon = describedProvider({
  parameters: {
    region: own('region', 'the region, where the host does not name it'),
    configurationSet: own('configuration_set', 'the configuration set, whose events go to the topic'),
    topic: own('topic', 'the ARN of the topic that callbacks come from; others are refused'),
    type: own('type', 'TRANSACTIONAL or PROMOTIONAL', 'TRANSACTIONAL'),
  },
  check(account) {
    if (!['TRANSACTIONAL', 'PROMOTIONAL'].includes(account.options['type'] ?? ''))
      throw wrongUrl('its type is neither TRANSACTIONAL nor PROMOTIONAL');
    if (regionOf(account) === undefined)
      throw wrongUrl('its region is not in the host, as sms-voice.eu-west-1.amazonaws.com, nor in region');
  },
  submit: {
    path: () => '/',
    headers: () => ({
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'PinpointSMSVoiceV2.SendTextMessage',
    }),
    body: ({ message, options, seconds }) => ({
      DestinationPhoneNumber: message.destination,
      OriginationIdentity: message.sender,
      MessageBody: message.text,
      MessageType: options['type'],
      TimeToLive: seconds(5, mostSeconds),
      Context: { messageId: message.messageId },
      ConfigurationSetName: options['configuration_set'] || undefined,
    }),
    sign(request, account, now) {
      const { user: accessKey, password: secretKey } = account;
      return signedHeaders(request, { accessKey, secretKey, region: regionOf(account)!, service: 'sms-voice' }, now);
    },
  },
  answer: {
    accepted: [200],
    results: ownReference('MessageId'),
    // `com.amazonaws#ThrottlingException:http://…`, of which the name of the exception counts.
    code: (json, { headers }) =>
      (textAt(json, '__type') ?? headers.get('x-amzn-errortype') ?? '').split(':', 1)[0]!.split('#').at(-1)!,
    treatment: byCode({
      throttled: 'ThrottlingException ServiceQuotaExceededException TooManyRequestsException',
      refused: 'ConflictException ValidationException',
      closed:
        'AccessDeniedException UnrecognizedClientException InvalidSignatureException ExpiredTokenException ' +
        'IncompleteSignatureException MissingAuthenticationTokenException ResourceNotFoundException',
    }),
  },
  weakness: ({ options }) =>
    options['topic']
      ? undefined
      : { text: 'topic is not set: callbacks from any SNS topic of any AWS account are accepted', isFatal: false },
  forged: (request, { options }, _now, fetch) => snsForgery(request, options['topic'] ?? '', fetch),
  callback: {
    /** A notification holds another JSON, as text. A subscription is confirmed by calling the URL that it names. */
    reports(request) {
      const envelope = jsonBody(request);
      const type = textAt(envelope, 'Type');
      if (type === 'SubscriptionConfirmation') {
        const confirm = textAt(envelope, 'SubscribeURL');
        if (confirm === undefined) throw new BadCallback('the confirmation has no URL');
        return { confirm };
      }
      if (type !== 'Notification') throw new BadCallback('it is not a notification: the subscription may have ended');
      const report = jsonOf(textAt(envelope, 'Message') ?? '') ?? null;
      return textAt(report, 'eventType') === undefined ? { inbounds: [report] } : { receipts: [report] };
    },
    receipt: {
      reference: 'messageId',
      status: 'eventType',
      destination: 'destinationPhoneNumber',
      error: 'eventType',
      map: byWord<ReceiptOutcome>({
        'no change': 'TEXT_QUEUED TEXT_PENDING TEXT_SENT TEXT_SUCCESSFUL',
        delivered: 'TEXT_DELIVERED',
        failed: 'TEXT_UNREACHABLE TEXT_CARRIER_UNREACHABLE TEXT_TTL_EXPIRED',
        rejected: 'TEXT_INVALID TEXT_INVALID_MESSAGE TEXT_BLOCKED TEXT_CARRIER_BLOCKED TEXT_PROTECT_BLOCKED TEXT_SPAM',
        unknown: 'TEXT_UNKNOWN',
      }),
    },
    inbound: {
      id: 'inboundMessageId',
      sender: 'originationNumber',
      recipient: 'destinationNumber',
      text: 'messageBody',
    },
  },
});

function regionOf({ base, options }: ProviderAccount): string | undefined {
  return options['region'] || /^sms-voice\.([a-z0-9-]+)\.amazonaws\.com/.exec(new URL(base).hostname)?.[1];
}
