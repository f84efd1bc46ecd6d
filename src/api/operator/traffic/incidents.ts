import { accountIncident } from '../../../flows/accounts/incident.ts';
import { carrierIncident, retryCarrier } from '../../../flows/carriers/incident.ts';
import type { PauseRow } from '../../../store/carrier/pauses.ts';
import { operatorOperations } from '../operation.ts';
import { AccountIncident, CarrierIncident } from '../schemas/incidents.ts';
import { pauseBody } from './queue.ts';

const operation = operatorOperations('Queue');

const withPause = <Incident extends { readonly pause: PauseRow | undefined }>(incident: Incident) => ({
  ...incident,
  pause: incident.pause && pauseBody(incident.pause),
});

export const incidentOperations = [
  operation({
    id: 'getCarrierIncident',
    get: '/carriers/:carrierId/incident',
    summary: 'Retrieve the incident view of a carrier',
    description:
      'Returns the state of the carrier and its start, the messages that wait for it by account, what other carriers took over, and the rates ' +
      'now and before. Counts are bounded, so the backlog does not slow the answer down.',
    config: { ownWords: true },
    answer: [CarrierIncident, 'The carrier'],
    unknown: 'carrier',
    read: async (db, { params }) => {
      const incident = await carrierIncident(db, params.carrierId);
      return incident && withPause(incident);
    },
  }),
  operation({
    id: 'getAccountIncident',
    get: '/accounts/:accountId/incident',
    summary: 'Retrieve the incident view of an account',
    description:
      'Returns why messages of the account do not leave and since when, what they wait for, the carriers that take them, and the rates now ' +
      'and before. Counts are bounded, so the backlog does not slow the answer down.',
    config: { ownWords: true },
    answer: [AccountIncident, 'The account'],
    unknown: 'account',
    read: async (db, { params }) => {
      const incident = await accountIncident(db, params.accountId);
      return incident && withPause(incident);
    },
  }),
  operation({
    id: 'retryCarrier',
    post: '/carriers/:carrierId/retry',
    summary: 'Retry a carrier now',
    description:
      'A carrier that refuses every call or bind, or asked for a rest with Retry-After, gets the next probe within about a second. Without ' +
      'this it follows after at most a minute, or after the rest.',
    answer: 'The carrier is tried',
    unknown: 'carrier',
    write: (db, { actor, params }) => retryCarrier(db, actor, params.carrierId),
  }),
];
