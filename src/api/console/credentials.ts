import type { FastifyRequest } from 'fastify';
import { passwordFault } from '../../domain/access/password.ts';
import { base32, totpUri } from '../../domain/access/totp.ts';
import {
  changeOwnPassword,
  confirmSecondFactor,
  dropSecondFactor,
  type Own,
  type OwnCredentialProblem,
  offerSecondFactor,
} from '../../flows/console/credentials.ts';
import { CodeBody, PasswordBody, ProofBody, TotpOffer } from '../schemas/console.ts';
import { errorResponse } from '../schemas/errors.ts';
import { HttpError } from '../server/errors.ts';
import { actorOf, consoleOperations, noSession, sessionOf, tooManyTries } from './access.ts';

const nameless = 'Only named operators have a password; create an operator first';
const isOn = 'Two-factor authentication is already on, or no password is set';
const notOffered = 'Request a secret first, with POST /console/v1/totp';
const operation = consoleOperations('Console', { 'on already': [409, isOn] });
const responses = {
  403: errorResponse('The password is wrong', { wrong: 'error: 403 - The password is wrong' }),
  409: errorResponse('The current state of the operator does not allow it', {
    nameless: `error: 409 - ${nameless}`,
    on: `error: 409 - ${isOn}`,
    offered: `error: 409 - ${notOffered}`,
  }),
};

export const credentialOperations = [
  operation({
    id: 'changePassword',
    post: '/password',
    summary: 'Set your password (extension)',
    description: 'Ends all your other sessions.',
    body: PasswordBody,
    answer: 'The password is set',
    responses,
    write: async (db, call) => {
      const { current, new: next } = call.body;
      const fault = passwordFault(next);
      if (fault !== undefined) throw new HttpError(400, `new ${fault}`);
      checkDone(await changeOwnPassword(db, ownOf(call), current, next));
    },
  }),
  operation({
    id: 'offerTotp',
    post: '/totp',
    summary: 'Create a secret for an authenticator app (extension)',
    description: 'Returns a secret. Two-factor authentication is on after a code was confirmed with PUT.',
    answer: [TotpOffer, 'The secret'],
    responses,
    write: async (db, call, { config }) => {
      const own = ownOf(call);
      const secret = await offerSecondFactor(db, own);
      if (typeof secret === 'string') return 'on already';
      return { secret: base32(secret), uri: totpUri(secret, config.serviceName, own.actor.name) };
    },
  }),
  operation({
    id: 'turnTotpOn',
    put: '/totp',
    summary: 'Turn on two-factor authentication (extension)',
    description: 'Confirms the secret with a code. Every sign-in with a password then requires a code.',
    body: CodeBody,
    answer: 'Two-factor authentication is on',
    responses,
    write: async (db, call) => {
      const problem = await confirmSecondFactor(db, ownOf(call), call.body.code);
      if (problem === 'wrong') throw new HttpError(400, 'code is wrong');
      checkDone(problem);
    },
  }),
  operation({
    id: 'turnTotpOff',
    delete: '/totp',
    summary: 'Turn off two-factor authentication (extension)',
    body: ProofBody,
    answer: 'Two-factor authentication is off',
    responses,
    write: async (db, call) => checkDone(await dropSecondFactor(db, ownOf(call), call.body.password)),
  }),
];

function ownOf(call: FastifyRequest): Own {
  const session = sessionOf(call);
  if (session.kind !== 'operator' || session.operatorId === undefined) throw new HttpError(409, nameless);
  return { operatorId: session.operatorId, sessionId: session.id, actor: actorOf(call) };
}

function checkDone(problem: OwnCredentialProblem | undefined): void {
  if (problem === undefined) return;
  if (typeof problem === 'object') throw tooManyTries(problem.waitSeconds);
  if (problem === 'gone') throw noSession();
  if (problem === 'wrong') throw new HttpError(403, 'The password is wrong');
  throw new HttpError(409, problem === 'on already' ? isOn : notOffered);
}
