import type { Static } from '../../../base/type.ts';
import { pause, resume } from '../../../flows/accounts/pauses.ts';
import { type CancelFilter, cancelWaiting, waitingSums } from '../../../flows/messages/cancellations.ts';
import { findAccountDetails } from '../../../store/account/account-details.ts';
import { everything, listPauses, type PauseRef, type PauseRow } from '../../../store/carrier/pauses.ts';
import { timeOf } from '../../operation/paging.ts';
import { distinctIds } from '../../schemas/selection.ts';
import { operatorShare } from '../../server/serving.ts';
import { filteredStates } from '../../shared/messages.ts';
import { operatorOperations } from '../operation.ts';
import { CancelledMessages, CancelWaiting, Pause, PauseList, WaitingMessages, WaitingQuery } from '../schemas/queue.ts';

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
    read: (db, { query }) => waitingSums(db, filterOf(query)),
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
      for (const refund of outcome.refunds) {
        const { name, currency } = (await findAccountDetails(db, refund.accountId))!;
        accounts.push({ ...refund, name, currency });
      }
      return { messages: outcome.messages, accounts, done: outcome.isDone };
    },
  }),
];

function filterOf({
  accountId,
  messageId,
  messageIds = messageId === undefined ? undefined : [messageId],
  carrierId,
  country,
  status,
  before,
}: Static<typeof CancelWaiting>): CancelFilter {
  return {
    accountId: accountId?.toLowerCase(),
    messageIds: messageIds && distinctIds(messageIds),
    carrierId: carrierId?.toLowerCase(),
    country,
    scheduled: filteredStates(status).scheduled,
    before: timeOf('before', before),
  };
}

const paused = [Pause, 'The pause, new or already in effect'] as const;
const resumed = 'Not paused';
const found = (outcome: PauseRow | 'unknown') => (outcome === 'unknown' ? undefined : outcome);

export const pauseOperations = [
  operation({
    id: 'listPauses',
    get: '/pauses',
    summary: 'List pauses',
    answer: [PauseList, 'The global pause, then carriers, then accounts'],
    read: async (db) => ({ pauses: (await listPauses(db)).map(pauseBody) }),
  }),
  operation({
    id: 'pauseAll',
    put: '/pauses/all',
    summary: 'Pause all sending',
    description:
      'Messages are still accepted and charged, and wait. Within two seconds no process hands a message to a carrier. The pause survives ' +
      'restarts. Receipts, inbound messages and webhooks are not paused, and the validity of waiting messages still expires.',
    answer: paused,
    shown: pauseBody,
    write: async (db, { actor }) => found(await pause(db, actor, everything)),
  }),
  operation({
    id: 'resumeAll',
    delete: '/pauses/all',
    summary: 'Resume all sending',
    description:
      'Lifts the global pause only; paused carriers and accounts stay paused. Waiting messages are sent at the normal rate.',
    answer: resumed,
    write: async (db, { actor }) => void (await resume(db, actor, everything)),
  }),
  ...operationsOf(
    'carrier',
    'Messages for the carrier wait and take no other route. Its connections stay open for receipts. To send through another carrier ' +
      'instead, disable the carrier.',
  ),
  ...operationsOf(
    'account',
    'Its messages are still accepted and charged, and wait. To refuse messages, suspend the account.',
  ),
];

function operationsOf(kind: 'carrier' | 'account', description: string) {
  const path = `/pauses/${kind}s/:${kind}Id` as const;
  const a = kind === 'account' ? 'an account' : 'a carrier';
  const name = kind === 'account' ? 'Account' : 'Carrier';
  const pauseRef = ({ params }: { params: object }): PauseRef => ({ kind, subjectId: Object.values(params)[0] });
  return [
    operation({
      id: `pause${name}`,
      put: path,
      summary: `Pause ${a}`,
      description,
      answer: paused,
      unknown: kind,
      shown: pauseBody,
      write: async (db, call) => found(await pause(db, call.actor, pauseRef(call))),
    }),
    operation({
      id: `resume${name}`,
      delete: path,
      summary: `Resume ${a}`,
      answer: resumed,
      unknown: kind,
      write: async (db, call) => (await resume(db, call.actor, pauseRef(call))) !== 'unknown',
    }),
  ];
}

export function pauseBody({ kind, subjectId, name, since, actor }: PauseRow) {
  return { kind, ...(kind !== 'all' && { [`${kind}Id`]: subjectId }), name: name ?? undefined, since, by: actor };
}
