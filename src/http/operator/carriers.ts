import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/db.ts';
import { CarrierError } from '../../domain/carrier/carrier.ts';
import { audited } from '../../flows/audited.ts';
import {
  type CarrierView,
  type CheckUrl,
  createCarrier,
  deleteCarrier,
  listCarriers,
  updateCarrier,
} from '../../flows/carriers.ts';
import { type CarrierStatus, carrierStatus } from '../../store/carrier/links.ts';
import { HttpError } from '../errors.ts';
import { answer } from '../schemas/messages.ts';
import { operatorShare, type Serving } from '../serving.ts';
import { conflict, noSuch, notFound, operatorErrors } from './errors.ts';
import {
  type CarrierBody,
  CarrierChange,
  type CarrierChangeValues,
  CarrierPath,
  type CarrierPathValues,
  NewCarrier,
  type NewCarrierValues,
} from './schemas/carriers.ts';

const tags = ['Carriers'];
const taken = conflict('Another carrier has the name, or it is the default one', 'name: another carrier has it');

/** `check` says what is wrong with an address; the edge that has the carriers hands it in. */
export function carrierRoutes(app: FastifyInstance, { db, reads }: Serving, check: CheckUrl): void {
  app.get('/carriers', {
    config: { ownWords: true },
    schema: {
      operationId: 'listCarriers',
      summary: 'List carriers and how they are doing',
      tags,
      response: { 200: answer('CarrierList', 'All carriers, by name'), ...operatorErrors },
    },
    handler: () =>
      reads.run(operatorShare, async (db) => ({ carriers: await withStatus(db, await listCarriers(db, check)) })),
  });

  app.post<{ Body: NewCarrierValues }>('/carriers', {
    schema: {
      operationId: 'createCarrier',
      summary: 'Add a carrier',
      description: 'Nothing goes over it before a route leads to it.',
      tags,
      body: NewCarrier,
      response: { 201: answer('CarrierDetails', 'The new carrier'), ...taken, ...operatorErrors },
    },
    handler: async ({ actor, body }, reply) => {
      const noted = audited(db, actor, (carrier: CarrierView) => entry('carrier create', carrier));
      return reply.code(201).send(await one(db, await createCarrier(noted, check, body).catch(refuse)));
    },
  });

  app.get<{ Params: CarrierPathValues }>('/carriers/:carrierId', {
    config: { ownWords: true },
    schema: {
      operationId: 'getCarrier',
      summary: 'Look up a carrier and how it is doing',
      tags,
      params: CarrierPath,
      response: { 200: answer('CarrierDetails', 'The carrier'), ...notFound('carrier'), ...operatorErrors },
    },
    handler: ({ params: { carrierId } }) =>
      reads.run(operatorShare, async (db) => {
        const found = (await listCarriers(db, check)).find(({ id }) => id === carrierId);
        if (found === undefined) throw noSuch('carrier');
        return one(db, found);
      }),
  });

  app.patch<{ Params: CarrierPathValues; Body: CarrierChangeValues }>('/carriers/:carrierId', {
    schema: {
      operationId: 'changeCarrier',
      summary: 'Change a carrier',
      description:
        'What is left out stays; an address without its password keeps the old one, for the same host and system_id. Processes connect anew within seconds.',
      tags,
      params: CarrierPath,
      body: CarrierChange,
      response: {
        200: answer('CarrierDetails', 'The carrier as it is now'),
        ...notFound('carrier'),
        ...taken,
        ...operatorErrors,
      },
    },
    handler: async ({ actor, params: { carrierId }, body }) => {
      const changed = Object.keys(body);
      const noted = audited(db, actor, (carrier: CarrierView) => entry('carrier change', carrier, changed));
      return one(db, await updateCarrier(noted, check, carrierId, body).catch(refuse));
    },
  });

  app.delete<{ Params: CarrierPathValues }>('/carriers/:carrierId', {
    schema: {
      operationId: 'deleteCarrier',
      summary: 'Delete a carrier and its routes',
      description: 'What waits for it takes another route, or is rejected. To drain it, delete its routes first.',
      tags,
      params: CarrierPath,
      response: {
        204: { description: 'It is gone', type: 'null' },
        ...notFound('carrier'),
        ...taken,
        ...operatorErrors,
      },
    },
    handler: async ({ actor, params: { carrierId } }, reply) => {
      const noted = audited(db, actor, () => ({ action: 'carrier delete', subjectId: carrierId }));
      await deleteCarrier(noted, carrierId).catch(refuse);
      return reply.code(204).send();
    },
  });
}

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

const statuses = { invalid: 400, 'not found': 404, conflict: 409 };

export function refuse(error: unknown): never {
  if (!(error instanceof CarrierError)) throw error;
  throw new HttpError(statuses[error.kind], error.message);
}

async function one(db: Db, carrier: CarrierView): Promise<CarrierBody> {
  return (await withStatus(db, [carrier]))[0]!;
}

async function withStatus(db: Db, carriers: CarrierView[]): Promise<CarrierBody[]> {
  const byId = new Map((await carrierStatus(db)).map((status) => [status.id, status]));
  return carriers.map((carrier) => toBody(carrier, byId.get(carrier.id)));
}

function toBody(carrier: CarrierView, status: CarrierStatus | undefined): CarrierBody {
  const { id, name, url, enabled, createdAt, description, hasSigningSecret, callbackPath, warnings } = carrier;
  const { paused = false, linksUp = 0, throttled = false, waiting = 0, since, lastError, refusals = [] } = status ?? {};
  return {
    carrierId: id,
    name,
    url,
    enabled,
    paused,
    createdAt: createdAt.toISOString(),
    ...(description === null ? {} : { description }),
    ...(callbackPath === undefined ? {} : { hasSigningSecret, callbackPath }),
    linksUp,
    throttled,
    ...(since === undefined ? {} : { since: since.toISOString() }),
    waiting,
    ...(lastError === undefined ? {} : { lastError: { text: lastError.text, at: lastError.at.toISOString() } }),
    ...(warnings.length === 0 ? {} : { warnings: [...warnings] }),
    refusals: [...refusals],
  };
}
