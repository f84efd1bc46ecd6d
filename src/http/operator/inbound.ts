import type { FastifyInstance } from 'fastify';
import { countryOf } from '../../domain/phone/phone.ts';
import { simulateInbound } from '../../flows/simulator.ts';
import { type InboundRow, listInbound } from '../../store/inbound/inbound-log.ts';
import { listUnmatched, type UnmatchedRow } from '../../store/receipt/receipt-log.ts';
import { HttpError } from '../errors.ts';
import { nextCursor, pageOf, searchableNumber } from '../paging.ts';
import { answer } from '../schemas/messages.ts';
import { operatorShare, type Serving } from '../serving.ts';
import { conflict, operatorErrors } from './errors.ts';
import {
  type InboundBody,
  InboundQuery,
  type InboundQueryValues,
  SimulatedInbound,
  type SimulatedInboundValues,
  type UnmatchedBody,
  UnmatchedQuery,
  type UnmatchedQueryValues,
} from './schemas/traffic.ts';

export function inboundRoutes(app: FastifyInstance, { db, reads }: Serving): void {
  app.get<{ Querystring: UnmatchedQueryValues }>('/receipts/unmatched', {
    schema: {
      operationId: 'listUnmatchedReceipts',
      summary: 'List receipts and callbacks that belong to no message',
      description:
        'Receipts of messages that were sent by another system, or with an unknown reference, and callbacks of HTTP carriers that were not ' +
        'understood (unread): of each carrier the newest 1,000. Kept for 72 hours.',
      tags: ['Carriers'],
      querystring: UnmatchedQuery,
      response: { 200: answer('UnmatchedReceiptPage', 'A page of receipts'), ...operatorErrors },
    },
    handler: ({ query }) =>
      reads.run(operatorShare, async (db) => {
        const page = await listUnmatched(db, { ...pageOf(query), carrierId: query.carrierId });
        return { receipts: page.rows.map(toReceipt), ...nextCursor(page) };
      }),
  });

  app.get<{ Querystring: InboundQueryValues }>('/inbound', {
    schema: {
      operationId: 'listInbound',
      summary: 'List inbound messages of all accounts, and of none',
      tags: ['Traffic'],
      querystring: InboundQuery,
      response: { 200: answer('InboundPage', 'A page of inbound messages'), ...operatorErrors },
    },
    handler: ({ query }) =>
      reads.run(operatorShare, async (db) => {
        const sender = searchableNumber('sender', query.sender);
        const recipient = searchableNumber('recipient', query.recipient);
        const page = await listInbound(db, { ...pageOf(query), accountId: query.accountId, sender, recipient });
        return { inbound: page.rows.map(toBody), ...nextCursor(page) };
      }),
  });

  app.post<{ Body: SimulatedInboundValues }>('/simulator/inbound', {
    schema: {
      operationId: 'simulateInbound',
      summary: 'Let somebody send an SMS to one of your numbers',
      description:
        'As if it had come from a carrier: it is stored, and goes to the webhook of the sender it was sent to.',
      tags: ['Traffic'],
      body: SimulatedInbound,
      response: {
        202: answer('SimulatedInbound', 'It has come in'),
        ...conflict('There is no simulator that it could come over', noSimulator),
        ...operatorErrors,
      },
    },
    handler: async ({ actor, body: { from, to, text } }, reply) => {
      if (countryOf(from) === undefined) throw new HttpError(400, 'from must be a valid phone number in E.164 form');
      if (text.includes('\0') || !text.isWellFormed()) throw new HttpError(400, 'text is not a text');
      const received = await simulateInbound(db, actor, { sender: from, recipient: to, text });
      if (received === undefined) throw new HttpError(409, noSimulator);
      return reply.code(202).send({ inboundId: received.id, accountId: received.accountId ?? null });
    },
  });
}

export const noSimulator = 'No enabled carrier is a simulator; add one with the URL simulator: first';

function toReceipt(row: UnmatchedRow): UnmatchedBody {
  const { id, keys, outcome, destination, error, text } = row;
  return {
    receiptId: id,
    carrierId: row.carrier_id,
    references: keys,
    outcome,
    destination,
    error,
    text,
    receivedAt: row.received_at.toISOString(),
  };
}

function toBody(row: InboundRow): InboundBody {
  return {
    inboundId: row.id,
    accountId: row.account_id,
    senderId: row.sender_id,
    carrierId: row.carrier_id,
    sender: row.sender,
    recipient: row.recipient,
    text: row.text,
    complete: row.complete,
    receivedAt: row.received_at.toISOString(),
  };
}
