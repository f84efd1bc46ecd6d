import { pause, resume } from '../../../flows/accounts/pauses.ts';
import { everything, listPauses, type PauseRow } from '../../../store/carrier/pauses.ts';
import { operatorOperations } from '../operation.ts';
import { Pause, PauseList } from '../schemas/queue.ts';

const operation = operatorOperations('Queue');
const paused = [Pause, 'The pause, new or already in effect'] as const;
const resumed = 'Not paused';

export const pauseOperations = [
  operation({
    id: 'listPauses',
    get: '/pauses',
    summary: 'List pauses',
    answer: [PauseList, 'The global pause, then carriers, then accounts'],
    read: async (db) => ({ pauses: (await listPauses(db)).map(toBody) }),
  }),
  operation({
    id: 'pauseAll',
    put: '/pauses/all',
    summary: 'Pause all sending',
    description:
      'Messages are still accepted and charged, and wait. Within two seconds no process hands a message to a carrier. The pause survives ' +
      'restarts. Receipts, inbound messages and webhooks are not paused, and the validity of waiting messages still expires.',
    answer: paused,
    shown: toBody,
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
  operation({
    id: 'pauseCarrier',
    put: '/pauses/carriers/:carrierId',
    summary: 'Pause a carrier',
    description:
      'Messages for the carrier wait and take no other route. Its connections stay open for receipts. To send through another carrier ' +
      'instead, disable the carrier.',
    answer: paused,
    unknown: 'carrier',
    shown: toBody,
    write: async (db, { actor, params }) =>
      found(await pause(db, actor, { kind: 'carrier', subjectId: params.carrierId })),
  }),
  operation({
    id: 'resumeCarrier',
    delete: '/pauses/carriers/:carrierId',
    summary: 'Resume a carrier',
    answer: resumed,
    unknown: 'carrier',
    write: async (db, { actor, params }) =>
      (await resume(db, actor, { kind: 'carrier', subjectId: params.carrierId })) !== 'unknown',
  }),
  operation({
    id: 'pauseAccount',
    put: '/pauses/accounts/:accountId',
    summary: 'Pause an account',
    description: 'Its messages are still accepted and charged, and wait. To refuse messages, suspend the account.',
    answer: paused,
    unknown: 'account',
    shown: toBody,
    write: async (db, { actor, params }) =>
      found(await pause(db, actor, { kind: 'account', subjectId: params.accountId })),
  }),
  operation({
    id: 'resumeAccount',
    delete: '/pauses/accounts/:accountId',
    summary: 'Resume an account',
    answer: resumed,
    unknown: 'account',
    write: async (db, { actor, params }) =>
      (await resume(db, actor, { kind: 'account', subjectId: params.accountId })) !== 'unknown',
  }),
];

const found = (outcome: PauseRow | 'unknown') => (outcome === 'unknown' ? undefined : outcome);

function toBody({ kind, subjectId, name, since, actor }: PauseRow) {
  return {
    kind,
    ...(kind === 'carrier' && { carrierId: subjectId }),
    ...(kind === 'account' && { accountId: subjectId }),
    name: name ?? undefined,
    since,
    by: actor,
  };
}
