import type { FastifyInstance } from 'fastify';
import { httpLimits } from '../../bounds/limits/http.ts';
import { isUuid } from '../../domain/uuid.ts';
import { webUrlFault } from '../../domain/webhook/web-url.ts';
import { replayFailed } from '../../flows/replay.ts';
import { loadAllowedRanges } from '../../flows/webhook-targets.ts';
import { rotateWebhookSecret, sampleEvent } from '../../flows/webhooks.ts';
import { type DeliveryFilter, findDelivery, listDeliveries, replayEvent } from '../../store/webhook/delivery-log.ts';
import type { Authentication } from '../auth.ts';
import { byState, originOf, toBody } from '../deliveries.ts';
import { endpointsOf } from '../endpoints.ts';
import { HttpError } from '../errors.ts';
import { mapByTurns, nextCursor, pageOf, timeOf } from '../paging.ts';
import { hourly } from '../rates.ts';
import { badBody, badQuery, badReplay, badSample, commonErrors, missingDelivery } from '../schemas/errors.ts';
import { answer } from '../schemas/messages.ts';
import { DeliveryPath, DeliveryQuery, type DeliveryQueryValues, ReplayBody, SampleBody } from '../schemas/webhooks.ts';
import type { Serving } from '../serving.ts';

type Path = { Params: { deliveryId: string } };
const tags = ['Webhooks'];

export function webhookRoutes(app: FastifyInstance, serving: Serving, auth: Authentication): void {
  const { db, config, clock, reads } = serving;
  app.get<{ Querystring: DeliveryQueryValues }>('/v1/webhooks/deliveries', {
    onRequest: auth.looks,
    schema: {
      operationId: 'listDeliveries',
      summary: 'List webhook deliveries (extension)',
      description: 'Newest first.',
      tags,
      querystring: DeliveryQuery,
      response: { 200: answer('DeliveryList', 'A page of deliveries'), ...badQuery, ...commonErrors },
    },
    handler: (request) =>
      reads.run(request.principal.accountId, async (db) => {
        const page = await listDeliveries(db, toFilter(request.principal.accountId, request.query));
        return { deliveries: await mapByTurns(page.rows, (row) => toBody(row)), ...nextCursor(page) };
      }),
  });

  app.get('/v1/webhooks/endpoints', {
    onRequest: auth.looks,
    schema: {
      operationId: 'listEndpoints',
      summary: 'List endpoints and how they are doing (extension)',
      description: 'Those with deliveries that wait, or that were sent in the last 24 hours.',
      tags,
      response: { 200: answer('EndpointList', 'The endpoints'), ...commonErrors },
    },
    handler: ({ principal: { accountId } }) =>
      reads.run(accountId, async (db) => ({
        endpoints: (await endpointsOf(db, serving, accountId)).map(({ body }) => body),
      })),
  });

  app.get<Path>('/v1/webhooks/deliveries/:deliveryId', {
    onRequest: auth.looks,
    attachValidation: true,
    schema: {
      operationId: 'getDelivery',
      summary: 'Look up a delivery with all its attempts (extension)',
      tags,
      params: DeliveryPath,
      response: { 200: answer('Delivery', 'The delivery'), ...missingDelivery, ...commonErrors },
    },
    handler: (request) =>
      reads.run(request.principal.accountId, async (db) => {
        const found = await findDelivery(db, request.principal.accountId, idOf(request.params));
        if (found === undefined) throw unknownDelivery();
        return toBody(found.event, found.attempts);
      }),
  });

  app.post<Path>('/v1/webhooks/deliveries/:deliveryId/replay', {
    onRequest: auth.changes,
    preHandler: hourly(clock, httpLimits.eventReplays, 'replays'),
    attachValidation: true,
    schema: {
      operationId: 'replayDelivery',
      summary: 'Deliver again (extension)',
      description: 'At once and with all retries, under the same webhook-id.',
      tags,
      params: DeliveryPath,
      response: { 200: answer('Replayed', 'They begin anew'), ...badBody, ...missingDelivery, ...commonErrors },
    },
    handler: async (request) => {
      if (await replayEvent(db, request.principal.accountId, idOf(request.params))) return { replayed: 1 };
      throw unknownDelivery();
    },
  });

  app.post<{ Body: { since: string; endpoint?: string | null } }>('/v1/webhooks/replay', {
    onRequest: auth.changes,
    preHandler: hourly(clock, httpLimits.allReplays, 'replays of all that has failed'),
    schema: {
      operationId: 'replayDeliveries',
      summary: 'Deliver again what has failed (extension)',
      tags,
      body: ReplayBody,
      response: { 200: answer('Replayed', 'They begin anew'), ...badReplay, ...commonErrors },
    },
    handler: async ({ principal, body: { since, endpoint } }) => {
      const origin = endpoint ? originOf(endpoint) : undefined;
      const failed = { accountId: principal.accountId, since: timeOf('since', since)!, origin };
      return { replayed: await replayFailed(db, failed) };
    },
  });

  app.post('/v1/webhooks/secret', {
    onRequest: auth.changes,
    preHandler: hourly(clock, httpLimits.webhookSecrets, 'new secrets'),
    schema: {
      operationId: 'rotateWebhookSecret',
      summary: 'New signing secret (extension)',
      description: 'Webhooks are signed with it from now on, and with the one before it for 24 hours more.',
      tags,
      response: { 200: answer('WebhookSecret', 'The new secret'), ...badBody, ...commonErrors },
    },
    handler: async (request) => ({
      secret: await rotateWebhookSecret(db, request.principal.accountId, () => request.leaveChanges?.()),
    }),
  });

  app.post<{ Body: { kind: 'delivery report' | 'inbound message' | 'sender status'; url: string } }>(
    '/v1/webhooks/sample',
    {
      onRequest: auth.changes,
      preHandler: hourly(clock, httpLimits.webhookSamples, 'samples'),
      schema: {
        operationId: 'sendSampleEvent',
        summary: 'Send a sample event (extension)',
        description: 'Signed and retried like a real one.',
        tags,
        body: SampleBody,
        response: { 202: answer('Delivery', 'The sample is on its way'), ...badSample, ...commonErrors },
      },
      handler: async ({ principal, body }, reply) => {
        const fault = webUrlFault(body.url, await loadAllowedRanges({ config, db }, principal.accountId));
        if (fault !== undefined) throw new HttpError(400, `url ${fault}`);
        const id = await sampleEvent(db, principal.accountId, body.kind, body.url);
        const found = await findDelivery(db, principal.accountId, id);
        return reply.code(202).send(toBody(found!.event));
      },
    },
  );
}

function unknownDelivery(): HttpError {
  return new HttpError(404, 'There is no such delivery');
}

/** What is not an id is the id of no delivery. */
function idOf({ deliveryId }: Path['Params']): string {
  if (!isUuid(deliveryId)) throw unknownDelivery();
  return deliveryId;
}

function toFilter(accountId: string, query: DeliveryQueryValues): DeliveryFilter {
  return { accountId, ...pageOf(query), ...byState(query.state), kind: query.kind, subjectId: query.messageId };
}
