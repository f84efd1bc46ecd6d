import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Actor } from '../../domain/access/actor.ts';
import { formatMoney, parseMoney } from '../../domain/money/money.ts';
import { type Booking, book } from '../../flows/ledger.ts';
import { findAccountDetails } from '../../store/account/account-details.ts';
import { type LedgerRow, listLedger } from '../../store/account/ledger-entries.ts';
import { HttpError } from '../errors.ts';
import { nextCursor, pageOf } from '../paging.ts';
import { answer } from '../schemas/messages.ts';
import { operatorShare, type Serving } from '../serving.ts';
import { conflict, noSuch, notFound, operatorErrors } from './errors.ts';
import { AccountPath, type AccountPathValues } from './schemas/accounts.ts';
import {
  Correction,
  type CorrectionValues,
  type LedgerEntryBody,
  LedgerQuery,
  type LedgerQueryValues,
  TopUp,
  type TopUpValues,
} from './schemas/ledger.ts';

const tags = ['Accounts'];
const otherEntry = 'This id was used for another booking of the account';
const notCovered = 'The balance would fall below the credit limit; correct by less, or raise the limit first';
const tooLarge = 'The balance would be larger than the books can hold';

export function ledgerRoutes(app: FastifyInstance, { db, reads }: Serving): void {
  app.post<{ Params: AccountPathValues; Body: TopUpValues }>('/accounts/:accountId/top-ups', {
    schema: {
      operationId: 'topUp',
      summary: 'Put money on an account',
      description:
        'Also on a suspended one. With an `id` of your own it is safe to repeat: 200 then, and nothing is booked.',
      tags,
      params: AccountPath,
      body: TopUp,
      response: {
        200: answer('Booked', 'It was booked before'),
        201: answer('Booked', 'The new entry'),
        ...notFound('account'),
        ...conflict('The id belongs to another booking', otherEntry),
        ...operatorErrors,
      },
    },
    handler: async ({ actor, params, body }, reply) =>
      answerBooking(reply, actor, params.accountId, { kind: 'top-up', ...body }),
  });

  app.post<{ Params: AccountPathValues; Body: CorrectionValues }>('/accounts/:accountId/corrections', {
    schema: {
      operationId: 'correctBalance',
      summary: 'Correct the balance of an account',
      description: 'The ledger is never changed; what was wrong is set right by another entry, with the reason.',
      tags,
      params: AccountPath,
      body: Correction,
      response: {
        200: answer('Booked', 'It was booked before'),
        201: answer('Booked', 'The new entry'),
        ...notFound('account'),
        ...conflict('The balance does not cover it, or the id belongs to another booking', notCovered),
        ...operatorErrors,
      },
    },
    handler: async ({ actor, params, body }, reply) =>
      answerBooking(reply, actor, params.accountId, { kind: 'correction', ...body }),
  });

  app.get<{ Params: AccountPathValues; Querystring: LedgerQueryValues }>('/accounts/:accountId/ledger', {
    schema: {
      operationId: 'listLedger',
      summary: 'List what was booked on an account',
      description: 'The sum of all entries is the balance.',
      tags,
      params: AccountPath,
      querystring: LedgerQuery,
      response: { 200: answer('LedgerPage', 'A page of the ledger'), ...notFound('account'), ...operatorErrors },
    },
    handler: ({ params, query }) =>
      reads.run(operatorShare, async (db) => {
        const page = pageOf(query);
        if ((await findAccountDetails(db, params.accountId)) === undefined) throw noSuch('account');
        const found = await listLedger(db, { ...params, ...page, kind: query.kind });
        return { entries: found.rows.map(toBody), ...nextCursor(found) };
      }),
  });

  async function answerBooking(reply: FastifyReply, actor: Actor, accountId: string, booking: Booking) {
    const amount = wholeAmount(booking);
    const outcome = await book(db, actor, accountId, { ...booking, amount });
    switch (outcome.kind) {
      case 'booked':
      case 'repeated': {
        const { kind, entry, balance } = outcome;
        return reply.code(kind === 'booked' ? 201 : 200).send({ entry: toBody(entry), balance });
      }
      case 'no account':
        throw noSuch('account');
      case 'other entry':
        throw new HttpError(409, otherEntry);
      case 'not covered':
        throw new HttpError(409, notCovered);
      case 'too large':
        throw new HttpError(409, tooLarge);
    }
  }
}

/** Without needless zeros, in the audit trail too. */
function wholeAmount({ kind, amount }: Booking): string {
  const money = parseMoney(amount);
  if (money === 0n) throw new HttpError(400, `amount must ${kind === 'top-up' ? 'be more than' : 'not be'} zero`);
  return formatMoney(money);
}

function toBody(row: LedgerRow): LedgerEntryBody {
  return {
    entryId: row.id,
    kind: row.kind,
    amount: row.amount,
    ...(row.message_id === null ? {} : { messageId: row.message_id }),
    ...(row.request_id === null ? {} : { requestId: row.request_id }),
    ...(row.note === null ? {} : { note: row.note }),
    at: row.created_at.toISOString(),
  };
}
