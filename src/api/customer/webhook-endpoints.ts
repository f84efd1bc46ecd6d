import type { FastifyRequest } from 'fastify';
import { httpLimits } from '../../bounds/limits/http.ts';
import { webhookLimits } from '../../bounds/limits/webhooks.ts';
import type { Db } from '../../database/db.ts';
import { endpointOrigin, endpointTarget } from '../../domain/webhook/endpoint.ts';
import { webUrlFault } from '../../domain/webhook/web-url.ts';
import { replayFailed } from '../../flows/webhooks/replay.ts';
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  type IssuedEndpoint,
  rotateEndpoint,
} from '../../flows/webhooks/webhook-endpoints.ts';
import { loadAllowedRanges } from '../../flows/webhooks/webhook-targets.ts';
import { sampleEvent } from '../../flows/webhooks/webhooks.ts';
import { countFailed, findDelivery } from '../../store/webhook/delivery-log.ts';
import {
  findWebhookEndpoint,
  listWebhookEndpoints,
  type WebhookEndpointRef,
} from '../../store/webhook/webhook-endpoints.ts';
import { timeOf } from '../operation/paging.ts';
import { bodyOf } from '../operation/row-body.ts';
import { badBody, badReplay } from '../schemas/errors.ts';
import {
  EndpointChange,
  FailedDeliveries,
  IssuedWebhookEndpoint,
  NewEndpoint,
  SinceBody,
  SinceQuery,
  TestBody,
  WebhookEndpoint,
  WebhookEndpointList,
} from '../schemas/webhook-endpoints.ts';
import { Delivery, Replayed } from '../schemas/webhooks.ts';
import { HttpError } from '../server/errors.ts';
import type { Serving } from '../server/serving.ts';
import { toDeliveryBody, withActivity } from '../shared/webhooks.ts';
import { customerOperations } from './operation.ts';

const operation = customerOperations('Webhook endpoints', {
  'too many': [409, `The account has ${webhookLimits.managedEndpoints.most} webhook endpoints; delete one first`],
  taken: [409, 'Another enabled endpoint of the account receives one of these event types; disable it first'],
  disabled: [409, 'The endpoint is disabled; enable it first'],
});

const taken = 'Another enabled endpoint of the account receives one of these event types';
const changes = [httpLimits.endpointChanges, 'changes of webhook endpoints'] as const;
const mostCounted = 100_000;

type EndpointCall = Pick<FastifyRequest, 'principal'> & { readonly params: { readonly endpointId: string } };
const refOf = ({ principal: { accountId }, params }: EndpointCall): WebhookEndpointRef => ({
  accountId,
  id: params.endpointId.toLowerCase(),
});
const toIssued = (row: IssuedEndpoint) => bodyOf(IssuedWebhookEndpoint, row, { endpointId: row.id });

async function checkUrl(db: Db, { config }: Serving, accountId: string, url: string | undefined): Promise<void> {
  const fault = url === undefined ? undefined : webUrlFault(url, await loadAllowedRanges({ config, db }, accountId));
  if (fault !== undefined) throw new HttpError(400, `url ${fault}`);
}

export const webhookEndpointOperations = [
  operation({
    id: 'listWebhookEndpoints',
    get: '/v1/webhook-endpoints',
    summary: 'List managed webhook endpoints (extension)',
    description: 'Returns the webhook endpoints that the account has created, with their state.',
    answer: [WebhookEndpointList, 'The endpoints'],
    read: async (db, { principal: { accountId } }, serving) => ({
      endpoints: await withActivity(db, serving, await listWebhookEndpoints(db, accountId), accountId),
    }),
  }),
  operation({
    id: 'createWebhookEndpoint',
    post: '/v1/webhook-endpoints',
    summary: 'Create a webhook endpoint (extension)',
    description:
      'Events of these types go to the endpoint if the send request or the sender names no URL of its own. Returns the signing secret, which ' +
      'is shown only once.',
    body: NewEndpoint,
    status: 201,
    answer: [IssuedWebhookEndpoint, 'The new endpoint'],
    responses: badBody,
    problems: { 'too many': `${taken}, or the account has too many endpoints` },
    noStore: true,
    rate: changes,
    shown: toIssued,
    write: async (db, { principal: { accountId }, body }, serving) => {
      await checkUrl(db, serving, accountId, body.url);
      return createEndpoint(db, accountId, body);
    },
  }),
  operation({
    id: 'getWebhookEndpoint',
    get: '/v1/webhook-endpoints/:endpointId',
    summary: 'Retrieve a webhook endpoint (extension)',
    answer: [WebhookEndpoint, 'The endpoint'],
    unknown: 'webhook endpoint',
    read: async (db, call, serving) => {
      const found = await findWebhookEndpoint(db, refOf(call));
      return found && (await withActivity(db, serving, [found], found.account_id))[0];
    },
  }),
  operation({
    id: 'changeWebhookEndpoint',
    patch: '/v1/webhook-endpoints/:endpointId',
    summary: 'Update a webhook endpoint (extension)',
    description:
      'Omitted fields are not changed. A new URL also applies to pending and replayed deliveries. Nothing is sent to a disabled endpoint: ' +
      'events that were on their way are given up, and can be replayed after it is enabled again.',
    body: EndpointChange,
    answer: [WebhookEndpoint, 'The updated endpoint'],
    unknown: 'webhook endpoint',
    responses: badBody,
    problems: { taken },
    rate: changes,
    write: async (db, call, serving) => {
      const ref = refOf(call);
      await checkUrl(db, serving, ref.accountId, call.body.url);
      const changed = await changeEndpoint(db, ref, call.body, () => call.leaveChanges?.());
      return typeof changed === 'object' ? (await withActivity(db, serving, [changed], ref.accountId))[0] : changed;
    },
  }),
  operation({
    id: 'deleteWebhookEndpoint',
    delete: '/v1/webhook-endpoints/:endpointId',
    summary: 'Delete a webhook endpoint (extension)',
    description: 'Nothing more is sent to the endpoint: its pending deliveries are given up.',
    answer: 'The endpoint was deleted',
    unknown: 'webhook endpoint',
    rate: changes,
    write: (db, call) => deleteEndpoint(db, refOf(call), () => call.leaveChanges?.()),
  }),
  operation({
    id: 'rotateWebhookEndpointSecret',
    post: '/v1/webhook-endpoints/:endpointId/secret',
    summary: 'Rotate the secret of a webhook endpoint (extension)',
    description:
      'Returns a new signing secret. Webhooks are signed with both the new and the previous secret for 24 hours.',
    answer: [IssuedWebhookEndpoint, 'The endpoint with its new secret'],
    unknown: 'webhook endpoint',
    responses: badBody,
    noStore: true,
    rate: [httpLimits.webhookSecrets, 'new secrets'],
    shown: toIssued,
    write: (db, call) => rotateEndpoint(db, refOf(call), () => call.leaveChanges?.()),
  }),
  operation({
    id: 'testWebhookEndpoint',
    post: '/v1/webhook-endpoints/:endpointId/test',
    summary: 'Send a sample event to a webhook endpoint (extension)',
    description: 'The event is signed and retried like a real event.',
    body: TestBody,
    status: 202,
    answer: [Delivery, 'The delivery of the sample'],
    unknown: 'webhook endpoint',
    responses: badBody,
    problems: { disabled: 'The endpoint is disabled' },
    rate: [httpLimits.webhookSamples, 'samples'],
    write: async (db, call) => {
      const found = await findWebhookEndpoint(db, refOf(call));
      if (found === undefined) return undefined;
      const { id, account_id: accountId, url, enabled } = found;
      if (!enabled) return 'disabled';
      const eventId = await sampleEvent(db, accountId, call.body.kind, endpointTarget(id, url));
      return toDeliveryBody((await findDelivery(db, accountId, eventId))!.event);
    },
  }),
  operation({
    id: 'countFailedDeliveries',
    get: '/v1/webhook-endpoints/:endpointId/failed',
    summary: 'Count the failed deliveries of a webhook endpoint (extension)',
    description: 'Returns how many deliveries a replay since the same time delivers again.',
    query: SinceQuery,
    answer: [FailedDeliveries, 'The number of failed deliveries'],
    unknown: 'webhook endpoint',
    read: async (db, call) => {
      const failed = await failedOf(db, call, call.query.since);
      if (failed === undefined) return undefined;
      const count = await countFailed(db, failed, mostCounted);
      return { failed: count, ...(count === mostCounted && { atLeast: true }) };
    },
  }),
  operation({
    id: 'replayWebhookEndpoint',
    post: '/v1/webhook-endpoints/:endpointId/replay',
    summary: 'Retry failed deliveries of a webhook endpoint (extension)',
    description: 'Delivers all its failed events since a time again, with all retries and the same webhook-id.',
    body: SinceBody,
    answer: [Replayed, 'The number of replayed deliveries'],
    unknown: 'webhook endpoint',
    responses: badReplay,
    rate: [httpLimits.allReplays, 'replays of all failed webhooks'],
    write: async (db, call) => {
      const failed = await failedOf(db, call, call.body.since);
      return failed && { replayed: await replayFailed(db, failed) };
    },
  }),
];

async function failedOf(db: Db, call: EndpointCall, since: string | undefined) {
  const ref = refOf(call);
  const time = timeOf('since', since) ?? new Date(0);
  if ((await findWebhookEndpoint(db, ref)) === undefined) return undefined;
  return { accountId: ref.accountId, since: time, origin: endpointOrigin(ref.id) };
}
