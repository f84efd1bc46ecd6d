import type { FastifyInstance } from 'fastify';
import { formatMoney } from '../../domain/money/money.ts';
import { cancelWaiting, type Look, type WaitingWanted, waitingSums } from '../../flows/cancellations.ts';
import { findAccountDetails } from '../../store/account/account-details.ts';
import { byStatus } from '../message-status.ts';
import { timeOf } from '../paging.ts';
import { answer } from '../schemas/messages.ts';
import { operatorShare, type Serving } from '../serving.ts';
import { noSuch, notFound, operatorErrors } from './errors.ts';
import { CancelWaiting, WaitingQuery, type WaitingQueryValues } from './schemas/queue.ts';

const tags = ['Queue'];

export function cancellationRoutes(app: FastifyInstance, { db, reads }: Serving): void {
  app.get<{ Querystring: WaitingQueryValues }>('/messages/waiting', {
    schema: {
      operationId: 'sumWaitingMessages',
      summary: 'How many messages wait, and what they cost',
      description:
        'Those that no carrier has or may have: exactly what POST /messages/cancel would cancel at this moment.',
      tags,
      querystring: WaitingQuery,
      response: { 200: answer('WaitingMessages', 'By account'), ...notFound('carrier'), ...operatorErrors },
    },
    handler: ({ query }) =>
      reads.run(operatorShare, async (db) => {
        const waiting = await waitingSums(db, wantedOf(query));
        if (waiting === undefined) throw noSuch('carrier');
        const { messages, accounts, isBounded } = waiting;
        return { messages, accounts, bounded: isBounded };
      }),
  });

  app.post<{ Body: WaitingQueryValues }>('/messages/cancel', {
    schema: {
      operationId: 'cancelWaitingMessages',
      summary: 'Cancel messages that wait',
      description:
        'Each becomes CANCELLED and is given back and reported as one that its customer has cancelled. What a carrier has or may have ' +
        'is left alone. A call takes some seconds at most: repeat it until it is done. What one that was cut off has done stays done.',
      tags,
      body: CancelWaiting,
      response: { 200: answer('CancelledMessages', 'What was cancelled'), ...notFound('carrier'), ...operatorErrors },
    },
    handler: async ({ actor, body }) => {
      const look: Look = (read) => reads.run(operatorShare, read);
      const outcome = await cancelWaiting(db, look, actor, wantedOf(body));
      if (outcome === undefined) throw noSuch('carrier');
      const { messages, refunds, isDone } = outcome;
      const accounts = [];
      for (const [accountId, { messages, amount }] of refunds) {
        const { name, currency } = (await findAccountDetails(db, accountId))!;
        accounts.push({ accountId, name, currency, messages, amount: formatMoney(amount) });
      }
      return { messages, accounts, done: isDone };
    },
  });
}

function wantedOf({ accountId, carrierId, country, status, before }: WaitingQueryValues): WaitingWanted {
  return {
    ...(accountId === undefined ? {} : { accountId: accountId.toLowerCase() }),
    ...(carrierId === undefined ? {} : { carrierId: carrierId.toLowerCase() }),
    ...(country === undefined ? {} : { country }),
    ...(status === undefined ? {} : { scheduled: byStatus(status).scheduled! }),
    ...(before === undefined ? {} : { before: timeOf('before', before)! }),
  };
}
