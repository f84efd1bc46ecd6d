import type { FastifyRequest } from 'fastify';
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
import { CodeBody, PasswordBody, ProofBody, TotpOffer } from '../schemas/console.ts';
import { errorResponse } from '../schemas/errors.ts';
import { noSession } from './access.ts';
import { actorOf, sessionOf } from './guard.ts';
import { consoleOperations } from './operation.ts';
import { tooManyTries } from './session.ts';

const nameless = 'Only operators with a name have a password; create one first';
const isOn = 'Codes are asked for already, or there is no password yet';
const notOffered = 'Ask for a secret first';
const operation = consoleOperations('Console', { 'on already': [409, isOn] });
const responses = {
  403: errorResponse('The password is wrong', { wrong: 'error: 403 - The password is wrong' }),
  409: errorResponse('It is not possible as things are', {
    nameless: `error: 409 - ${nameless}`,
    on: `error: 409 - ${isOn}`,
    offered: `error: 409 - ${notOffered}`,
  }),
};

/** An operator's own password and second factor. */
export const credentialOperations = [
  operation({
    id: 'changePassword',
    post: '/password',
    summary: 'Set your own password (extension)',
    description: 'All your other sessions end.',
    body: PasswordBody,
    answer: 'It counts from now on',
    responses,
    write: async (db, call) => {
      const { current, new: wanted } = call.body;
      const fault = passwordFault(wanted);
      if (fault !== undefined) throw new HttpError(400, `new ${fault}`);
      checkDone(await changeOwnPassword(db, ownOf(call), current, wanted));
    },
  }),
  operation({
    id: 'offerTotp',
    post: '/totp',
    summary: 'A secret for an authenticator app (extension)',
    description: 'Codes are asked for once one was given with PUT.',
    answer: [TotpOffer, 'Scan it now'],
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
    summary: 'Ask for codes from now on (extension)',
    body: CodeBody,
    answer: 'Every log-in by password asks for a code',
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
    summary: 'Ask for no codes any more (extension)',
    body: ProofBody,
    answer: 'The password is enough',
    responses,
    write: async (db, call) => checkDone(await dropSecondFactor(db, ownOf(call), call.body.password)),
  }),
];

function ownOf(call: FastifyRequest): Own {
  const session = sessionOf(call);
  if (session.kind !== 'operator' || session.operatorId === undefined) throw new HttpError(409, nameless);
  return { operatorId: session.operatorId, sessionId: session.id, actor: actorOf(call) };
}

function checkDone(problem: Problem | undefined): void {
  if (problem === undefined) return;
  if (typeof problem === 'object') throw tooManyTries(problem.waitSeconds);
  if (problem === 'gone') throw noSession();
  if (problem === 'wrong') throw new HttpError(403, 'The password is wrong');
  throw new HttpError(409, problem === 'on already' ? isOn : notOffered);
}
