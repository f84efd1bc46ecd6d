import { Type } from '../../base/type.ts';
import type { Queryable } from '../../database/db.ts';
import { channels, senderStatuses } from '../../domain/sender/sender.ts';
import { needsOperator, type WrongCodes, wrongLimits } from '../../domain/sender/sender-code.ts';
import { maskedUrl } from '../../domain/webhook/web-url.ts';
import { approveSender, type Decided, rejectSender } from '../../flows/accounts/senders.ts';
import { countWrongCodes } from '../../store/sender/sender-codes.ts';
import { findSender, listAllSenders, type SenderRow } from '../../store/sender/senders.ts';
import { patterns } from '../operation/patterns.ts';
import { bodyOf } from '../operation/row-body.ts';
import { closed, named, nextCursor, optional, orNull, paging, time, uuid } from '../schemas/fields.ts';
import { HttpError } from '../server/errors.ts';
import { operatorOperations } from './operation.ts';

const status = Type.Enum([...senderStatuses], { description: 'Pending: awaiting approval by an operator' });
const channel = Type.Enum([...channels]);
const url = (description: string) => orNull(Type.String(), description);

export const SenderRecord = named('SenderRecord', {
  senderId: uuid(),
  accountId: uuid(),
  value: Type.String({ description: 'Name or number' }),
  type: Type.Integer({ description: '0: alphanumeric, 1: MSISDN' }),
  channel,
  status,
  rejectionReason: Type.Optional(Type.String({ description: 'Reason of a rejection' })),
  wrongCodes: Type.Optional(
    Type.Integer({
      description: `Wrong codes entered by the account for this value in ${wrongLimits.value.days} days; absent once confirmed`,
    }),
  ),
  blocked: Type.Optional(
    Type.Boolean({
      description: 'Present only if true: too many wrong codes; further codes are refused until approval',
    }),
  ),
  deliveryReportUrl: url('URL for delivery reports, unless the send request names another'),
  inboundUrl: url('URL for messages to this sender'),
  statusCallbackUrl: url('URL for status-change webhooks'),
  createdAt: time('Time of registration'),
  statusAt: time('Time of the last status change'),
});

export const SenderPage = named('SenderPage', { senders: Type.Array(Type.Ref('SenderRecord')), nextCursor });

export const SendersQuery = Type.Object({
  ...paging,
  ...optional({ accountId: uuid('Only senders of this account'), status, channel }),
});

export const SenderPath = Type.Object({ senderId: uuid() });

export const Rejection = closed({
  reason: Type.String({
    minLength: 1,
    maxLength: 500,
    pattern: patterns.filledText,
    description: 'Reason, shown to the customer',
  }),
});

export const senderSchemas = [SenderRecord, SenderPage];

const notPending = (status: string) => `The sender is ${status}; only Pending ones wait for a decision`;
const operation = operatorOperations('Senders', { 'not pending': [409, notPending('Confirmed')] });
const decided = { 'not pending': 'The sender is not pending' };

export const senderOperations = [
  operation({
    id: 'listSenders',
    get: '/senders',
    summary: 'List senders of all accounts',
    description:
      'Returns a page of senders, newest first, without deleted ones. `status=Pending` lists those awaiting approval.',
    query: SendersQuery,
    answer: [SenderPage, 'A page of senders'],
    shown: toBody,
    list: async (db, { query }, page) => {
      const found = await listAllSenders(db, { ...query, ...page });
      return { ...found, rows: await withWrongCodes(db, found.rows) };
    },
  }),
  operation({
    id: 'getSender',
    get: '/senders/:senderId',
    summary: 'Retrieve a sender',
    answer: [SenderRecord, 'The sender'],
    unknown: 'sender',
    shown: toOne,
    read: (db, { params }) => findSender(db, { id: params.senderId }),
  }),
  operation({
    id: 'approveSender',
    post: '/senders/:senderId/approve',
    summary: 'Approve a sender',
    description:
      'Approves a pending name, or unblocks a name or number after too many wrong codes. The count of wrong codes is reset, and a new code is sent to the contact e-mail address of the account or to the number.',
    answer: [SenderRecord, 'The approved sender'],
    unknown: 'sender',
    problems: decided,
    audit: (result) => auditEntry('sender approve', result),
    shown: toDecided,
    write: (db, { params }, { config }) => approveSender(db, config, params.senderId),
  }),
  operation({
    id: 'rejectSender',
    post: '/senders/:senderId/reject',
    summary: 'Reject a sender',
    description: 'Rejects a pending name. The customer sees the reason.',
    body: Rejection,
    answer: [SenderRecord, 'The rejected sender'],
    unknown: 'sender',
    problems: decided,
    audit: (result, { body: { reason } }) => auditEntry('sender reject', result, { reason }),
    shown: toDecided,
    write: (db, { params, body }) => rejectSender(db, params.senderId, body.reason),
  }),
];

/** Wrong codes are counted only until a sender is confirmed. */
const isOpen = ({ status }: SenderRow) => status === 'Pending' || status === 'Confirmation Pending';

async function withWrongCodes(db: Queryable, rows: readonly SenderRow[]) {
  const open = rows.filter(isOpen);
  const wrong = open.length === 0 ? new Map<string, WrongCodes>() : await countWrongCodes(db, open);
  return rows.map((row) => ({ ...row, wrong: wrong.get(row.id) }));
}

async function toOne(row: SenderRow, db: Queryable) {
  return toBody((await withWrongCodes(db, [row]))[0]!);
}

function auditEntry(action: string, result: Decided, details: object = {}) {
  if (result.kind !== 'decided') return undefined;
  return { action, subjectId: result.sender.id, accountId: result.sender.account_id, details };
}

function toDecided(result: Decided, db: Queryable) {
  if (result.kind === 'unknown') throw new HttpError(404, 'Sender not found');
  if (result.kind === 'not pending') throw new HttpError(409, notPending(result.status));
  return toOne(result.sender, db);
}

function toBody({ wrong, ...row }: SenderRow & { readonly wrong: WrongCodes | undefined }) {
  const masked = (url: string | null) => (url === null ? null : maskedUrl(url));
  return bodyOf(SenderRecord, row, {
    senderId: row.id,
    wrongCodes: wrong?.value,
    blocked: wrong !== undefined && needsOperator(wrong) ? true : undefined,
    deliveryReportUrl: masked(row.delivery_report_url),
    inboundUrl: masked(row.inbound_url),
    statusCallbackUrl: masked(row.status_callback_url),
  });
}
