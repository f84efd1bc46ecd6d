import type { FastifyInstance } from 'fastify';
import { audited } from '../../flows/audited.ts';
import { approveSender, type Decided, rejectSender } from '../../flows/senders.ts';
import type { Runtime } from '../../runtime.ts';
import { findAnySender, listAllSenders } from '../../store/all-senders.ts';
import type { SenderRow } from '../../store/senders.ts';
import { HttpError } from '../errors.ts';
import { pageOf, pageOfRows } from '../paging.ts';
import { answer } from '../schemas/messages.ts';
import { conflict, noSuch, notFound, operatorErrors } from './errors.ts';
import { maskedUrl } from './masked-url.ts';
import {
  Rejection,
  type RejectionValues,
  SenderPath,
  type SenderPathValues,
  type SenderRecordBody,
  SendersQuery,
  type SendersQueryValues,
} from './schemas/senders.ts';

const tags = ['Senders'];
const decided = {
  200: answer('SenderRecord', 'The sender as it is now'),
  ...notFound('sender'),
  ...conflict('It was decided before', 'The sender is Confirmed; only Pending ones wait for a decision'),
  ...operatorErrors,
};

export function senderRoutes(app: FastifyInstance, { db, config }: Runtime): void {
  app.get<{ Querystring: SendersQueryValues }>('/senders', {
    schema: {
      operationId: 'listSenders',
      summary: 'List senders of all accounts',
      description: '`status=Pending` is what waits for your approval. Deleted ones are not shown.',
      tags,
      querystring: SendersQuery,
      response: { 200: answer('SenderPage', 'A page of senders'), ...operatorErrors },
    },
    handler: async ({ query }) => {
      const page = pageOf(query);
      const rows = await listAllSenders(db, { ...query, ...page });
      return { senders: rows.map(toBody), ...pageOfRows(rows, page) };
    },
  });

  app.get<{ Params: SenderPathValues }>('/senders/:senderId', {
    schema: {
      operationId: 'getSender',
      summary: 'Look up a sender',
      tags,
      params: SenderPath,
      response: { 200: answer('SenderRecord', 'The sender'), ...notFound('sender'), ...operatorErrors },
    },
    handler: async ({ params }) => {
      const sender = await findAnySender(db, params.senderId);
      if (sender === undefined) throw noSuch('sender');
      return toBody(sender);
    },
  });

  app.post<{ Params: SenderPathValues }>('/senders/:senderId/approve', {
    schema: {
      operationId: 'approveSender',
      summary: 'Approve a name',
      description: 'Its confirmation code goes to the contact e-mail of the account.',
      tags,
      params: SenderPath,
      response: decided,
    },
    handler: async ({ actor, params: { senderId } }) => {
      const entryOf = (result: Decided) => entry('sender approve', result);
      return outcome(await approveSender(audited(db, actor, entryOf), config, senderId));
    },
  });

  app.post<{ Params: SenderPathValues; Body: RejectionValues }>('/senders/:senderId/reject', {
    schema: {
      operationId: 'rejectSender',
      summary: 'Reject a name',
      tags,
      params: SenderPath,
      body: Rejection,
      response: decided,
    },
    handler: async ({ actor, params: { senderId }, body: { reason } }) => {
      const entryOf = (result: Decided) => entry('sender reject', result, { reason });
      return outcome(await rejectSender(audited(db, actor, entryOf), senderId, reason));
    },
  });
}

function entry(action: string, result: Decided, details: object = {}) {
  if (result.kind !== 'decided') return undefined;
  return { action, subjectId: result.sender.id, accountId: result.sender.account_id, details };
}

function outcome(result: Decided): SenderRecordBody {
  if (result.kind === 'unknown') throw noSuch('sender');
  if (result.kind === 'not pending')
    throw new HttpError(409, `The sender is ${result.status}; only Pending ones wait for a decision`);
  return toBody(result.sender);
}

function toBody(row: SenderRow): SenderRecordBody {
  const masked = (url: string | null) => (url === null ? null : maskedUrl(url));
  return {
    senderId: row.id,
    accountId: row.account_id,
    value: row.value,
    type: row.type,
    channel: row.channel,
    status: row.status,
    ...(row.rejection_reason === null ? {} : { rejectionReason: row.rejection_reason }),
    deliveryReportUrl: masked(row.delivery_report_url),
    inboundUrl: masked(row.inbound_url),
    statusCallbackUrl: masked(row.status_callback_url),
    createdAt: row.created_at.toISOString(),
    statusAt: row.status_at.toISOString(),
  };
}
