import { httpLimits } from '../../bounds/limits/http.ts';
import type { Db } from '../../database/db.ts';
import { statusOf } from '../../domain/message/message.ts';
import { withoutCarriers } from '../../domain/message/timeline.ts';
import { formatMoney } from '../../domain/money/money.ts';
import { cancelMessage } from '../../flows/messages/cancellations.ts';
import { explainRows, listExplained } from '../../flows/messages/reasons.ts';
import { readTimeline } from '../../flows/messages/timeline.ts';
import { readVerdict } from '../../flows/messages/verdict.ts';
import { findMessage, type MessageRef, type MessageRow } from '../../store/message/messages.ts';
import { contentColumn, csvAnswer, Exports, messageColumns, tooManyFiles } from '../operation/export.ts';
import { pageOf } from '../operation/paging.ts';
import { bodyOf } from '../operation/row-body.ts';
import { badBody, errorResponse, retryAfter, tooLate } from '../schemas/errors.ts';
import { FileQuery, ListQuery, Message, MessageList } from '../schemas/messages.ts';
import { Timeline } from '../schemas/timeline.ts';
import { HttpError } from '../server/errors.ts';
import type { Serving } from '../server/serving.ts';
import { entriesBody, messageFilter, reasonTextFor, triesOf } from '../shared/messages.ts';
import { customerVerdict } from '../shared/verdict.ts';
import { customerOperations } from './operation.ts';

const operation = customerOperations('Messages');

export function messageOperations(serving: Serving) {
  const exports = new Exports(serving, httpLimits.exportsOfAccount);
  return [
    operation({
      id: 'listMessages',
      get: '/v1/sms/messages',
      summary: 'List messages (extension)',
      description: 'Returns a page of messages, newest first.',
      query: ListQuery,
      answer: [MessageList, 'A page of messages'],
      shown: toMessageBody,
      list: (db, { principal: { accountId }, query }, page) =>
        listExplained(db, { ...page, ...messageFilter(query, { accountId }) }),
    }),
    operation({
      id: 'getMessage',
      get: '/v1/sms/messages/:messageId',
      summary: 'Retrieve a message (extension)',
      answer: [Message, 'The message'],
      unknown: 'message',
      read: (db, { principal: { accountId }, params }, serving) =>
        detailsOf(db, serving, { accountId, id: params.messageId }),
    }),
    operation({
      id: 'cancelMessage',
      post: '/v1/sms/messages/:messageId/cancel',
      summary: 'Cancel a scheduled message (extension)',
      description:
        'Refunds the price, sends a CANCELLED report and returns the message. Cancelling it again changes nothing and returns 200.',
      answer: [Message, 'The cancelled message'],
      unknown: 'message',
      responses: { ...badBody, ...tooLate },
      write: async (db, { principal: { accountId }, params }) => {
        const result = await cancelMessage(db, { accountId, id: params.messageId });
        if (result.kind === 'unknown') return undefined;
        const body = toMessageBody(result.message);
        if (result.kind === 'too late')
          throw new HttpError(409, `The message is ${body.status} and can no longer be cancelled`);
        return body;
      },
    }),
    operation({
      id: 'downloadMessages',
      get: '/v1/sms/messages.csv',
      summary: 'Download messages as CSV (extension)',
      description:
        'Returns all matching messages, newest first. The file is generated while it is read, one file per account at a time. A cell that ' +
        "a spreadsheet would take for a formula is prefixed with an apostrophe ('); phone numbers are not. If the connection " +
        'breaks, the file is incomplete.',
      query: FileQuery,
      answer: csvAnswer('All matching messages'),
      noHead: true,
      responses: {
        429: errorResponse('Another download of this account is running', { running: tooManyFiles }, retryAfter),
      },
      handle: ({ principal: { accountId }, query }, reply) => {
        const filter = { ...pageOf(query), ...messageFilter(query, { accountId }) };
        const all = messageColumns('customer');
        const columns = filter.content ? [...all, contentColumn] : all;
        return exports.send(reply, { owner: accountId, filter, columns });
      },
    }),
    operation({
      id: 'getTimeline',
      get: '/v1/sms/messages/:messageId/timeline',
      summary: 'Retrieve the timeline of a message (extension)',
      description:
        'Returns the request, the transactions, each status, each webhook attempt and the next planned attempt.',
      answer: [Timeline, 'The message and its timeline'],
      unknown: 'message',
      read: async (db, { principal: { accountId }, params }, serving) => {
        const ref = { accountId, id: params.messageId };
        const message = await detailsOf(db, serving, ref);
        const entries = message && (await readTimeline(db, ref));
        if (message === undefined || entries === undefined) return undefined;
        const amountOf = (money: bigint) => Number(formatMoney(money));
        const explain = () => message.reasonText as string | undefined;
        return { message, entries: entriesBody(withoutCarriers(entries), amountOf, explain) };
      },
    }),
  ];
}

async function detailsOf(db: Db, { config }: Serving, ref: MessageRef) {
  const row = await findMessage(db, ref);
  const verdict = row && (await readVerdict(db, ref, config));
  if (row === undefined || verdict === undefined) return undefined;
  const [explained] = await explainRows(db, [row], verdict.carrier?.id);
  return { ...toMessageBody(explained!), verdict: customerVerdict(verdict) };
}

export function toMessageBody(row: MessageRow) {
  const { scheduled_at: scheduledAt } = row;
  return bodyOf(Message, row, {
    messageId: row.id,
    status: statusOf(row.state, scheduledAt !== null),
    segmentCount: row.segments,
    price: Number(row.price),
    scheduledTime: scheduledAt && scheduledAt.getTime() / 1_000,
    scheduledAt: scheduledAt?.toISOString().replace('.000Z', 'Z'),
    updatedAt: row.state_at,
    reasonText: reasonTextFor('customer', row.explained),
    verdict: undefined,
    ...triesOf(row),
  });
}
