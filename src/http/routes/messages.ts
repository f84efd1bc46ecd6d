import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type State, type Status, states, statusOf } from '../../domain/message.ts';
import { uuidAt } from '../../domain/uuid.ts';
import { cancelMessage } from '../../flows/messages.ts';
import type { Runtime } from '../../runtime.ts';
import { findMessage, listMessages, type MessageFilter, type MessageRow } from '../../store/messages.ts';
import type { authentication } from '../auth.ts';
import { fromCursor, toCursor } from '../cursor.ts';
import { HttpError } from '../errors.ts';
import { badQuery, commonErrors, missing, tooLate } from '../schemas/errors.ts';
import { ListQuery, type ListQueryValues, type MessageBody, MessageList, MessagePath } from '../schemas/messages.ts';

type OneMessage = FastifyRequest<{ Params: { messageId: string } }>;

export function messageRoutes(
  app: FastifyInstance,
  { db }: Runtime,
  onRequest: ReturnType<typeof authentication>,
): void {
  app.get<{ Querystring: ListQueryValues }>('/v1/sms/messages', {
    onRequest,
    schema: {
      summary: 'List messages (extension)',
      description: 'Newest first.',
      tags: ['Messages'],
      querystring: ListQuery,
      response: { 200: MessageList, ...badQuery, ...commonErrors },
    },
    handler: async (request) => {
      const filter = toFilter(request.principal.accountId, request.query);
      const { rows, lastSeen, complete } = await listMessages(db, filter);
      const more = complete || lastSeen === undefined ? {} : { nextCursor: toCursor(lastSeen) };
      return { messages: rows.map(toBody), ...more };
    },
  });

  app.get<{ Params: { messageId: string } }>('/v1/sms/messages/:messageId', {
    onRequest,
    schema: {
      summary: 'Look up a message (extension)',
      tags: ['Messages'],
      params: MessagePath,
      response: { 200: { $ref: 'Message#' }, ...missing, ...commonErrors },
    },
    handler: async (request: OneMessage) => {
      const message = await findMessage(db, reference(request));
      if (message === undefined) throw unknownMessage();
      return toBody(message);
    },
  });

  app.post<{ Params: { messageId: string } }>('/v1/sms/messages/:messageId/cancel', {
    onRequest,
    schema: {
      summary: 'Cancel a scheduled message (extension)',
      description:
        'The price is given back and a CANCELLED report is sent. Cancelling twice changes nothing and is no error.',
      tags: ['Messages'],
      params: MessagePath,
      response: { 200: { $ref: 'Message#' }, ...missing, ...tooLate, ...commonErrors },
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

function reference(request: OneMessage): { accountId: string; id: string } {
  return { accountId: request.principal.accountId, id: request.params.messageId };
}

function unknownMessage(): HttpError {
  return new HttpError(404, 'There is no such message');
}

function toBody(row: MessageRow): MessageBody {
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
  };
}

function iso(date: Date): string {
  return date.toISOString().replace('.000Z', 'Z');
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

function toFilter(accountId: string, query: ListQueryValues): MessageFilter {
  const limit = Number(query.limit ?? 50);
  if (limit < 1 || limit > 1_000) throw new HttpError(400, 'limit must be a whole number from 1 to 1000');
  const to = query.to === undefined ? lastId : uuidAt(Date.parse(query.to));
  const cursor = query.cursor === undefined ? lastId : fromCursor(query.cursor);
  return {
    accountId,
    before: cursor < to ? cursor : to,
    from: uuidAt(query.from === undefined ? 0 : Date.parse(query.from)),
    limit,
    ...(query.status === undefined ? {} : byStatus(query.status)),
    sender: query.sender,
    destination: query.destination,
    content: query.content === 'true',
  };
}

/** QUEUED is shown as ACCEPTED or SCHEDULED, depending on how the message came in. */
function byStatus(status: Status): { states: readonly State[]; scheduled?: boolean } {
  if (status === 'ACCEPTED') return { states: ['QUEUED'], scheduled: false };
  if (status === 'SCHEDULED') return { states: ['SCHEDULED', 'QUEUED'], scheduled: true };
  return { states: states.filter((state) => state === status) };
}
