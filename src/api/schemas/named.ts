import type { Config } from '../../config/config.ts';
import { accountListSchemas } from '../customer/account.ts';
import { keySchemas } from '../customer/keys.ts';
import { verifySchemas } from '../customer/verify.ts';
import { EmailTest } from '../shared/email-test.ts';
import { consoleSchemas } from './console.ts';
import { ErrorBody } from './errors.ts';
import { Account, Message, MessageList, Preview, SendAnswer, sendBody } from './messages.ts';
import { optOutSchemas } from './opt-outs.ts';
import { selectionSchemas } from './selection.ts';
import * as senders from './senders.ts';
import { statisticsSchemas } from './statistics.ts';
import { StreamEvent } from './stream.ts';
import { templateSchemas } from './templates.ts';
import { Timeline, TimelineEntry } from './timeline.ts';
import { Verdict } from './verdict.ts';
import { webhookEndpointSchemas } from './webhook-endpoints.ts';
import { eventSchemas } from './webhook-events.ts';
import { Delivery, DeliveryList, Endpoint, EndpointList, Replayed, Secret } from './webhooks.ts';

/** Schemas that the customer document refers to by name. */
export function namedSchemas(config: Config) {
  return [
    ErrorBody,
    ...eventSchemas,
    Verdict,
    Message,
    MessageList,
    ...selectionSchemas,
    TimelineEntry,
    Timeline,
    Delivery,
    DeliveryList,
    Endpoint,
    EndpointList,
    ...webhookEndpointSchemas,
    Replayed,
    Secret,
    SendAnswer,
    Preview,
    Account,
    ...accountListSchemas,
    ...keySchemas,
    ...optOutSchemas,
    EmailTest,
    senders.Sender,
    senders.SenderDetails,
    senders.SenderList,
    senders.SenderRegistration,
    senders.SenderConfirmation,
    senders.SenderSettings,
    ...verifySchemas,
    ...templateSchemas,
    ...statisticsSchemas,
    StreamEvent,
    sendBody(config),
    ...consoleSchemas,
  ];
}
