import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from '../../base/type.ts';
import { version } from '../../base/version.ts';
import { networkOf } from '../../bounds/network.ts';
import type { Db } from '../../database/db.ts';
import { type LogIn, type LogInInput, LogIns } from '../../flows/console/log-in.ts';
import { endSession, type SignedInSession, type SignedInSessions } from '../../flows/console/sessions.ts';
import { findSimulator } from '../../store/carrier/carriers.ts';
import { findOperator } from '../../store/console/operators.ts';
import { listSessions, type SessionRow } from '../../store/console/sessions.ts';
import { addOperations } from '../operation/operation.ts';
import { bodyOf } from '../operation/row-body.ts';
import { nameOf } from '../operator/auth.ts';
import { ConsoleSession, ConsoleSessionList, consoleErrors, LogInBody, OpenSession } from '../schemas/console.ts';
import { errorResponse } from '../schemas/errors.ts';
import { answer } from '../schemas/messages.ts';
import { refuseEncoded } from '../server/bodies.ts';
import { HttpError } from '../server/errors.ts';
import { clientAddress } from '../server/requests.ts';
import type { Serving } from '../server/serving.ts';
import {
  actorOf,
  consoleGuard,
  consoleOperations,
  type Guard,
  noCookie,
  otherSite,
  sessionCookie,
  sessionOf,
  sessionSecret,
  tooManyTries,
} from './access.ts';
import { credentialOperations } from './credentials.ts';
import { demoKeyOperations } from './demo-key.ts';

const operation = consoleOperations('Console');
const longestUserAgent = 300;

function sessionRoutes(app: FastifyInstance, runtime: Serving, sessions: SignedInSessions, guard: Guard): void {
  const logIns = new LogIns(runtime);
  app.post<{ Body: Static<typeof LogInBody> }>('/session', {
    onRequest: (request, _reply, done) => {
      const { 'sec-fetch-site': site } = request.headers;
      done(site === undefined || site === 'same-origin' ? undefined : otherSite());
    },
    schema: {
      operationId: 'logIn',
      summary: 'Sign in to the console (extension)',
      description: `Signs in with a sign-in link, with the operator token, or with name, password and, if two-factor authentication is on, a code.
Returns the session and sets its cookie. The session ends after 12 hours without use, and 7 days after the sign-in.`,
      tags: ['Console'],
      security: [],
      body: LogInBody,
      response: {
        200: answer('ConsoleSession', 'The session', { 'Set-Cookie': { type: 'string' } }),
        ...consoleErrors,
        401: errorResponse(
          'The credentials are wrong; the header hermod-totp: required means that only the code is missing',
          {
            link: 'error: 401 - The link is not valid any more',
            token: 'error: 401 - The operator token is not valid',
            password: 'error: 401 - Name, password or code is wrong',
            totp: 'error: 401 - The code of your authenticator app is missing',
          },
          { 'hermod-totp': { type: 'string', const: 'required' } },
        ),
      },
    },
    handler: async (request, reply) => {
      const given = givenBy(request.body);
      const outcome = await logIns.logIn(given, clientOf(request));
      if (outcome.kind !== 'in') throw refusal(outcome, given);
      void reply.header('set-cookie', sessionCookie(request, outcome.secret));
      const { session } = outcome;
      return runtime.reads.run(session.owner, (db) => toBody(db, runtime, session));
    },
  });

  addOperations(
    app,
    runtime,
    [
      operation({
        id: 'getSession',
        get: '/session',
        summary: 'Retrieve the session (extension)',
        answer: [ConsoleSession, 'The session of the cookie'],
        read: (db, call, serving) => toBody(db, serving, sessionOf(call)),
      }),
      operation({
        id: 'logOut',
        delete: '/session',
        summary: 'Sign out (extension)',
        answer: 'The session has ended',
        isWrite: true,
        handle: async (call, reply, { db }) => {
          await endSession(db, actorOf(call), sessionOf(call).id, undefined, 'console logout');
          sessions.forget(sessionSecret(call) ?? '');
          return reply.code(204).header('set-cookie', noCookie(call)).send();
        },
      }),
    ],
    () => ({ onRequest: guard }),
  );
}

async function toBody(db: Db, { config }: Serving, session: SignedInSession) {
  const { id: sessionId, kind, name, expiresAt } = session;
  return {
    ...{ sessionId, kind, name },
    ...(session.kind === 'operator'
      ? { role: session.role, grants: [...session.grants] }
      : { accountId: session.accountId, accountName: session.accountName, currency: session.currency }),
    ...(session.kind === 'operator' && session.operatorId !== undefined ? await own(db, session.operatorId) : {}),
    expiresAt,
    service: {
      name: config.serviceName,
      version,
      simulator: (await findSimulator(db)) !== undefined,
      senderApproval: config.senderApproval as 'auto' | 'manual',
      emailAddress: config.emailAddress,
      smtp: config.smtpPort !== 0,
      demo: config.demo,
    },
  };
}

async function own(db: Db, operatorId: string) {
  const found = await findOperator(db, operatorId);
  return found === undefined ? {} : { hasPassword: found.has_password, hasTotp: found.has_totp };
}

function givenBy({ link, token, name, password, totp }: Static<typeof LogInBody>): LogInInput {
  const ways = [link, token, password].filter((way) => way !== undefined).length;
  if (ways === 1 && link !== undefined) return { link };
  if (ways === 1 && token !== undefined) return { token };
  if (ways === 1 && name !== undefined && password !== undefined) return { name, password, totp };
  throw new HttpError(400, 'Send link, or token, or name and password');
}

function clientOf(request: FastifyRequest) {
  const address = clientAddress(request);
  const userAgent = (request.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '?').slice(0, longestUserAgent);
  return { name: nameOf(request), address, network: networkOf(address), userAgent };
}

function refusal(outcome: Exclude<LogIn, { kind: 'in' }>, given: LogInInput): HttpError {
  switch (outcome.kind) {
    case 'wait':
      return tooManyTries(outcome.seconds);
    case 'code missing':
      return new HttpError(401, 'The code of your authenticator app is missing', { 'hermod-totp': 'required' });
    case 'refused':
      if ('link' in given) return new HttpError(401, 'The link is not valid any more');
      return new HttpError(
        401,
        'token' in given ? 'The operator token is not valid' : 'Name, password or code is wrong',
      );
  }
}

const sessionListOperations = [
  operation({
    id: 'listSessions',
    get: '/sessions',
    summary: 'List open sessions (extension)',
    description:
      'Returns open sessions, newest first, at most 1000: for an admin all of them, otherwise your own or those of your account.',
    answer: [ConsoleSessionList, 'The open sessions'],
    read: async (db, call) => {
      const session = sessionOf(call);
      const rows = await listSessions(db, ownerFor(session));
      return { sessions: rows.map((row) => toOpenSession(row, session.id)) };
    },
  }),
  operation({
    id: 'endSession',
    delete: '/sessions/:sessionId',
    summary: 'End a session (extension)',
    description: 'Takes effect in all processes within two seconds.',
    answer: 'Ended',
    unknown: 'session',
    write: (db, call) => {
      const owner = ownerFor(sessionOf(call));
      return endSession(db, actorOf(call), call.params.sessionId, owner, 'session revoke');
    },
  }),
];

function ownerFor(session: SignedInSession): string | undefined {
  return session.kind === 'operator' && session.role === 'admin' ? undefined : session.owner;
}

function toOpenSession(row: SessionRow, current: string) {
  return bodyOf(OpenSession, row, {
    sessionId: row.id,
    kind: row.account_id === null ? 'operator' : 'account',
    current: row.id === current,
  });
}

/** Everything under /console/v1: sign-in and sign-out, sessions and credentials. Responses must not be cached. */
export async function consoleApi(app: FastifyInstance, runtime: Serving, sessions: SignedInSessions): Promise<void> {
  const guard = consoleGuard(sessions);
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', (_request, reply, done) => {
        void reply.header('cache-control', 'no-store');
        done();
      });
      scope.addHook('onRequest', refuseEncoded);
      sessionRoutes(scope, runtime, sessions, guard);
      addOperations(scope, runtime, [...sessionListOperations, ...credentialOperations, ...demoKeyOperations], () => ({
        onRequest: guard,
      }));
    },
    { prefix: '/console/v1' },
  );
}
