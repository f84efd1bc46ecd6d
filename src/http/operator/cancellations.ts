import type { Static } from '../../base/type.ts';
import { formatMoney } from '../../domain/money/money.ts';
import { type CancelFilter, cancelWaiting, waitingSums } from '../../flows/cancellations.ts';
import { findAccountDetails } from '../../store/account/account-details.ts';
import { byStatus } from '../message-status.ts';
import { timeOf } from '../paging.ts';
import { operatorShare } from '../serving.ts';
import { operatorOperations } from './operation.ts';
import { CancelledMessages, CancelWaiting, WaitingMessages, WaitingQuery } from './schemas/queue.ts';

const operation = operatorOperations('Queue');

export const cancellationOperations = [
  operation({
    id: 'sumWaitingMessages',
    get: '/messages/waiting',
    summary: 'How many messages wait, and what they cost',
    description:
      'Those that no carrier has or may have: exactly what POST /messages/cancel would cancel at this moment.',
    query: WaitingQuery,
    answer: [WaitingMessages, 'By account'],
    unknown: 'carrier',
    read: async (db, { query }) => {
      const waiting = await waitingSums(db, wantedOf(query));
      return waiting && { messages: waiting.messages, accounts: waiting.accounts, bounded: waiting.isBounded };
    },
  }),
  operation({
    id: 'cancelWaitingMessages',
    post: '/messages/cancel',
    summary: 'Cancel messages that wait',
    description:
      'Each becomes CANCELLED and is given back and reported as one that its customer has cancelled. What a carrier has or may have ' +
      'is left alone. A call takes some seconds at most: repeat it until it is done. What one that was cut off has done stays done.',
    body: CancelWaiting,
    answer: [CancelledMessages, 'What was cancelled'],
    unknown: 'carrier',
    write: async (db, { actor, body }, { reads }) => {
      const outcome = await cancelWaiting(db, (read) => reads.run(operatorShare, read), actor, wantedOf(body));
      if (outcome === undefined) return undefined;
      const accounts = [];
      for (const [accountId, { messages, amount }] of outcome.refunds) {
        const { name, currency } = (await findAccountDetails(db, accountId))!;
        accounts.push({ accountId, name, currency, messages, amount: formatMoney(amount) });
      }
      return { messages: outcome.messages, accounts, done: outcome.isDone };
    },
  }),
];

function wantedOf({ accountId, carrierId, country, status, before }: Static<typeof WaitingQuery>): CancelFilter {
  return {
    ...(accountId === undefined ? {} : { accountId: accountId.toLowerCase() }),
    ...(carrierId === undefined ? {} : { carrierId: carrierId.toLowerCase() }),
    ...(country === undefined ? {} : { country }),
    ...(status === undefined ? {} : { scheduled: byStatus(status).scheduled! }),
    ...(before === undefined ? {} : { before: timeOf('before', before)! }),
  };
}
