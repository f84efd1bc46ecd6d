import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/db.ts';
import { replayFailedForOperator, replayForOperator } from '../../flows/replay.ts';
import { findAccountOf } from '../../store/account/account.ts';
import { findAccountDetails } from '../../store/account/account-details.ts';
import { findMessage } from '../../store/message/messages.ts';
import { type AnyDeliveryRow, listAllDeliveries, reportsOf } from '../../store/webhook/all-deliveries.ts';
import { type AttemptRow, findDelivery } from '../../store/webhook/delivery-log.ts';
import { byState, originOf, toBody } from '../deliveries.ts';
import { endpointsOf } from '../endpoints.ts';
import { nextCursor, pageOf, timeOf } from '../paging.ts';
import { answer } from '../schemas/messages.ts';
import { operatorShare, type Serving } from '../serving.ts';
import { noSuch, notFound, operatorErrors } from './errors.ts';
import {
  DeliveriesQuery,
  type DeliveriesQueryValues,
  type DeliveryDetailsBody,
  DeliveryPath,
  type DeliveryPathValues,
  EndpointsQuery,
  type EndpointsQueryValues,
  ReplayFailed,
  type ReplayFailedValues,
} from './schemas/traffic.ts';

const tags = ['Traffic'];

export function webhookRoutes(app: FastifyInstance, serving: Serving): void {
  const { db, reads } = serving;
  app.get<{ Querystring: DeliveriesQueryValues }>('/webhooks/deliveries', {
    schema: {
      operationId: 'listDeliveries',
      summary: 'List webhook deliveries of all accounts',
      tags,
      querystring: DeliveriesQuery,
      response: { 200: answer('DeliveryPage', 'A page of deliveries'), ...operatorErrors },
    },
    handler: ({ query }) =>
      reads.run(operatorShare, async (db) => {
        if (query.messageId !== undefined) return { deliveries: await reportsThatFit(db, query.messageId, query) };
        const { accountId, kind } = query;
        const page = await listAllDeliveries(db, { ...pageOf(query), ...byState(query.state), accountId, kind });
        return { deliveries: page.rows.map((row) => toDetails(row)), ...nextCursor(page) };
      }),
  });

  app.get<{ Querystring: EndpointsQueryValues }>('/webhooks/endpoints', {
    schema: {
      operationId: 'listEndpoints',
      summary: 'List webhook endpoints of all accounts and how they are doing',
      description: 'Those with deliveries that wait, or that were sent in the last 24 hours.',
      tags,
      querystring: EndpointsQuery,
      response: { 200: answer('EndpointPage', 'The endpoints'), ...operatorErrors },
    },
    handler: ({ query }) =>
      reads.run(operatorShare, async (db) => {
        const found = await endpointsOf(db, serving, query.accountId);
        const endpoints = found.map(({ row, body }) => ({
          accountId: row.account_id,
          accountName: row.account_name,
          ...body,
        }));
        return { endpoints };
      }),
  });

  app.get<{ Params: DeliveryPathValues }>('/webhooks/deliveries/:deliveryId', {
    schema: {
      operationId: 'getDelivery',
      summary: 'Look up a delivery with all its attempts',
      tags,
      params: DeliveryPath,
      response: { 200: answer('DeliveryDetails', 'The delivery'), ...notFound('delivery'), ...operatorErrors },
    },
    handler: ({ params: { deliveryId } }) =>
      reads.run(operatorShare, async (db) => {
        const accountId = await findAccountOf(db, 'outbox', deliveryId);
        const found = accountId && (await findDelivery(db, accountId, deliveryId));
        if (!found) throw noSuch('delivery');
        return toDetails({ ...found.event, account_id: accountId }, found.attempts);
      }),
  });

  app.post<{ Params: DeliveryPathValues }>('/webhooks/deliveries/:deliveryId/replay', {
    schema: {
      operationId: 'replayDelivery',
      summary: 'Deliver again',
      description: 'At once and with all retries, under the same webhook-id.',
      tags,
      params: DeliveryPath,
      response: { 200: answer('Replayed', 'It begins anew'), ...notFound('delivery'), ...operatorErrors },
    },
    handler: async ({ actor, params: { deliveryId } }) => {
      if (await replayForOperator(db, actor, deliveryId)) return { replayed: 1 };
      throw noSuch('delivery');
    },
  });

  app.post<{ Body: ReplayFailedValues }>('/webhooks/replay', {
    schema: {
      operationId: 'replayDeliveries',
      summary: 'Deliver again what has failed',
      tags,
      body: ReplayFailed,
      response: { 200: answer('Replayed', 'They begin anew'), ...notFound('account'), ...operatorErrors },
    },
    handler: async ({ actor, body: { accountId, since, endpoint } }) => {
      const origin = originOf(endpoint);
      const failed = { accountId, since: timeOf('since', since)!, origin };
      if ((await findAccountDetails(db, accountId)) === undefined) throw noSuch('account');
      return { replayed: await replayFailedForOperator(db, actor, failed) };
    },
  });
}

/** A message has a handful of reports, which come on one page. */
async function reportsThatFit(db: Db, messageId: string, query: DeliveriesQueryValues): Promise<DeliveryDetailsBody[]> {
  const { limit, since, until } = pageOf(query);
  const accountId = await findAccountOf(db, 'messages', messageId);
  const message = accountId && (await findMessage(db, { accountId, id: messageId }));
  if (!message || (query.accountId?.toLowerCase() ?? accountId) !== accountId) return [];
  const reports = (await reportsOf(db, accountId, message)).filter(
    ({ created_at: at }) => (since === undefined || at >= since) && (until === undefined || at < until),
  );
  return reports
    .map((report) => toDetails(report))
    .filter(({ state, kind }) => state === (query.state ?? state) && kind === (query.kind ?? kind))
    .reverse()
    .slice(0, limit);
}

export function toDetails(row: AnyDeliveryRow, attempts?: AttemptRow[]): DeliveryDetailsBody {
  return { accountId: row.account_id, ...toBody(row, attempts) };
}
