import { httpLimits } from '../../../bounds/limits/http.ts';
import type { Db } from '../../../database/db.ts';
import { statusOf } from '../../../domain/message/message.ts';
import { formatMoney, parseMoney } from '../../../domain/money/money.ts';
import { explainRows, listExplained } from '../../../flows/messages/reasons.ts';
import { readTimeline } from '../../../flows/messages/timeline.ts';
import { readVerdict } from '../../../flows/messages/verdict.ts';
import { findAccountOf } from '../../../store/account/account.ts';
import type { AnyMessageRow } from '../../../store/message/all-messages.ts';
import { findMessage } from '../../../store/message/messages.ts';
import { partsOfMessage } from '../../../store/message/parts.ts';
import { reportsOf } from '../../../store/webhook/delivery-log.ts';
import {
  contentColumn,
  csvAnswer,
  type Export,
  Exports,
  messageColumns,
  tooManyFiles,
} from '../../operation/export.ts';
import { pageOf } from '../../operation/paging.ts';
import { bodyOf } from '../../operation/row-body.ts';
import { errorResponse, retryAfter } from '../../schemas/errors.ts';
import { MessageTimeline } from '../../schemas/timeline.ts';
import { fileShare, type Serving } from '../../server/serving.ts';
import { entriesBody, messageFilter, reasonTextFor, triesOf } from '../../shared/messages.ts';
import { operatorVerdict } from '../../shared/verdict.ts';
import { operatorOperations } from '../operation.ts';
import { MessageDetails, MessageFileQuery, MessagePage, MessagePart, MessagesQuery } from '../schemas/traffic.ts';
import { toDetails } from './webhooks.ts';

const operation = operatorOperations('Traffic');

const columns: Export['columns'] = [['accountId', (row) => row.account_id], ...messageColumns('operator')];

export function messageOperations(serving: Serving) {
  const exports = new Exports(serving, httpLimits.exportsOfOperators);
  return [
    operation({
      id: 'listMessages',
      get: '/messages',
      summary: 'List messages of all accounts',
      query: MessagesQuery,
      answer: [MessagePage, 'A page of messages'],
      shown: toAnyMessageBody,
      list: (db, { query }, page) => listExplained(db, { ...page, ...messageFilter(query, query) }),
    }),
    operation({
      id: 'getMessage',
      get: '/messages/:messageId',
      summary: 'Retrieve a message',
      description: 'Returns the message with its text, the parts that carriers accepted and its delivery reports.',
      answer: [MessageDetails, 'The message'],
      unknown: 'message',
      read: (db, { params }, serving) => findDetails(db, serving, params.messageId),
    }),
    operation({
      id: 'downloadMessages',
      get: '/messages.csv',
      summary: 'Download messages of all accounts as CSV',
      description:
        'Returns all matching messages, newest first. The file is generated while it is read. A cell that a spreadsheet would take for a ' +
        "formula is prefixed with an apostrophe ('); phone numbers are not. If the connection breaks, the file is incomplete.",
      query: MessageFileQuery,
      answer: csvAnswer('All matching messages'),
      noHead: true,
      responses: { 429: errorResponse('Too many downloads are running', { running: tooManyFiles }, retryAfter) },
      handle: ({ actor, query }, reply) => {
        // The redaction hook sees objects only, not files.
        const content = query.content === 'true' && actor.may('text');
        return exports.send(reply, {
          owner: fileShare,
          filter: { ...pageOf(query), ...messageFilter(query, query), content },
          columns: content ? [...columns, contentColumn] : columns,
        });
      },
    }),
    operation({
      id: 'getMessageTimeline',
      get: '/messages/:messageId/timeline',
      summary: 'Retrieve the timeline of a message',
      description:
        'Returns the request, the transactions, the route, each part and receipt, each status, each webhook attempt and the next planned attempt.',
      answer: [MessageTimeline, 'The message and its timeline'],
      unknown: 'message',
      read: async (db, { params: { messageId: id } }, serving) => {
        const message = await findDetails(db, serving, id);
        const entries = message && (await readTimeline(db, { accountId: message.accountId as string, id }));
        return (
          message &&
          entries && {
            message,
            entries: entriesBody(entries, formatMoney, () => message.reasonText as string | undefined),
          }
        );
      },
    }),
  ];
}

async function findDetails(db: Db, { config }: Serving, id: string) {
  const accountId = await findAccountOf(db, 'messages', id);
  const message = accountId && (await findMessage(db, { accountId, id }));
  if (!message) return undefined;
  const verdict = await readVerdict(db, { accountId, id }, config);
  if (verdict === undefined) return undefined;
  const [explained] = await explainRows(db, [message], verdict.carrier?.id);
  const parts = await partsOfMessage(db, { accountId, id });
  const reports = await reportsOf(db, accountId, message);
  return {
    ...toAnyMessageBody({ ...explained!, account_id: accountId }),
    verdict: operatorVerdict(verdict),
    parts: parts.map((part) => bodyOf(MessagePart, part, {})),
    reports: reports.map((report) => toDetails(report)),
  };
}

export function toAnyMessageBody(row: AnyMessageRow) {
  return bodyOf(MessageDetails, row, {
    messageId: row.id,
    status: statusOf(row.state, row.scheduled_at !== null),
    segmentCount: row.segments,
    price: formatMoney(parseMoney(row.price)),
    updatedAt: row.state_at,
    reasonText: reasonTextFor('operator', row.explained),
    verdict: undefined,
    ...triesOf(row),
  });
}
