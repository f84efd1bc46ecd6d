import { httpLimits } from '../../bounds/limits/http.ts';
import { webUrlFault } from '../../domain/webhook/web-url.ts';
import { replayFailed } from '../../flows/webhooks/replay.ts';
import { loadAllowedRanges } from '../../flows/webhooks/webhook-targets.ts';
import { rotateWebhookSecret, sampleEvent } from '../../flows/webhooks/webhooks.ts';
import { type DeliveryRow, findDelivery, listDeliveries, replayEvent } from '../../store/webhook/delivery-log.ts';
import { timeOf } from '../operation/paging.ts';
import { badBody, badReplay, badSample } from '../schemas/errors.ts';
import {
  Delivery,
  DeliveryList,
  DeliveryQuery,
  EndpointList,
  ReplayBody,
  Replayed,
  SampleBody,
  Secret,
} from '../schemas/webhooks.ts';
import { HttpError } from '../server/errors.ts';
import { byState, endpointsOf, replayOrigin, toDeliveryBody } from '../shared/webhooks.ts';
import { customerOperations } from './operation.ts';

const operation = customerOperations('Webhooks');

export const webhookOperations = [
  operation({
    id: 'listDeliveries',
    get: '/v1/webhooks/deliveries',
    summary: 'List webhook deliveries (extension)',
    description: 'Returns a page of webhook deliveries, newest first.',
    query: DeliveryQuery,
    answer: [DeliveryList, 'A page of deliveries'],
    shown: (row: DeliveryRow) => toDeliveryBody(row),
    list: (db, { principal: { accountId }, query: { state, kind, endpoint, messageId } }, page) =>
      listDeliveries(db, {
        ...{ accountId, kind, subjectId: messageId, origin: endpoint ? replayOrigin(endpoint) : undefined },
        ...page,
        ...byState(state),
      }),
  }),
  operation({
    id: 'listEndpoints',
    get: '/v1/webhooks/endpoints',
    summary: 'List webhook endpoints (extension)',
    description: 'Returns the endpoints with pending deliveries or attempts in the last 24 hours, and their state.',
    answer: [EndpointList, 'The endpoints'],
    read: async (db, { principal }, serving) => ({
      endpoints: (await endpointsOf(db, serving, principal.accountId)).map(({ body }) => body),
    }),
  }),
  operation({
    id: 'getDelivery',
    get: '/v1/webhooks/deliveries/:deliveryId',
    summary: 'Retrieve a webhook delivery (extension)',
    description: 'Returns the delivery with all its attempts.',
    answer: [Delivery, 'The delivery'],
    unknown: 'delivery',
    read: async (db, { principal, params }) => {
      const found = await findDelivery(db, principal.accountId, params.deliveryId);
      return found && toDeliveryBody(found.event, found.attempts);
    },
  }),
  operation({
    id: 'replayDelivery',
    post: '/v1/webhooks/deliveries/:deliveryId/replay',
    summary: 'Replay a webhook delivery (extension)',
    description: 'Delivers the event immediately, with all retries and the same webhook-id.',
    rate: [httpLimits.eventReplays, 'replays'],
    answer: [Replayed, 'The number of replayed deliveries'],
    unknown: 'delivery',
    responses: badBody,
    write: async (db, { principal, params }) =>
      (await replayEvent(db, principal.accountId, params.deliveryId)) ? { replayed: 1 } : undefined,
  }),
  operation({
    id: 'replayDeliveries',
    post: '/v1/webhooks/replay',
    summary: 'Retry failed webhooks (extension)',
    description: 'Delivers all failed events since a time again, with all retries and the same webhook-id.',
    rate: [httpLimits.allReplays, 'replays of all failed webhooks'],
    body: ReplayBody,
    answer: [Replayed, 'The number of replayed deliveries'],
    responses: badReplay,
    write: async (db, { principal: { accountId }, body: { since, endpoint } }) => {
      const origin = endpoint ? replayOrigin(endpoint) : undefined;
      return { replayed: await replayFailed(db, { accountId, since: timeOf('since', since)!, origin }) };
    },
  }),
  operation({
    id: 'rotateWebhookSecret',
    post: '/v1/webhooks/secret',
    summary: 'Rotate the webhook secret (extension)',
    description:
      'Returns a new signing secret. Webhooks are signed with both the new and the previous secret for 24 hours.',
    rate: [httpLimits.webhookSecrets, 'new secrets'],
    answer: [Secret, 'The new secret'],
    responses: badBody,
    write: async (db, { principal, leaveChanges }) => ({
      secret: await rotateWebhookSecret(db, principal.accountId, () => leaveChanges?.()),
    }),
  }),
  operation({
    id: 'sendSampleEvent',
    post: '/v1/webhooks/sample',
    summary: 'Send a sample event (extension)',
    description: 'Sends a sample event to a URL. It is signed and retried like a real event.',
    rate: [httpLimits.webhookSamples, 'samples'],
    body: SampleBody,
    status: 202,
    answer: [Delivery, 'The delivery of the sample'],
    responses: badSample,
    write: async (db, { principal: { accountId }, body: { kind, url } }, { config }) => {
      const fault = webUrlFault(url, await loadAllowedRanges({ config, db }, accountId));
      if (fault !== undefined) throw new HttpError(400, `url ${fault}`);
      const found = await findDelivery(db, accountId, await sampleEvent(db, accountId, kind, url));
      return toDeliveryBody(found!.event);
    },
  }),
];
