import type { Static } from '../../base/type.ts';
import { httpLimits } from '../../bounds/limits/http.ts';
import { statusOf } from '../../domain/message/message.ts';
import { withoutCarriers } from '../../domain/message/timeline.ts';
import { formatMoney } from '../../domain/money/money.ts';
import { listMessages } from '../../flows/message-lists.ts';
import { cancelMessage } from '../../flows/messages.ts';
import { readTimeline } from '../../flows/timeline.ts';
import type { MessageFilter } from '../../store/message/all-messages.ts';
import { findMessage, type MessageRow } from '../../store/message/messages.ts';
import { HttpError } from '../errors.ts';
import { contentColumn, csvAnswer, Exports, messageColumns, tooManyFiles } from '../export.ts';
import { byStatus, triesOf } from '../message-status.ts';
import { bodyOf } from '../operation/row-body.ts';
import { type Page, pageOf, searchableNumber, searchableSender } from '../paging.ts';
import { badBody, errorResponse, retryAfter, tooLate } from '../schemas/errors.ts';
import { FileQuery, ListQuery, Message, MessageList } from '../schemas/messages.ts';
import { Timeline } from '../schemas/timeline.ts';
import type { Serving } from '../serving.ts';
import { entriesBody } from '../timeline.ts';
import { customerOperations } from './operation.ts';

const operation = customerOperations('Messages');

export function messageOperations(serving: Serving) {
  const exports = new Exports(serving, httpLimits.exportsOfAccount);
  return [
    operation({
      id: 'listMessages',
      get: '/v1/sms/messages',
      summary: 'List messages (extension)',
      description: 'Newest first.',
      query: ListQuery,
      answer: [MessageList, 'A page of messages'],
      shown: toBody,
      list: (db, { principal, query }, page) => listMessages(db, { ...page, ...filterOf(principal.accountId, query) }),
    }),
    operation({
      id: 'getMessage',
      get: '/v1/sms/messages/:messageId',
      summary: 'Look up a message (extension)',
      answer: [Message, 'The message'],
      unknown: 'message',
      shown: toBody,
      read: (db, { principal: { accountId }, params }) => findMessage(db, { accountId, id: params.messageId }),
    }),
    operation({
      id: 'cancelMessage',
      post: '/v1/sms/messages/:messageId/cancel',
      summary: 'Cancel a scheduled message (extension)',
      description:
        'The price is given back and a CANCELLED report is sent. Cancelling twice changes nothing and is no error.',
      answer: [Message, 'The cancelled message'],
      unknown: 'message',
      responses: { ...badBody, ...tooLate },
      write: async (db, { principal: { accountId }, params }) => {
        const result = await cancelMessage(db, { accountId, id: params.messageId });
        if (result.kind === 'unknown') return undefined;
        const body = toBody(result.message);
        if (result.kind === 'too late')
          throw new HttpError(409, `The message is ${body.status} and can no longer be cancelled`);
        return body;
      },
    }),
    operation({
      id: 'downloadMessages',
      get: '/v1/sms/messages.csv',
      summary: 'Messages as a CSV file (extension)',
      description:
        'Newest first, with the filters of the list; written while it is read, one file at a time. What a spreadsheet would take for a ' +
        "formula gets an apostrophe (') in front of it; phone numbers stay as they are. A connection that breaks off means that the " +
        'file is not whole.',
      query: FileQuery,
      answer: csvAnswer('All that fit'),
      noHead: true,
      responses: {
        429: errorResponse('Another file of this account is being written', { running: tooManyFiles }, retryAfter),
      },
      handle: ({ principal: { accountId }, query }, reply) => {
        const filter = { ...pageOf(query), ...filterOf(accountId, query) };
        const columns = filter.content ? [...messageColumns, contentColumn] : messageColumns;
        return exports.send(reply, { owner: accountId, filter, columns });
      },
    }),
    operation({
      id: 'getTimeline',
      get: '/v1/sms/messages/:messageId/timeline',
      summary: 'Follow a message (extension)',
      description: 'From its request over its states to each webhook attempt, and what is to come next.',
      answer: [Timeline, 'What happened to it'],
      unknown: 'message',
      read: async (db, { principal: { accountId }, params }) => {
        const ref = { accountId, id: params.messageId };
        const message = await findMessage(db, ref);
        const entries = message && (await readTimeline(db, ref));
        if (message === undefined || entries === undefined) return undefined;
        const amountOf = (money: bigint) => Number(formatMoney(money));
        return { message: toBody(message), entries: entriesBody(withoutCarriers(entries), amountOf) };
      },
    }),
  ];
}

export function toBody(row: MessageRow) {
  const { scheduled_at: scheduledAt } = row;
  return bodyOf(Message, row, {
    messageId: row.id,
    status: statusOf(row.state, scheduledAt !== null),
    segmentCount: row.segments,
    price: Number(row.price),
    scheduledTime: scheduledAt && scheduledAt.getTime() / 1_000,
    scheduledAt: scheduledAt?.toISOString().replace('.000Z', 'Z'),
    updatedAt: row.state_at,
    ...triesOf(row),
  });
}

/** Everything but the page. */
function filterOf(accountId: string, query: Static<typeof FileQuery>): Omit<MessageFilter, keyof Page> {
  return {
    accountId,
    ...byStatus(query.status),
    country: query.country,
    sender: searchableSender(query.sender),
    destination: searchableNumber('destination', query.destination),
    content: query.content === 'true',
  };
}
