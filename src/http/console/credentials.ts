import type { FastifyInstance, FastifyRequest } from 'fastify';
import { passwordFault } from '../../domain/access/password.ts';
import { base32, totpUri } from '../../domain/access/totp.ts';
import {
  changeOwnPassword,
  confirmSecondFactor,
  dropSecondFactor,
  type Own,
  offerSecondFactor,
  type Problem,
} from '../../flows/console/credentials.ts';
import { HttpError } from '../errors.ts';
import {
  CodeBody,
  type CodeValues,
  consoleErrors,
  PasswordBody,
  type PasswordValues,
  ProofBody,
  type ProofValues,
} from '../schemas/console.ts';
import { errorResponse } from '../schemas/errors.ts';
import { answer } from '../schemas/messages.ts';
import type { Serving } from '../serving.ts';
import { noSession } from './access.ts';
import { actorOf, empty, type Guard, sessionOf } from './guard.ts';
import { tooManyTries } from './session.ts';

const tags = ['Console'];
const nameless = 'Only operators with a name have a password; create one first';
const isOn = 'Codes are asked for already, or there is no password yet';
const notOffered = 'Ask for a secret first';
const errors = {
  ...consoleErrors,
  403: errorResponse('The password is wrong', { wrong: 'error: 403 - The password is wrong' }),
  409: errorResponse('It is not possible as things are', {
    nameless: `error: 409 - ${nameless}`,
    on: `error: 409 - ${isOn}`,
    offered: `error: 409 - ${notOffered}`,
  }),
};

/** An operator's own password and second factor. */
export function credentialRoutes(app: FastifyInstance, { db, config }: Serving, guard: Guard): void {
  app.post<{ Body: PasswordValues }>('/password', {
    onRequest: guard,
    schema: {
      operationId: 'changePassword',
      summary: 'Set your own password (extension)',
      description: 'All your other sessions end.',
      tags,
      body: PasswordBody,
      response: { 204: empty('It counts from now on'), ...errors },
    },
    handler: async (request, reply) => {
      const { current, new: wanted } = request.body;
      const fault = passwordFault(wanted);
      if (fault !== undefined) throw new HttpError(400, `new ${fault}`);
      checkDone(await changeOwnPassword(db, ownOf(request), current, wanted));
      return reply.code(204).send();
    },
  });

  app.post('/totp', {
    onRequest: guard,
    schema: {
      operationId: 'offerTotp',
      summary: 'A secret for an authenticator app (extension)',
      description: 'Codes are asked for once one was given with PUT.',
      tags,
      response: { 200: answer('TotpOffer', 'Scan it now'), ...errors },
    },
    handler: async (request) => {
      const own = ownOf(request);
      const secret = await offerSecondFactor(db, own);
      if (typeof secret === 'string') throw new HttpError(409, isOn);
      return { secret: base32(secret), uri: totpUri(secret, config.serviceName, own.actor.name) };
    },
  });

  app.put<{ Body: CodeValues }>('/totp', {
    onRequest: guard,
    schema: {
      operationId: 'turnTotpOn',
      summary: 'Ask for codes from now on (extension)',
      tags,
      body: CodeBody,
      response: { 204: empty('Every log-in by password asks for a code'), ...errors },
    },
    handler: async (request, reply) => {
      const problem = await confirmSecondFactor(db, ownOf(request), request.body.code);
      if (problem === 'wrong') throw new HttpError(400, 'code is wrong');
      checkDone(problem);
      return reply.code(204).send();
    },
  });

  app.delete<{ Body: ProofValues }>('/totp', {
    onRequest: guard,
    schema: {
      operationId: 'turnTotpOff',
      summary: 'Ask for no codes any more (extension)',
      tags,
      body: ProofBody,
      response: { 204: empty('The password is enough'), ...errors },
    },
    handler: async (request, reply) => {
      checkDone(await dropSecondFactor(db, ownOf(request), request.body.password));
      return reply.code(204).send();
    },
  });
}

function ownOf(request: FastifyRequest): Own {
  const session = sessionOf(request);
  if (session.kind !== 'operator' || session.operatorId === undefined) throw new HttpError(409, nameless);
  return { operatorId: session.operatorId, sessionId: session.id, actor: actorOf(request) };
}

function checkDone(problem: Problem | undefined): void {
  if (problem === undefined) return;
  if (typeof problem === 'object') throw tooManyTries(problem.waitSeconds);
  if (problem === 'gone') throw noSession();
  if (problem === 'wrong') throw new HttpError(403, 'The password is wrong');
  throw new HttpError(409, problem === 'on already' ? isOn : notOffered);
}
