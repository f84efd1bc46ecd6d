import type { FastifyReply } from 'fastify';
import { Type } from '../../base/type.ts';
import { httpLimits } from '../../bounds/limits/http.ts';
import type { Db } from '../../database/db.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { formatMoney, parseMoney } from '../../domain/money/money.ts';
import { type Booking, book } from '../../flows/accounts/accounts.ts';
import { type LedgerRow, listLedger, type TracedRow } from '../../store/account/ledger-entries.ts';
import { Exports } from '../operation/export.ts';
import { checkAccount } from '../operation/handler.ts';
import { patterns } from '../operation/patterns.ts';
import { bodyOf } from '../operation/row-body.ts';
import { amount, balance, closed, named, nextCursor, optional, paging, time, uuid } from '../schemas/fields.ts';
import { answer } from '../schemas/messages.ts';
import { HttpError } from '../server/errors.ts';
import { operatorShare, type Serving } from '../server/serving.ts';
import { kind, ledgerColumns, ledgerFile, ledgerFilter, sendLedger, trace } from '../shared/ledger.ts';
import { operatorOperations } from './operation.ts';

const note = Type.String({
  maxLength: 500,
  pattern: patterns.text,
  description: 'Purpose of the transaction, for operators only',
});
const reference = Type.String({
  maxLength: 100,
  pattern: patterns.text,
  description: 'Reference of the transaction, shown to the customer, such as the number of an invoice',
  examples: ['Invoice 2026-114'],
});

export const LedgerEntry = named('LedgerEntry', {
  entryId: uuid('Id of the transaction; for a charge, that of the request'),
  kind,
  amount: balance('Amount; negative for a charge'),
  ...trace,
  ...optional({ requestId: uuid('Id given in the request'), note }),
  at: time('Time of the transaction'),
});

export const LedgerPage = named('LedgerPage', { entries: Type.Array(Type.Ref('LedgerEntry')), nextCursor });

export const Booked = named('Booked', {
  entry: Type.Ref('LedgerEntry'),
  balance: balance('Balance of the account after the transaction'),
});

const id = Type.Optional(uuid('Your own id of the transaction; a repeated request with the same id books nothing'));

export const TopUp = closed({
  amount: amount('Amount to add, greater than zero'),
  note: Type.Optional(note),
  reference: Type.Optional(reference),
  id,
});

export const Correction = closed({
  amount: Type.String({
    pattern: patterns.signedAmount,
    description: 'Amount to add to the balance, or to subtract if negative; not zero',
    examples: ['-12.50'],
  }),
  note: Type.String({
    ...note,
    minLength: 1,
    pattern: patterns.filledText,
    description: 'Reason of the adjustment, for operators only',
  }),
  reference: Type.Optional(reference),
  id,
});

export const LedgerQuery = Type.Object({ ...paging, ...ledgerFilter });

export const ledgerSchemas = [LedgerEntry, LedgerPage, Booked];

const problems = {
  'no account': [404, 'Account not found'],
  'other entry': [409, 'This id was used for another booking of the account'],
  'not covered': [409, 'The balance would fall below the credit limit; correct by less, or raise the limit first'],
  'too large': [409, 'The balance would be larger than the books can hold'],
} as const;
const operation = operatorOperations('Accounts', problems);
const repeated = { 200: answer('Booked', 'The transaction was booked by an earlier request with the same id') };

const untraced = { submission_id: null, sender: null, destination: null };
const toBody = (row: LedgerRow | TracedRow) =>
  bodyOf(LedgerEntry, { ...untraced, ...row }, { entryId: row.id, messageCount: row.messages, at: row.created_at });

const columns = [
  ...ledgerColumns,
  ['note', (row: TracedRow) => row.note],
  ['requestId', (row: TracedRow) => row.request_id],
] as const;

export const ledgerOperations = (serving: Serving) => [
  operation({
    id: 'topUp',
    post: '/accounts/:accountId/top-ups',
    summary: 'Top up an account',
    description:
      'Returns the new transaction and balance. Suspended accounts can be topped up too. With an `id` the request is safe to repeat: a repetition books nothing and returns 200.',
    body: TopUp,
    status: 201,
    answer: [Booked, 'The new transaction'],
    responses: repeated,
    unknown: 'account',
    problems: { 'other entry': 'The id belongs to another transaction' },
    handle: ({ actor, params, body }, reply, { db }) =>
      answerBooking(db, reply, actor, params.accountId, { kind: 'top-up', ...body }),
  }),
  operation({
    id: 'correctBalance',
    post: '/accounts/:accountId/corrections',
    summary: 'Adjust the balance of an account',
    description: 'Adds a transaction with a reason. Existing transactions are never changed.',
    body: Correction,
    status: 201,
    answer: [Booked, 'The new transaction'],
    responses: repeated,
    unknown: 'account',
    problems: { 'not covered': 'The balance does not cover the amount, or the id belongs to another transaction' },
    handle: ({ actor, params, body }, reply, { db }) =>
      answerBooking(db, reply, actor, params.accountId, { kind: 'correction', ...body }),
  }),
  operation({
    id: 'listLedger',
    get: '/accounts/:accountId/ledger',
    summary: 'List transactions of an account',
    description:
      'Returns a page of the ledger, newest first, each transaction with what it is for. The sum of all transactions is the balance.',
    query: LedgerQuery,
    answer: [LedgerPage, 'A page of transactions'],
    ofAccount: true,
    shown: toBody,
    list: (db, { params, query }, page) => listLedger(db, { ...params, ...page, kind: query.kind }),
  }),
  fileOperation(new Exports(serving, httpLimits.ledgerExportsOfOperators)),
];

function fileOperation(exports: Exports) {
  return operation({
    id: 'downloadLedger',
    get: '/accounts/:accountId/ledger.csv',
    summary: 'Download transactions of an account as CSV',
    ofAccount: true,
    ...ledgerFile('Too many downloads are running'),
    handle: async (call, reply, { reads }) => {
      await reads.run(operatorShare, (db) => checkAccount(db, call));
      const { params, query } = call;
      return sendLedger(exports, reply, { owner: operatorShare, ...params, query, columns });
    },
  });
}

async function answerBooking(db: Db, reply: FastifyReply, actor: Actor, accountId: string, booking: Booking) {
  const outcome = await book(db, actor, accountId, { ...booking, amount: wholeAmount(booking) });
  if (typeof outcome === 'string') {
    const [status, text] = problems[outcome];
    throw new HttpError(status, text);
  }
  const { isNew, entry, balance } = outcome;
  return reply.code(isNew ? 201 : 200).send({ entry: toBody(entry), balance });
}

/** The amount without trailing zeros, as the audit log shows it. */
function wholeAmount({ kind, amount }: Booking): string {
  const money = parseMoney(amount);
  if (money === 0n) throw new HttpError(400, `amount must ${kind === 'top-up' ? 'be more than' : 'not be'} zero`);
  return formatMoney(money);
}
