import type { Static } from '../../../base/type.ts';
import type { Db } from '../../../database/db.ts';
import { endpointOrigin } from '../../../domain/webhook/endpoint.ts';
import { replayFailedForOperator, replayForOperator } from '../../../flows/webhooks/replay.ts';
import { findAccountOf } from '../../../store/account/account.ts';
import { findAccountDetails } from '../../../store/account/account-details.ts';
import { findMessage } from '../../../store/message/messages.ts';
import {
  type AnyDeliveryRow,
  type AttemptRow,
  findDelivery,
  listAllDeliveries,
  reportsOf,
} from '../../../store/webhook/delivery-log.ts';
import { originOf } from '../../../store/webhook/outbox.ts';
import { listWebhookEndpoints } from '../../../store/webhook/webhook-endpoints.ts';
import { mapByTurns, nextCursor, pageOf, timeOf } from '../../operation/paging.ts';
import { WebhookEndpointList } from '../../schemas/webhook-endpoints.ts';
import { Replayed } from '../../schemas/webhooks.ts';
import { byState, endpointsOf, replayOrigin, toDeliveryBody, withActivity } from '../../shared/webhooks.ts';
import { operatorOperations } from '../operation.ts';
import {
  DeliveriesQuery,
  DeliveryDetails,
  DeliveryPage,
  EndpointPage,
  EndpointsQuery,
  ReplayFailed,
} from '../schemas/traffic.ts';

const operation = operatorOperations('Traffic');

export const webhookOperations = [
  operation({
    id: 'listDeliveries',
    get: '/webhooks/deliveries',
    summary: 'List webhook deliveries of all accounts',
    query: DeliveriesQuery,
    answer: [DeliveryPage, 'A page of deliveries'],
    read: async (db, { query }) => {
      if (query.messageId !== undefined) return { deliveries: await matchingReports(db, query.messageId, query) };
      const { accountId, kind } = query;
      const origin = query.endpoint ? replayOrigin(query.endpoint) : undefined;
      const page = await listAllDeliveries(db, { ...pageOf(query), ...byState(query.state), accountId, kind, origin });
      return { deliveries: await mapByTurns(page.rows, (row) => toDetails(row)), ...nextCursor(page) };
    },
  }),
  operation({
    id: 'listEndpoints',
    get: '/webhooks/endpoints',
    summary: 'List webhook endpoints of all accounts',
    description: 'Returns the endpoints with pending deliveries or attempts in the last 24 hours, and their state.',
    query: EndpointsQuery,
    answer: [EndpointPage, 'The endpoints'],
    read: async (db, { query }, serving) => {
      const found = await endpointsOf(db, serving, query.accountId);
      return {
        endpoints: found.map(({ row, body }) => ({
          accountId: row.account_id,
          accountName: row.account_name,
          ...body,
        })),
      };
    },
  }),
  operation({
    id: 'listWebhookEndpoints',
    get: '/accounts/:accountId/webhook-endpoints',
    summary: 'List the managed webhook endpoints of an account',
    description: 'Returns the webhook endpoints that the account has created, with their state.',
    ofAccount: true,
    answer: [WebhookEndpointList, 'The endpoints'],
    read: async (db, { params: { accountId } }, serving) => ({
      endpoints: await withActivity(db, serving, await listWebhookEndpoints(db, accountId), accountId),
    }),
  }),
  operation({
    id: 'getDelivery',
    get: '/webhooks/deliveries/:deliveryId',
    summary: 'Retrieve a webhook delivery',
    description: 'Returns the delivery with all its attempts.',
    answer: [DeliveryDetails, 'The delivery'],
    unknown: 'delivery',
    read: async (db, { params: { deliveryId } }) => {
      const accountId = await findAccountOf(db, 'outbox', deliveryId);
      const found = accountId && (await findDelivery(db, accountId, deliveryId));
      return found ? toDetails({ ...found.event, account_id: accountId }, found.attempts) : undefined;
    },
  }),
  operation({
    id: 'replayDelivery',
    post: '/webhooks/deliveries/:deliveryId/replay',
    summary: 'Replay a webhook delivery',
    description: 'Delivers the event immediately, with all retries and the same webhook-id.',
    answer: [Replayed, 'The number of replayed deliveries'],
    unknown: 'delivery',
    write: async (db, { actor, params }) =>
      (await replayForOperator(db, actor, params.deliveryId)) ? { replayed: 1 } : undefined,
  }),
  operation({
    id: 'replayDeliveries',
    post: '/webhooks/replay',
    summary: 'Retry failed webhooks of an account',
    description: 'Delivers all failed events since a time again, with all retries and the same webhook-id.',
    body: ReplayFailed,
    answer: [Replayed, 'The number of replayed deliveries'],
    unknown: 'account',
    write: async (db, { actor, body: { accountId, since, endpoint } }) => {
      const origin = replayOrigin(endpoint);
      const failed = { accountId, since: timeOf('since', since)!, origin };
      if ((await findAccountDetails(db, accountId)) === undefined) return undefined;
      return { replayed: await replayFailedForOperator(db, actor, failed) };
    },
  }),
];

/** A message has only a few delivery reports, so they fit on one page. */
async function matchingReports(db: Db, messageId: string, query: Static<typeof DeliveriesQuery>) {
  const { limit, since, until } = pageOf(query);
  const accountId = await findAccountOf(db, 'messages', messageId);
  const message = accountId && (await findMessage(db, { accountId, id: messageId }));
  if (!message || (query.accountId?.toLowerCase() ?? accountId) !== accountId) return [];
  const origin = query.endpoint ? replayOrigin(query.endpoint) : undefined;
  const reports = (await reportsOf(db, accountId, message)).filter(
    ({ created_at: at, url, endpoint_id: id }) =>
      (since === undefined || at >= since) &&
      (until === undefined || at < until) &&
      (origin === undefined || (id === null ? originOf(url) : endpointOrigin(id)) === origin),
  );
  return reports
    .map((report) => toDetails(report))
    .filter(({ state, kind }) => state === (query.state ?? state) && kind === (query.kind ?? kind))
    .reverse()
    .slice(0, limit);
}

export function toDetails(row: AnyDeliveryRow, attempts?: AttemptRow[]) {
  return { accountId: row.account_id, ...toDeliveryBody(row, attempts) };
}
