import { Type } from '../../base/type.ts';
import { eventKinds } from '../../domain/webhook/endpoint.ts';
import { patterns } from '../operation/patterns.ts';
import { closed, named, optional, time, uuid } from './fields.ts';

const url = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description: 'URL that receives the events',
  examples: ['https://shop.example.com/webhooks'],
});
const description = Type.String({
  maxLength: 200,
  pattern: patterns.text,
  description: 'Purpose of the endpoint',
  examples: ['web shop'],
});
const kinds = Type.Array(Type.Enum([...eventKinds]), {
  minItems: 1,
  maxItems: eventKinds.length,
  uniqueItems: true,
  description: 'Event types that it receives; at most one enabled endpoint of the account receives each',
});
const enabled = Type.Boolean({ description: 'false: nothing is sent to it' });

export const NewEndpoint = closed({ url, kinds, ...optional({ description, enabled }) });
export const EndpointChange = closed(optional({ url, kinds, description, enabled }), { minProperties: 1 });

const shown = {
  endpointId: uuid(),
  ...{ url, description, kinds, enabled },
  createdAt: time('Time of creation'),
  previousExpiresAt: Type.Optional(time('Until then, webhooks are signed with the previous secret too')),
};
const activity = Type.Optional(Type.Ref('Endpoint', { description: 'State and figures; absent without deliveries' }));

export const WebhookEndpoint = named('WebhookEndpoint', { ...shown, activity });
export const IssuedWebhookEndpoint = named('IssuedWebhookEndpoint', {
  ...shown,
  signingSecret: Type.String({ description: 'Signing secret of the endpoint; shown only once' }),
});
export const WebhookEndpointList = named('WebhookEndpointList', {
  endpoints: Type.Array(Type.Ref('WebhookEndpoint'), { description: 'Newest first' }),
});
export const FailedDeliveries = named('FailedDeliveries', {
  failed: Type.Integer({ description: 'Number of deliveries that a replay delivers again' }),
  atLeast: Type.Optional(Type.Boolean({ description: 'true: there are more than were counted' })),
});
export const webhookEndpointSchemas = [WebhookEndpoint, IssuedWebhookEndpoint, WebhookEndpointList, FailedDeliveries];

const since = time('Earliest time of the failed events');
export const SinceQuery = Type.Object({
  since: Type.Optional(time('Earliest time of the failed events; default: all')),
});
export const SinceBody = closed({ since });
export const TestBody = closed({ kind: Type.Enum([...eventKinds]) });
