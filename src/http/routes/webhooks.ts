import { httpLimits } from '../../bounds/limits/http.ts';
import { webUrlFault } from '../../domain/webhook/web-url.ts';
import { replayFailed } from '../../flows/replay.ts';
import { loadAllowedRanges } from '../../flows/webhook-targets.ts';
import { rotateWebhookSecret, sampleEvent } from '../../flows/webhooks.ts';
import { type DeliveryRow, findDelivery, listDeliveries, replayEvent } from '../../store/webhook/delivery-log.ts';
import { byState, originOf, toBody } from '../deliveries.ts';
import { endpointsOf } from '../endpoints.ts';
import { HttpError } from '../errors.ts';
import { timeOf } from '../paging.ts';
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
import { customerOperations } from './operation.ts';

const operation = customerOperations('Webhooks');

export const webhookOperations = [
  operation({
    id: 'listDeliveries',
    get: '/v1/webhooks/deliveries',
    summary: 'List webhook deliveries (extension)',
    description: 'Newest first.',
    query: DeliveryQuery,
    answer: [DeliveryList, 'A page of deliveries'],
    shown: (row: DeliveryRow) => toBody(row),
    list: (db, { principal: { accountId }, query: { state, kind, messageId } }, page) =>
      listDeliveries(db, { accountId, ...page, ...byState(state), kind, subjectId: messageId }),
  }),
  operation({
    id: 'listEndpoints',
    get: '/v1/webhooks/endpoints',
    summary: 'List endpoints and how they are doing (extension)',
    description: 'Those with deliveries that wait, or that were sent in the last 24 hours.',
    answer: [EndpointList, 'The endpoints'],
    read: async (db, { principal }, serving) => ({
      endpoints: (await endpointsOf(db, serving, principal.accountId)).map(({ body }) => body),
    }),
  }),
  operation({
    id: 'getDelivery',
    get: '/v1/webhooks/deliveries/:deliveryId',
    summary: 'Look up a delivery with all its attempts (extension)',
    answer: [Delivery, 'The delivery'],
    unknown: 'delivery',
    read: async (db, { principal, params }) => {
      const found = await findDelivery(db, principal.accountId, params.deliveryId);
      return found && toBody(found.event, found.attempts);
    },
  }),
  operation({
    id: 'replayDelivery',
    post: '/v1/webhooks/deliveries/:deliveryId/replay',
    summary: 'Deliver again (extension)',
    description: 'At once and with all retries, under the same webhook-id.',
    rate: [httpLimits.eventReplays, 'replays'],
    answer: [Replayed, 'They begin anew'],
    unknown: 'delivery',
    responses: badBody,
    write: async (db, { principal, params }) =>
      (await replayEvent(db, principal.accountId, params.deliveryId)) ? { replayed: 1 } : undefined,
  }),
  operation({
    id: 'replayDeliveries',
    post: '/v1/webhooks/replay',
    summary: 'Deliver again what has failed (extension)',
    rate: [httpLimits.allReplays, 'replays of all that has failed'],
    body: ReplayBody,
    answer: [Replayed, 'They begin anew'],
    responses: badReplay,
    write: async (db, { principal: { accountId }, body: { since, endpoint } }) => {
      const origin = endpoint ? originOf(endpoint) : undefined;
      return { replayed: await replayFailed(db, { accountId, since: timeOf('since', since)!, origin }) };
    },
  }),
  operation({
    id: 'rotateWebhookSecret',
    post: '/v1/webhooks/secret',
    summary: 'New signing secret (extension)',
    description: 'Webhooks are signed with it from now on, and with the one before it for 24 hours more.',
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
    description: 'Signed and retried like a real one.',
    rate: [httpLimits.webhookSamples, 'samples'],
    body: SampleBody,
    status: 202,
    answer: [Delivery, 'The sample is on its way'],
    responses: badSample,
    write: async (db, { principal: { accountId }, body: { kind, url } }, { config }) => {
      const fault = webUrlFault(url, await loadAllowedRanges({ config, db }, accountId));
      if (fault !== undefined) throw new HttpError(400, `url ${fault}`);
      const found = await findDelivery(db, accountId, await sampleEvent(db, accountId, kind, url));
      return toBody(found!.event);
    },
  }),
];
