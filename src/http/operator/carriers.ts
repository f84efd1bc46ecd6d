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
} from '../../flows/carriers.ts';
import { type CarrierStatus, carrierStatus } from '../../store/carrier/links.ts';
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
const taken = { taken: 'Another carrier has the name, or it is the default one' };

/** `check` and `test` belong to the edge of carriers. */
export const carrierOperations = (check: CheckUrl, test: TestUrl) => [
  operation({
    id: 'listCarriers',
    get: '/carriers',
    summary: 'List carriers and how they are doing',
    config: { ownWords: true },
    answer: [CarrierList, 'All carriers, by name'],
    read: async (db) => ({ carriers: await withStatus(db, await listCarriers(db, check)) }),
  }),
  operation({
    id: 'createCarrier',
    post: '/carriers',
    summary: 'Add a carrier',
    description: 'Nothing goes over it before a route leads to it.',
    body: NewCarrier,
    status: 201,
    answer: [CarrierDetails, 'The new carrier'],
    problems: taken,
    audit: (carrier) => entry('carrier create', carrier),
    shown: one,
    write: (db, { body }) => createCarrier(db, check, body),
  }),
  operation({
    id: 'getCarrier',
    get: '/carriers/:carrierId',
    summary: 'Look up a carrier and how it is doing',
    config: { ownWords: true },
    answer: [CarrierDetails, 'The carrier'],
    unknown: 'carrier',
    shown: one,
    read: async (db, { params }) => (await listCarriers(db, check)).find(({ id }) => id === params.carrierId),
  }),
  operation({
    id: 'changeCarrier',
    patch: '/carriers/:carrierId',
    summary: 'Change a carrier',
    description:
      'What is left out stays; an address without its password keeps the old one, for the same host and system_id. Processes connect anew within seconds.',
    body: CarrierChange,
    answer: [CarrierDetails, 'The carrier as it is now'],
    unknown: 'carrier',
    problems: taken,
    audit: (carrier, { body }) => entry('carrier change', carrier, Object.keys(body)),
    shown: one,
    write: (db, { params, body }) => updateCarrier(db, check, params.carrierId, body),
  }),
  operation({
    id: 'deleteCarrier',
    delete: '/carriers/:carrierId',
    summary: 'Delete a carrier and its routes',
    description: 'What waits for it takes another route, or is rejected. To drain it, delete its routes first.',
    answer: 'It is gone',
    unknown: 'carrier',
    problems: taken,
    audit: (_, { params }) => ({ action: 'carrier delete', subjectId: params.carrierId }),
    write: (db, { params }) => deleteCarrier(db, params.carrierId),
  }),
  operation({
    id: 'testCarrier',
    post: '/carriers/test',
    summary: 'Try the address of a carrier',
    description:
      'A real connection and bind, ended at once, within 10 s; nothing is stored. What the SMSC delivers meanwhile is put off ' +
      'with a temporary error. An address without its password is tried with that of the carrier, for the same host and system_id.',
    body: CarrierTestBody,
    answer: [CarrierTrial, 'How it went, step by step'],
    unknown: 'carrier',
    problems: { testing: 'Another test is under way' },
    write: async (db, { body, leaveChanges }) => {
      const { url, description } = await addressToTest(db, check, body);
      // A slow carrier takes seconds, during which the database is not used.
      leaveChanges?.();
      return test(url, description);
    },
  }),
];

/** The address without its password, and only where it was set; of what may hold other secrets, that there is some. */
function entry(
  action: string,
  { id, name, url, enabled, hasSigningSecret, ...carrier }: CarrierView,
  changed = ['name', 'url', 'enabled'],
) {
  const signingSecret = hasSigningSecret ? 'set' : 'none';
  const description = carrier.description === null ? 'none' : 'set';
  const all: Record<string, unknown> = { name, url, enabled, description, signingSecret };
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
  const { id, name, url, enabled, createdAt, description, hasSigningSecret, callbackPath, warnings } = carrier;
  const { paused = false, linksUp = 0, throttled = false, waiting = 0, since, lastError, refusals = [] } = status ?? {};
  return {
    ...{
      carrierId: id,
      name,
      url,
      enabled,
      paused,
      createdAt,
      linksUp,
      throttled,
      since,
      waiting,
      lastError,
      refusals,
    },
    description: description ?? undefined,
    ...(callbackPath !== undefined && { hasSigningSecret, callbackPath }),
    warnings: warnings.length === 0 ? undefined : warnings,
  };
}
