import type { FastifyReply } from 'fastify';
import { Type } from '../../base/type.ts';
import { entryKinds, listLedger, type TracedRow } from '../../store/account/ledger-entries.ts';
import { csvAnswer, type Export, type Exports, tooManyFiles } from '../operation/export.ts';
import { type PageQuery, pageOf } from '../operation/paging.ts';
import { errorResponse, retryAfter } from '../schemas/errors.ts';
import { optional, range, uuid } from '../schemas/fields.ts';

export const kind = Type.Enum([...entryKinds]);

/** What a transaction is for. */
export const trace = optional({
  submissionId: uuid('Request that was charged, or whose message was refunded'),
  messageId: uuid('Refunded message, or the message of a charge for only one'),
  messageCount: Type.Integer({ description: 'Number of messages of a charge; absent in charges of older releases' }),
  sender: Type.String({ description: 'Sender of the request; absent once the request is no longer stored' }),
  destination: Type.String({ description: 'Recipient of `messageId`; absent once the message is no longer stored' }),
  reference: Type.String({ description: 'Reference of a top-up or an adjustment, such as the number of an invoice' }),
});

export const ledgerFilter = { ...range, kind: Type.Optional(kind) };
export const LedgerFileQuery = Type.Object(ledgerFilter);

type Columns = Export<TracedRow>['columns'];

export const ledgerColumns: Columns = [
  ['entryId', (row) => row.id],
  ['at', (row) => row.created_at.toISOString()],
  ['kind', (row) => row.kind],
  ['amount', (row) => row.amount],
  ['messageCount', (row) => row.messages],
  ['messageId', (row) => row.message_id],
  ['submissionId', (row) => row.submission_id],
  ['sender', (row) => row.sender],
  ['destination', (row) => row.destination],
  ['reference', (row) => row.reference],
];

/** What both documents say of the file. */
export const ledgerFile = (tooMany: string) => ({
  description:
    'Returns all matching transactions, newest first. The file is generated while it is read; if the connection breaks, it is incomplete.',
  query: LedgerFileQuery,
  answer: csvAnswer('All matching transactions'),
  noHead: true,
  responses: { 429: errorResponse(tooMany, { running: tooManyFiles }, retryAfter) },
});

type File = {
  readonly owner: string;
  readonly accountId: string;
  readonly query: PageQuery & { readonly kind?: TracedRow['kind'] };
  readonly columns: Columns;
};

export function sendLedger(exports: Exports, reply: FastifyReply, { owner, accountId, query, columns }: File) {
  const filter = { ...pageOf(query), accountId, kind: query.kind };
  return exports.sendList<TracedRow, typeof filter>(
    reply,
    { owner, filter, columns },
    { name: 'ledger.csv', read: listLedger },
  );
}
