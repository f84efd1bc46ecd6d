import type { Static } from '../../../base/type.ts';
import { formatMoney } from '../../../domain/money/money.ts';
import { type CancelFilter, cancelWaiting, waitingSums } from '../../../flows/messages/cancellations.ts';
import { findAccountDetails } from '../../../store/account/account-details.ts';
import { timeOf } from '../../operation/paging.ts';
import { operatorShare } from '../../server/serving.ts';
import { byStatus } from '../../shared/message-status.ts';
import { operatorOperations } from '../operation.ts';
import { CancelledMessages, CancelWaiting, WaitingMessages, WaitingQuery } from '../schemas/queue.ts';

const operation = operatorOperations('Queue');

export const cancellationOperations = [
  operation({
    id: 'sumWaitingMessages',
    get: '/messages/waiting',
    summary: 'Count waiting messages',
    description:
      'Returns the number and price of messages that were not handed to a carrier, by account: those that POST /messages/cancel would ' +
      'cancel now.',
    query: WaitingQuery,
    answer: [WaitingMessages, 'Number and price by account'],
    unknown: 'carrier',
    read: async (db, { query }) => {
      const waiting = await waitingSums(db, filterOf(query));
      return waiting && { messages: waiting.messages, accounts: waiting.accounts, bounded: waiting.isBounded };
    },
  }),
  operation({
    id: 'cancelWaitingMessages',
    post: '/messages/cancel',
    summary: 'Cancel waiting messages',
    description:
      'Each message becomes CANCELLED and is refunded and reported, as if its customer had cancelled it. Messages that were or may have ' +
      'been handed to a carrier are not changed. A call ends after a few seconds: repeat it until `done` is true. If a call is interrupted, ' +
      'the messages it has cancelled stay cancelled.',
    body: CancelWaiting,
    answer: [CancelledMessages, 'The cancelled messages by account'],
    unknown: 'carrier',
    write: async (db, { actor, body }, { reads }) => {
      const outcome = await cancelWaiting(db, (read) => reads.run(operatorShare, read), actor, filterOf(body));
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

function filterOf({ accountId, carrierId, country, status, before }: Static<typeof WaitingQuery>): CancelFilter {
  return {
    ...(accountId === undefined ? {} : { accountId: accountId.toLowerCase() }),
    ...(carrierId === undefined ? {} : { carrierId: carrierId.toLowerCase() }),
    ...(country === undefined ? {} : { country }),
    ...(status === undefined ? {} : { scheduled: byStatus(status).scheduled! }),
    ...(before === undefined ? {} : { before: timeOf('before', before)! }),
  };
}
