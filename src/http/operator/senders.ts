import type { FastifyInstance } from 'fastify';
import type { Queryable } from '../../database/db.ts';
import { needsOperator, type WrongCodes } from '../../domain/sender/sender-code.ts';
import { maskedUrl } from '../../domain/webhook/web-url.ts';
import { audited } from '../../flows/audited.ts';
import { approveSender, type Decided, rejectSender } from '../../flows/senders.ts';
import { findSender, listAllSenders, type SenderRow } from '../../store/sender/senders.ts';
import { countWrongCodes } from '../../store/sender/wrong-codes.ts';
import { HttpError } from '../errors.ts';
import { nextCursor, pageOf } from '../paging.ts';
import { answer } from '../schemas/messages.ts';
import { operatorShare, type Serving } from '../serving.ts';
import { conflict, noSuch, notFound, operatorErrors } from './errors.ts';
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

export function senderRoutes(app: FastifyInstance, { db, config, reads }: Serving): void {
  app.get<{ Querystring: SendersQueryValues }>('/senders', {
    schema: {
      operationId: 'listSenders',
      summary: 'List senders of all accounts',
      description: '`status=Pending` is what waits for your approval. Deleted ones are not shown.',
      tags,
      querystring: SendersQuery,
      response: { 200: answer('SenderPage', 'A page of senders'), ...operatorErrors },
    },
    handler: ({ query }) =>
      reads.run(operatorShare, async (db) => {
        const page = await listAllSenders(db, { ...query, ...pageOf(query) });
        return { senders: await toBodies(db, page.rows), ...nextCursor(page) };
      }),
  });

  app.get<{ Params: SenderPathValues }>('/senders/:senderId', {
    schema: {
      operationId: 'getSender',
      summary: 'Look up a sender',
      tags,
      params: SenderPath,
      response: { 200: answer('SenderRecord', 'The sender'), ...notFound('sender'), ...operatorErrors },
    },
    handler: ({ params }) =>
      reads.run(operatorShare, async (db) => {
        const sender = await findSender(db, { id: params.senderId });
        if (sender === undefined) throw noSuch('sender');
        return toOne(db, sender);
      }),
  });

  app.post<{ Params: SenderPathValues }>('/senders/:senderId/approve', {
    schema: {
      operationId: 'approveSender',
      summary: 'Approve a sender',
      description:
        'A name that waits, or a name or number for which too many wrong codes were given. Those are forgotten, and a new code goes to the contact e-mail of the account, or to the number.',
      tags,
      params: SenderPath,
      response: decided,
    },
    handler: async ({ actor, params: { senderId } }) => {
      const entryOf = (result: Decided) => entry('sender approve', result);
      return toOne(db, outcome(await approveSender(audited(db, actor, entryOf), config, senderId)));
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
      return toOne(db, outcome(await rejectSender(audited(db, actor, entryOf), senderId, reason)));
    },
  });
}

/** Counted for those that codes are given for. */
const isOpen = ({ status }: SenderRow) => status === 'Pending' || status === 'Confirmation Pending';

async function toBodies(db: Queryable, rows: readonly SenderRow[]): Promise<SenderRecordBody[]> {
  const open = rows.filter(isOpen);
  const wrong = open.length === 0 ? new Map<string, WrongCodes>() : await countWrongCodes(db, open);
  return rows.map((row) => toBody(row, wrong.get(row.id)));
}

async function toOne(db: Queryable, row: SenderRow): Promise<SenderRecordBody> {
  return (await toBodies(db, [row]))[0]!;
}

function entry(action: string, result: Decided, details: object = {}) {
  if (result.kind !== 'decided') return undefined;
  return { action, subjectId: result.sender.id, accountId: result.sender.account_id, details };
}

function outcome(result: Decided): SenderRow {
  if (result.kind === 'unknown') throw noSuch('sender');
  if (result.kind === 'not pending')
    throw new HttpError(409, `The sender is ${result.status}; only Pending ones wait for a decision`);
  return result.sender;
}

function toBody(row: SenderRow, wrong: WrongCodes | undefined): SenderRecordBody {
  const masked = (url: string | null) => (url === null ? null : maskedUrl(url));
  return {
    senderId: row.id,
    accountId: row.account_id,
    value: row.value,
    type: row.type,
    channel: row.channel,
    status: row.status,
    ...(row.rejection_reason === null ? {} : { rejectionReason: row.rejection_reason }),
    ...(wrong === undefined ? {} : { wrongCodes: wrong.value }),
    ...(wrong !== undefined && needsOperator(wrong) ? { blocked: true } : {}),
    deliveryReportUrl: masked(row.delivery_report_url),
    inboundUrl: masked(row.inbound_url),
    statusCallbackUrl: masked(row.status_callback_url),
    createdAt: row.created_at.toISOString(),
    statusAt: row.status_at.toISOString(),
  };
}
