import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import {
  changeKey,
  type IssuedKey,
  issueKey,
  type KeyProblem,
  type KeyRequest,
  revokeKey,
  rotateKey,
} from '../../flows/issued-keys.ts';
import { findAccountDetails } from '../../store/account/account-details.ts';
import { findKeyDetails, type KeyDetails, listKeyDetails } from '../../store/account/key-details.ts';
import { HttpError } from '../errors.ts';
import { pageOf, pageOfRows, timeOrNull } from '../paging.ts';
import { answer } from '../schemas/messages.ts';
import { operatorShare, type Serving } from '../serving.ts';
import { conflict, notFound, operatorErrors } from './errors.ts';
import { AccountPath, type AccountPathValues } from './schemas/accounts.ts';
import {
  type KeyBody,
  KeyChange,
  type KeyFieldValues,
  type KeyIssuedBody,
  KeyPaging,
  KeyPath,
  type KeyPathValues,
  KeyQuery,
  type KeyQueryValues,
  KeyRotation,
  type KeyRotationValues,
  NewKey,
} from './schemas/keys.ts';

const tags = ['Keys'];
const dayInSeconds = 86_400;
const texts: Record<KeyProblem, [status: number, text: string]> = {
  'no account': [404, 'There is no such account'],
  'no key': [404, 'There is no such key'],
  past: [400, 'expiresAt must be in the future; to end a key now, revoke it'],
  expired: [409, 'The key has expired; issue a new one'],
  revoked: [409, 'The key is revoked; issue a new one'],
};

export function keyRoutes(app: FastifyInstance, runtime: Serving): void {
  lists(app, runtime);
  changes(app, runtime);
}

function lists(app: FastifyInstance, { reads }: Serving): void {
  app.get<{ Params: AccountPathValues; Querystring: KeyQueryValues }>('/accounts/:accountId/keys', {
    schema: {
      operationId: 'listAccountKeys',
      summary: 'List the keys of an account',
      tags,
      params: AccountPath,
      querystring: KeyPaging,
      response: { 200: answer('KeyPage', 'A page of keys'), ...notFound('account'), ...operatorErrors },
    },
    handler: ({ params, query }) =>
      reads.run(operatorShare, async (db) => {
        const page = pageOf(query);
        if ((await findAccountDetails(db, params.accountId)) === undefined) throw refusal('no account');
        const rows = await listKeyDetails(db, { ...params, ...page });
        return { keys: rows.map(toBody), ...pageOfRows(rows, page) };
      }),
  });

  app.get<{ Querystring: KeyQueryValues }>('/keys', {
    schema: {
      operationId: 'listKeys',
      summary: 'Find keys of all accounts',
      tags,
      querystring: KeyQuery,
      response: { 200: answer('KeyPage', 'A page of keys'), ...operatorErrors },
    },
    handler: ({ query }) =>
      reads.run(operatorShare, async (db) => {
        const page = pageOf(query);
        const rows = await listKeyDetails(db, { prefix: query.prefix?.toLowerCase(), ...page });
        return { keys: rows.map(toBody), ...pageOfRows(rows, page) };
      }),
  });

  app.get<{ Params: KeyPathValues }>('/keys/:keyId', {
    schema: {
      operationId: 'getKey',
      summary: 'Look up a key',
      tags,
      params: KeyPath,
      response: { 200: answer('KeyDetails', 'The key'), ...notFound('key'), ...operatorErrors },
    },
    handler: ({ params }) =>
      reads.run(operatorShare, async (db) => toBody(granted((await findKeyDetails(db, params.keyId)) ?? 'no key'))),
  });
}

function changes(app: FastifyInstance, { db }: Serving): void {
  app.post<{ Params: AccountPathValues; Body: KeyFieldValues }>('/accounts/:accountId/keys', {
    schema: {
      operationId: 'issueKey',
      summary: 'Issue a key',
      description: 'The key is in this answer and nowhere else: only its hash is kept.',
      tags,
      params: AccountPath,
      body: NewKey,
      response: { 201: answer('KeyIssued', 'The new key'), ...notFound('account'), ...operatorErrors },
    },
    preValidation: bodyOrNone,
    handler: async ({ actor, params, body }, reply) =>
      reply.code(201).send(toIssued(granted(await issueKey(db, actor, params.accountId, toRequest(body))))),
  });

  app.patch<{ Params: KeyPathValues; Body: KeyFieldValues }>('/keys/:keyId', {
    schema: {
      operationId: 'changeKey',
      summary: 'Change a key',
      description: 'What is left out stays. An expired key may be given more time, a revoked one is over.',
      tags,
      params: KeyPath,
      body: KeyChange,
      response: {
        200: answer('KeyDetails', 'The key as it is now'),
        ...notFound('key'),
        ...conflict('The key is revoked', texts.revoked[1]),
        ...operatorErrors,
      },
    },
    handler: async ({ actor, params, body }) =>
      toBody(granted(await changeKey(db, actor, params.keyId, toRequest(body)))),
  });

  app.post<{ Params: KeyPathValues; Body: KeyRotationValues }>('/keys/:keyId/rotate', {
    schema: {
      operationId: 'rotateKey',
      summary: 'Replace a key by a new one',
      description: 'Both work until the overlap is over. The new one has the label and the addresses of the old.',
      tags,
      params: KeyPath,
      body: KeyRotation,
      response: {
        201: answer('KeyIssued', 'The new key'),
        ...notFound('key'),
        ...conflict('The key has expired or is revoked', texts.revoked[1]),
        ...operatorErrors,
      },
    },
    preValidation: bodyOrNone,
    handler: async ({ actor, params, body }, reply) => {
      const overlapSeconds = body.overlapSeconds ?? dayInSeconds;
      return reply.code(201).send(toIssued(granted(await rotateKey(db, actor, params.keyId, overlapSeconds))));
    },
  });

  app.post<{ Params: KeyPathValues }>('/keys/:keyId/revoke', {
    schema: {
      operationId: 'revokeKey',
      summary: 'Revoke a key',
      description: 'Nothing is sent with it from this moment on; every other request ends within two seconds.',
      tags,
      params: KeyPath,
      response: { 200: answer('KeyDetails', 'The key as it is now'), ...notFound('key'), ...operatorErrors },
    },
    handler: async ({ actor, params }) => toBody(granted(await revokeKey(db, actor, params.keyId))),
  });
}

/** These may be called without any body. */
function bodyOrNone(request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
  request.body ??= {};
  done();
}

function toRequest({ expiresAt, ...rest }: KeyFieldValues): KeyRequest {
  return { ...rest, expiresAt: timeOrNull('expiresAt', expiresAt) };
}

function refusal(problem: KeyProblem): HttpError {
  return new HttpError(...texts[problem]);
}

function granted<T extends object>(outcome: T | KeyProblem): T {
  if (typeof outcome === 'string') throw refusal(outcome);
  return outcome;
}

function toIssued({ key, details }: IssuedKey): KeyIssuedBody {
  return { key, ...toBody(details) };
}

function toBody(key: KeyDetails): KeyBody {
  return {
    keyId: key.id,
    accountId: key.account_id,
    prefix: key.prefix,
    label: key.label,
    allowedEmails: key.allowed_emails,
    createdAt: key.created_at.toISOString(),
    lastUsedAt: key.last_used_at?.toISOString() ?? null,
    expiresAt: key.expires_at?.toISOString() ?? null,
    revokedAt: key.revoked_at?.toISOString() ?? null,
    status: key.status,
  };
}
