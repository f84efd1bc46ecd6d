import { pause, resume } from '../../flows/pauses.ts';
import { everything, listPauses, type PauseRow } from '../../store/carrier/pauses.ts';
import { operatorOperations } from './operation.ts';
import { Pause, PauseList } from './schemas/queue.ts';

const operation = operatorOperations('Queue');
const paused = [Pause, 'The pause, which may be older'] as const;
const resumed = 'It is not paused';

export const pauseOperations = [
  operation({
    id: 'listPauses',
    get: '/pauses',
    summary: 'List what is paused',
    answer: [PauseList, 'Everything, then carriers, then accounts'],
    read: async (db) => ({ pauses: (await listPauses(db)).map(toBody) }),
  }),
  operation({
    id: 'pauseAll',
    put: '/pauses/all',
    summary: 'Pause everything',
    description:
      'Messages are accepted and charged as before, and wait; within two seconds no process hands any to a carrier. It stays so over ' +
      'restarts. Receipts, inbound messages and webhooks go on, and the validity of messages runs.',
    answer: paused,
    shown: toBody,
    write: async (db, { actor }) => found(await pause(db, actor, everything)),
  }),
  operation({
    id: 'resumeAll',
    delete: '/pauses/all',
    summary: 'Let everything go on',
    description: 'What waited leaves at the usual rate. Carriers and accounts that are paused by themselves stay so.',
    answer: resumed,
    write: async (db, { actor }) => void (await resume(db, actor, everything)),
  }),
  operation({
    id: 'pauseCarrier',
    put: '/pauses/carriers/:carrierId',
    summary: 'Pause a carrier',
    description:
      'Messages for it wait, and take no other route; its connections stay, so that receipts come. To have another carrier take ' +
      'them, switch it off instead.',
    answer: paused,
    unknown: 'carrier',
    shown: toBody,
    write: async (db, { actor, params }) =>
      found(await pause(db, actor, { kind: 'carrier', subjectId: params.carrierId })),
  }),
  operation({
    id: 'resumeCarrier',
    delete: '/pauses/carriers/:carrierId',
    summary: 'Let a carrier go on',
    answer: resumed,
    unknown: 'carrier',
    write: async (db, { actor, params }) =>
      (await resume(db, actor, { kind: 'carrier', subjectId: params.carrierId })) !== 'unknown',
  }),
  operation({
    id: 'pauseAccount',
    put: '/pauses/accounts/:accountId',
    summary: 'Pause an account',
    description: 'Its messages are accepted and charged as before, and wait. To refuse them, suspend it instead.',
    answer: paused,
    unknown: 'account',
    shown: toBody,
    write: async (db, { actor, params }) =>
      found(await pause(db, actor, { kind: 'account', subjectId: params.accountId })),
  }),
  operation({
    id: 'resumeAccount',
    delete: '/pauses/accounts/:accountId',
    summary: 'Let an account go on',
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
