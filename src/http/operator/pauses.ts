import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pause, resume } from '../../flows/pauses.ts';
import { everything, listPauses, type PauseRef, type PauseRow } from '../../store/carrier/pauses.ts';
import { answer } from '../schemas/messages.ts';
import { operatorShare, type Serving } from '../serving.ts';
import { noSuch, notFound, operatorErrors } from './errors.ts';
import { AccountPath, type AccountPathValues } from './schemas/accounts.ts';
import { CarrierPath, type CarrierPathValues } from './schemas/carriers.ts';
import type { PauseBody } from './schemas/queue.ts';

const tags = ['Queue'];
const paused = answer('Pause', 'The pause, which may be older');
const resumed = { description: 'It is not paused', type: 'null' } as const;

export function pauseRoutes(app: FastifyInstance, { db, reads }: Serving): void {
  const hold = async (ref: PauseRef, { actor }: Pick<FastifyRequest, 'actor'>): Promise<PauseBody> => {
    const found = await pause(db, actor, ref);
    if (found === 'unknown') throw noSuch(ref.kind);
    return toBody(found);
  };
  const release = async (ref: PauseRef, { actor }: Pick<FastifyRequest, 'actor'>, reply: FastifyReply) => {
    if ((await resume(db, actor, ref)) === 'unknown') throw noSuch(ref.kind);
    return reply.code(204).send();
  };

  app.get('/pauses', {
    schema: {
      operationId: 'listPauses',
      summary: 'List what is paused',
      tags,
      response: { 200: answer('PauseList', 'Everything, then carriers, then accounts'), ...operatorErrors },
    },
    handler: () => reads.run(operatorShare, async (db) => ({ pauses: (await listPauses(db)).map(toBody) })),
  });

  app.put('/pauses/all', {
    schema: {
      operationId: 'pauseAll',
      summary: 'Pause everything',
      description:
        'Messages are accepted and charged as before, and wait; within two seconds no process hands any to a carrier. It stays so over ' +
        'restarts. Receipts, inbound messages and webhooks go on, and the validity of messages runs.',
      tags,
      response: { 200: paused, ...operatorErrors },
    },
    handler: (request) => hold(everything, request),
  });
  app.delete('/pauses/all', {
    schema: {
      operationId: 'resumeAll',
      summary: 'Let everything go on',
      description: 'What waited leaves at the usual rate. Carriers and accounts that are paused by themselves stay so.',
      tags,
      response: { 204: resumed, ...operatorErrors },
    },
    handler: (request, reply) => release(everything, request, reply),
  });

  app.put<{ Params: CarrierPathValues }>('/pauses/carriers/:carrierId', {
    schema: {
      operationId: 'pauseCarrier',
      summary: 'Pause a carrier',
      description:
        'Messages for it wait, and take no other route; its connections stay, so that receipts come. To have another carrier take ' +
        'them, switch it off instead.',
      tags,
      params: CarrierPath,
      response: { 200: paused, ...notFound('carrier'), ...operatorErrors },
    },
    handler: (request) => hold({ kind: 'carrier', subjectId: request.params.carrierId }, request),
  });
  app.delete<{ Params: CarrierPathValues }>('/pauses/carriers/:carrierId', {
    schema: {
      operationId: 'resumeCarrier',
      summary: 'Let a carrier go on',
      tags,
      params: CarrierPath,
      response: { 204: resumed, ...notFound('carrier'), ...operatorErrors },
    },
    handler: (request, reply) => release({ kind: 'carrier', subjectId: request.params.carrierId }, request, reply),
  });

  app.put<{ Params: AccountPathValues }>('/pauses/accounts/:accountId', {
    schema: {
      operationId: 'pauseAccount',
      summary: 'Pause an account',
      description: 'Its messages are accepted and charged as before, and wait. To refuse them, suspend it instead.',
      tags,
      params: AccountPath,
      response: { 200: paused, ...notFound('account'), ...operatorErrors },
    },
    handler: (request) => hold({ kind: 'account', subjectId: request.params.accountId }, request),
  });
  app.delete<{ Params: AccountPathValues }>('/pauses/accounts/:accountId', {
    schema: {
      operationId: 'resumeAccount',
      summary: 'Let an account go on',
      tags,
      params: AccountPath,
      response: { 204: resumed, ...notFound('account'), ...operatorErrors },
    },
    handler: (request, reply) => release({ kind: 'account', subjectId: request.params.accountId }, request, reply),
  });
}

function toBody({ kind, subjectId, name, since, actor }: PauseRow): PauseBody {
  return {
    kind,
    ...(kind === 'carrier' && { carrierId: subjectId }),
    ...(kind === 'account' && { accountId: subjectId }),
    ...(name === null ? {} : { name }),
    since: since.toISOString(),
    by: actor,
  };
}
