import type { Db } from '../../database/db.ts';
import {
  addressToTest,
  type CarrierView,
  type CheckUrl,
  createCarrier,
  deleteCarrier,
  listCarriers,
  type TestUrl,
  updateCarrier,
} from '../../flows/carriers/carriers.ts';
import { type CarrierStatus, carrierStatus } from '../../store/carrier/links.ts';
import { bodyOf } from '../operation/row-body.ts';
import { operatorOperations } from './operation.ts';
import {
  CarrierChange,
  CarrierDetails,
  CarrierList,
  CarrierTestBody,
  CarrierTrial,
  NewCarrier,
} from './schemas/carriers.ts';

const operation = operatorOperations('Carriers', {
  taken: [409, 'name: another carrier has it'],
  testing: [409, 'Another test is under way; try again in a few seconds'],
});
const taken = { taken: 'Another carrier has the name, or the carrier is the default one' };

/** The carriers edge provides `check` and `test`. */
export const carrierOperations = (check: CheckUrl, test: TestUrl) => [
  operation({
    id: 'listCarriers',
    get: '/carriers',
    summary: 'List carriers',
    description: 'Returns all carriers with their connection state.',
    config: { ownWords: true },
    answer: [CarrierList, 'All carriers, by name'],
    read: async (db) => ({ carriers: await withStatus(db, await listCarriers(db, check)) }),
  }),
  operation({
    id: 'createCarrier',
    post: '/carriers',
    summary: 'Create a carrier',
    description: 'Returns the new carrier. It gets messages only after a route to it was created.',
    body: NewCarrier,
    status: 201,
    answer: [CarrierDetails, 'The new carrier'],
    problems: taken,
    audit: (carrier) => auditEntry('carrier create', carrier),
    shown: one,
    write: (db, { body }) => createCarrier(db, check, body),
  }),
  operation({
    id: 'getCarrier',
    get: '/carriers/:carrierId',
    summary: 'Retrieve a carrier',
    description: 'Returns the carrier with its connection state.',
    config: { ownWords: true },
    answer: [CarrierDetails, 'The carrier'],
    unknown: 'carrier',
    shown: one,
    read: async (db, { params }) => (await listCarriers(db, check)).find(({ id }) => id === params.carrierId),
  }),
  operation({
    id: 'changeCarrier',
    patch: '/carriers/:carrierId',
    summary: 'Update a carrier',
    description:
      'Omitted fields are not changed. A URL without a password keeps the current one if host and system_id are the same. Processes reconnect within seconds.',
    body: CarrierChange,
    answer: [CarrierDetails, 'The updated carrier'],
    unknown: 'carrier',
    problems: taken,
    audit: (carrier, { body }) => auditEntry('carrier change', carrier, Object.keys(body)),
    shown: one,
    write: (db, { params, body }) => updateCarrier(db, check, params.carrierId, body),
  }),
  operation({
    id: 'deleteCarrier',
    delete: '/carriers/:carrierId',
    summary: 'Delete a carrier and its routes',
    description:
      'Messages waiting for the carrier take another route or are rejected. To drain the carrier, delete its routes first.',
    answer: 'Deleted',
    unknown: 'carrier',
    problems: taken,
    audit: (_, { params }) => ({ action: 'carrier delete', subjectId: params.carrierId }),
    write: (db, { params }) => deleteCarrier(db, params.carrierId),
  }),
  operation({
    id: 'testCarrier',
    post: '/carriers/test',
    summary: 'Test a carrier connection',
    description:
      'Connects, binds and disconnects immediately, within 10 s, and returns the result of each step. Nothing is stored. Messages that the ' +
      'SMSC delivers meanwhile get a temporary error. A URL without a password uses that of the carrier if host and system_id are the same.',
    body: CarrierTestBody,
    answer: [CarrierTrial, 'The result, step by step'],
    unknown: 'carrier',
    problems: { testing: 'Another test is running' },
    write: async (db, { body, leaveChanges }) => {
      const { url, description } = await addressToTest(db, check, body);
      // The test takes up to 10 s and does not use the database.
      leaveChanges?.();
      return test(url, description);
    },
  }),
];

/** The changed fields, without the password of the URL; for fields that may hold secrets, only whether they are set. */
function auditEntry(
  action: string,
  { id, name, url, enabled, hasSigningSecret, ...carrier }: CarrierView,
  changed = ['name', 'url', 'enabled'],
) {
  const signingSecret = hasSigningSecret ? 'set' : 'none';
  const description = carrier.description === null ? 'none' : 'set';
  const { reasonTexts } = carrier;
  const all: Record<string, unknown> = { name, url, enabled, description, signingSecret, reasonTexts };
  const details = Object.fromEntries(changed.map((field) => [field, all[field]]));
  return { action, subjectId: id, details };
}

async function one(carrier: CarrierView, db: Db) {
  return (await withStatus(db, [carrier]))[0]!;
}

async function withStatus(db: Db, carriers: CarrierView[]) {
  const byId = new Map((await carrierStatus(db)).map((status) => [status.id, status]));
  return carriers.map((carrier) => toBody(carrier, byId.get(carrier.id)));
}

function toBody(carrier: CarrierView, status: CarrierStatus | undefined) {
  const { id, callbackPath, hasSigningSecret, warnings, reasonTexts } = carrier;
  return bodyOf(
    CarrierDetails,
    { ...noStatus, ...status, ...carrier },
    {
      carrierId: id,
      hasSigningSecret: callbackPath === undefined ? undefined : hasSigningSecret,
      warnings: warnings.length === 0 ? undefined : warnings,
      reasonTexts: Object.keys(reasonTexts).length === 0 ? undefined : reasonTexts,
    },
  );
}

const noStatus = {
  paused: false,
  linksUp: 0,
  throttled: false,
  waiting: 0,
  refusals: [],
  since: undefined,
  lastError: undefined,
};
