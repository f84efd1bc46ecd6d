import type { FastifyInstance, FastifyRequest } from 'fastify';
import { statusOf } from '../../domain/message/message.ts';
import { isUuid } from '../../domain/uuid.ts';
import { listMessages } from '../../flows/message-lists.ts';
import { cancelMessage } from '../../flows/messages.ts';
import type { MessageFilter } from '../../store/message/all-messages.ts';
import { findMessage, type MessageRow } from '../../store/message/messages.ts';
import type { Authentication } from '../auth.ts';
import { HttpError } from '../errors.ts';
import { byStatus, triesOf } from '../message-status.ts';
import { mapByTurns, nextOfSearch, type Page, pageOf, searchableNumber, searchableSender } from '../paging.ts';
import { badBody, badQuery, commonErrors, missing, tooLate } from '../schemas/errors.ts';
import {
  answer,
  type FileQueryValues,
  ListQuery,
  type ListQueryValues,
  type MessageBody,
  MessagePath,
} from '../schemas/messages.ts';
import type { Serving } from '../serving.ts';

export type OneMessage = FastifyRequest<{ Params: { messageId: string } }>;

export function messageRoutes(app: FastifyInstance, { db, reads }: Serving, auth: Authentication): void {
  app.get<{ Querystring: ListQueryValues }>('/v1/sms/messages', {
    onRequest: auth.looks,
    schema: {
      operationId: 'listMessages',
      summary: 'List messages (extension)',
      description: 'Newest first.',
      tags: ['Messages'],
      querystring: ListQuery,
      response: { 200: answer('MessageList', 'A page of messages'), ...badQuery, ...commonErrors },
    },
    handler: (request) =>
      reads.run(request.principal.accountId, async (db) => {
        const { principal, query } = request;
        const page = await listMessages(db, { ...pageOf(query), ...filterOf(principal.accountId, query) });
        return { messages: await mapByTurns(page.rows, toBody), ...nextOfSearch(page) };
      }),
  });

  app.get<{ Params: { messageId: string } }>('/v1/sms/messages/:messageId', {
    onRequest: auth.looks,
    attachValidation: true,
    schema: {
      operationId: 'getMessage',
      summary: 'Look up a message (extension)',
      tags: ['Messages'],
      params: MessagePath,
      response: { 200: answer('Message', 'The message'), ...missing, ...commonErrors },
    },
    handler: (request: OneMessage) =>
      reads.run(request.principal.accountId, async (db) => {
        const message = await findMessage(db, reference(request));
        if (message === undefined) throw unknownMessage();
        return toBody(message);
      }),
  });

  app.post<{ Params: { messageId: string } }>('/v1/sms/messages/:messageId/cancel', {
    onRequest: auth.changes,
    attachValidation: true,
    schema: {
      operationId: 'cancelMessage',
      summary: 'Cancel a scheduled message (extension)',
      description:
        'The price is given back and a CANCELLED report is sent. Cancelling twice changes nothing and is no error.',
      tags: ['Messages'],
      params: MessagePath,
      response: {
        200: answer('Message', 'The cancelled message'),
        ...badBody,
        ...missing,
        ...tooLate,
        ...commonErrors,
      },
    },
    handler: async (request: OneMessage) => {
      const result = await cancelMessage(db, reference(request));
      if (result.kind === 'unknown') throw unknownMessage();
      const body = toBody(result.message);
      if (result.kind === 'too late')
        throw new HttpError(409, `The message is ${body.status} and can no longer be cancelled`);
      return body;
    },
  });
}

/** What is not an id is the id of no message. */
export function reference(request: OneMessage): { accountId: string; id: string } {
  const { messageId } = request.params;
  if (!isUuid(messageId)) throw unknownMessage();
  return { accountId: request.principal.accountId, id: messageId };
}

export function unknownMessage(): HttpError {
  return new HttpError(404, 'There is no such message');
}

export function toBody(row: MessageRow): MessageBody {
  const { scheduled_at: scheduledAt } = row;
  return {
    messageId: row.id,
    status: statusOf(row.state, scheduledAt !== null),
    sender: row.sender,
    destination: row.destination,
    country: row.country,
    segmentCount: row.segments,
    encoding: row.encoding,
    price: Number(row.price),
    ...(scheduledAt === null ? {} : { scheduledTime: scheduledAt.getTime() / 1_000, scheduledAt: iso(scheduledAt) }),
    acceptedAt: row.accepted_at.toISOString(),
    updatedAt: row.state_at.toISOString(),
    ...(row.content === null ? {} : { content: row.content }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...triesOf(row),
  };
}

function iso(date: Date): string {
  return date.toISOString().replace('.000Z', 'Z');
}

/** Everything but the page. */
export function filterOf(accountId: string, query: FileQueryValues): Omit<MessageFilter, keyof Page> {
  return {
    accountId,
    ...byStatus(query.status),
    country: query.country,
    sender: searchableSender(query.sender),
    destination: searchableNumber('destination', query.destination),
    content: query.content === 'true',
  };
}
