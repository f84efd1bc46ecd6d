import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/db.ts';
import { statusOf } from '../../domain/message/message.ts';
import { formatMoney, parseMoney } from '../../domain/money/money.ts';
import { listMessages } from '../../flows/message-lists.ts';
import { findAccountOf } from '../../store/account/account.ts';
import type { AnyMessageRow, MessageFilter } from '../../store/message/all-messages.ts';
import { findMessage } from '../../store/message/messages.ts';
import { type MessagePartRow, partsOfMessage } from '../../store/message/parts.ts';
import { reportsOf } from '../../store/webhook/all-deliveries.ts';
import { byStatus, triesOf } from '../message-status.ts';
import { nextOfSearch, type Page, pageOf, searchableNumber, searchableSender } from '../paging.ts';
import { answer } from '../schemas/messages.ts';
import { operatorShare, type Serving } from '../serving.ts';
import { noSuch, notFound, operatorErrors } from './errors.ts';
import {
  type MessageDetailsBody,
  type MessageFileQueryValues,
  MessagePath,
  type MessagePathValues,
  MessagesQuery,
  type MessagesQueryValues,
} from './schemas/traffic.ts';
import { toDetails } from './webhooks.ts';

const tags = ['Traffic'];

export function messageRoutes(app: FastifyInstance, { reads }: Serving): void {
  app.get<{ Querystring: MessagesQueryValues }>('/messages', {
    schema: {
      operationId: 'listMessages',
      summary: 'List messages of all accounts',
      tags,
      querystring: MessagesQuery,
      response: { 200: answer('MessagePage', 'A page of messages'), ...operatorErrors },
    },
    handler: ({ query }) =>
      reads.run(operatorShare, async (db) => {
        const page = await listMessages(db, { ...pageOf(query), ...filterOf(query) });
        return { messages: page.rows.map(toBody), ...nextOfSearch(page) };
      }),
  });

  app.get<{ Params: MessagePathValues }>('/messages/:messageId', {
    schema: {
      operationId: 'getMessage',
      summary: 'Look up a message',
      description: 'With its text, what carriers took of it, and its delivery reports.',
      tags,
      params: MessagePath,
      response: { 200: answer('MessageDetails', 'The message'), ...notFound('message'), ...operatorErrors },
    },
    handler: ({ params }) =>
      reads.run(operatorShare, async (db) => {
        const found = await findDetails(db, params.messageId);
        if (found === undefined) throw noSuch('message');
        return found;
      }),
  });
}

/** Everything but the page. */
export function filterOf(query: MessageFileQueryValues): Omit<MessageFilter, keyof Page> {
  return {
    ...byStatus(query.status),
    accountId: query.accountId,
    country: query.country,
    carrierId: query.carrierId,
    sender: searchableSender(query.sender),
    destination: searchableNumber('destination', query.destination),
    content: query.content === 'true',
  };
}

export async function findDetails(db: Db, id: string): Promise<MessageDetailsBody | undefined> {
  const accountId = await findAccountOf(db, 'messages', id);
  const message = accountId && (await findMessage(db, { accountId, id }));
  if (!message) return undefined;
  const parts = await partsOfMessage(db, { accountId, id });
  const reports = await reportsOf(db, accountId, message);
  return {
    ...toBody({ ...message, account_id: accountId }),
    parts: parts.map(toPart),
    reports: reports.map((report) => toDetails(report)),
  };
}

function toPart({ part, total, carrier_id: carrierId, carrier, reference, outcome }: MessagePartRow) {
  return { part, total, carrierId, carrier, reference, ...(outcome === null ? {} : { outcome }) };
}

export function toBody(row: AnyMessageRow): MessageDetailsBody {
  return {
    messageId: row.id,
    accountId: row.account_id,
    status: statusOf(row.state, row.scheduled_at !== null),
    sender: row.sender,
    destination: row.destination,
    country: row.country,
    segmentCount: row.segments,
    encoding: row.encoding,
    price: formatMoney(parseMoney(row.price)),
    ...(row.scheduled_at === null ? {} : { scheduledAt: row.scheduled_at.toISOString() }),
    acceptedAt: row.accepted_at.toISOString(),
    updatedAt: row.state_at.toISOString(),
    ...(row.content === null ? {} : { content: row.content }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...triesOf(row),
  };
}
