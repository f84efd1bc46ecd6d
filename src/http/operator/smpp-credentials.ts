import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { Problem } from '../../base/problem.ts';
import { ranges, value } from '../../config/setting.ts';
import { isCountry } from '../../domain/phone/phone.ts';
import {
  type CredentialProblem,
  type CredentialRequest,
  changeCredential,
  type IssuedCredential,
  issueCredential,
  revokeCredential,
  rotateCredential,
} from '../../flows/smpp/credentials.ts';
import { findAccountDetails } from '../../store/account/account-details.ts';
import { type CredentialDetails, findCredentialDetails, listCredentialDetails } from '../../store/smpp/credentials.ts';
import { HttpError } from '../errors.ts';
import { pageOf, pageOfRows, timeOrNull } from '../paging.ts';
import { answer } from '../schemas/messages.ts';
import { operatorShare, type Serving } from '../serving.ts';
import { conflict, notFound, operatorErrors } from './errors.ts';
import { AccountPath, type AccountPathValues } from './schemas/accounts.ts';
import { KeyRotation, type KeyRotationValues } from './schemas/keys.ts';
import {
  NewSmppCredential,
  type NewSmppCredentialValues,
  type SmppCredentialBody,
  SmppCredentialChange,
  type SmppCredentialChangeValues,
  type SmppCredentialIssuedBody,
  SmppCredentialPaging,
  SmppCredentialPath,
  type SmppCredentialPathValues,
  SmppCredentialQuery,
  type SmppCredentialQueryValues,
} from './schemas/smpp-credentials.ts';

const tags = ['SMPP'];
const dayInSeconds = 86_400;
const texts: Record<CredentialProblem, [status: number, text: string]> = {
  'no account': [404, 'There is no such account'],
  'no credential': [404, 'There is no such credential'],
  taken: [409, 'This systemId is taken, or was once; choose another one'],
  past: [400, 'expiresAt must be in the future; to end a credential now, revoke it'],
  expired: [409, 'The credential has expired; give it more time, or issue a new one'],
  revoked: [409, 'The credential is revoked; issue a new one'],
};

export function smppCredentialRoutes(app: FastifyInstance, runtime: Serving): void {
  lists(app, runtime);
  issues(app, runtime);
  ends(app, runtime);
}

function lists(app: FastifyInstance, { reads }: Serving): void {
  app.get<{ Params: AccountPathValues; Querystring: SmppCredentialQueryValues }>(
    '/accounts/:accountId/smpp-credentials',
    {
      schema: {
        operationId: 'listAccountSmppCredentials',
        summary: 'List the SMPP credentials of an account',
        tags,
        params: AccountPath,
        querystring: SmppCredentialPaging,
        response: {
          200: answer('SmppCredentialPage', 'A page of credentials'),
          ...notFound('account'),
          ...operatorErrors,
        },
      },
      handler: ({ params, query }) =>
        reads.run(operatorShare, async (db) => {
          const page = pageOf(query);
          if ((await findAccountDetails(db, params.accountId)) === undefined) throw refusal('no account');
          const rows = await listCredentialDetails(db, { ...params, ...page });
          return { smppCredentials: rows.map(toBody), ...pageOfRows(rows, page) };
        }),
    },
  );

  app.get<{ Querystring: SmppCredentialQueryValues }>('/smpp-credentials', {
    schema: {
      operationId: 'listSmppCredentials',
      summary: 'Find SMPP credentials of all accounts',
      tags,
      querystring: SmppCredentialQuery,
      response: { 200: answer('SmppCredentialPage', 'A page of credentials'), ...operatorErrors },
    },
    handler: ({ query }) =>
      reads.run(operatorShare, async (db) => {
        const page = pageOf(query);
        const rows = await listCredentialDetails(db, { systemId: query.systemId, ...page });
        return { smppCredentials: rows.map(toBody), ...pageOfRows(rows, page) };
      }),
  });

  app.get<{ Params: SmppCredentialPathValues }>('/smpp-credentials/:credentialId', {
    schema: {
      operationId: 'getSmppCredential',
      summary: 'Look up an SMPP credential',
      tags,
      params: SmppCredentialPath,
      response: { 200: answer('SmppCredential', 'The credential'), ...notFound('credential'), ...operatorErrors },
    },
    handler: ({ params }) =>
      reads.run(operatorShare, async (db) =>
        toBody(granted((await findCredentialDetails(db, params.credentialId)) ?? 'no credential')),
      ),
  });
}

function issues(app: FastifyInstance, { db }: Serving): void {
  app.post<{ Params: AccountPathValues; Body: NewSmppCredentialValues }>('/accounts/:accountId/smpp-credentials', {
    schema: {
      operationId: 'issueSmppCredential',
      summary: 'Issue an SMPP credential',
      description: 'The password is in this answer and nowhere else: only its hash is kept.',
      tags,
      params: AccountPath,
      body: NewSmppCredential,
      response: {
        201: answer('SmppCredentialIssued', 'The new credential'),
        ...notFound('account'),
        ...conflict('The systemId is taken', texts.taken[1]),
        ...operatorErrors,
      },
    },
    preValidation: bodyOrNone,
    handler: async ({ actor, params, body }, reply) =>
      reply.code(201).send(toIssued(granted(await issueCredential(db, actor, params.accountId, toRequest(body))))),
  });

  app.patch<{ Params: SmppCredentialPathValues; Body: SmppCredentialChangeValues }>('/smpp-credentials/:credentialId', {
    schema: {
      operationId: 'changeSmppCredential',
      summary: 'Change an SMPP credential',
      description: 'What is left out stays. What is bound follows within two seconds.',
      tags,
      params: SmppCredentialPath,
      body: SmppCredentialChange,
      response: {
        200: answer('SmppCredential', 'The credential as it is now'),
        ...notFound('credential'),
        ...conflict('The credential is revoked', texts.revoked[1]),
        ...operatorErrors,
      },
    },
    handler: async ({ actor, params, body }) =>
      toBody(granted(await changeCredential(db, actor, params.credentialId, toRequest(body)))),
  });
}

function ends(app: FastifyInstance, { db }: Serving): void {
  app.post<{ Params: SmppCredentialPathValues; Body: KeyRotationValues }>('/smpp-credentials/:credentialId/rotate', {
    schema: {
      operationId: 'rotateSmppCredential',
      summary: 'Give an SMPP credential another password',
      description: 'Both count until the overlap is over; what is bound with the old one is unbound then.',
      tags,
      params: SmppCredentialPath,
      body: KeyRotation,
      response: {
        200: answer('SmppCredentialIssued', 'The credential with its new password'),
        ...notFound('credential'),
        ...conflict('The credential has expired or is revoked', texts.revoked[1]),
        ...operatorErrors,
      },
    },
    preValidation: bodyOrNone,
    handler: async ({ actor, params, body }) =>
      toIssued(granted(await rotateCredential(db, actor, params.credentialId, body.overlapSeconds ?? dayInSeconds))),
  });

  app.post<{ Params: SmppCredentialPathValues }>('/smpp-credentials/:credentialId/revoke', {
    schema: {
      operationId: 'revokeSmppCredential',
      summary: 'Revoke an SMPP credential',
      description: 'Nothing is sent with it from this moment on; what is bound with it is unbound within two seconds.',
      tags,
      params: SmppCredentialPath,
      response: {
        200: answer('SmppCredential', 'The credential as it is now'),
        ...notFound('credential'),
        ...operatorErrors,
      },
    },
    handler: async ({ actor, params }) => toBody(granted(await revokeCredential(db, actor, params.credentialId))),
  });
}

/** These may be called without any body. */
function bodyOrNone(request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
  request.body ??= {};
  done();
}

function toRequest({ expiresAt, allowedRanges, ...rest }: NewSmppCredentialValues): CredentialRequest {
  if (rest.country != null && !isCountry(rest.country))
    throw new HttpError(400, 'country is not one that has phone numbers');
  return {
    ...rest,
    ...(allowedRanges !== undefined && { allowedRanges: readRanges(allowedRanges) }),
    expiresAt: timeOrNull('expiresAt', expiresAt),
  };
}

/** As settings have them: a lone address is a range of one. */
function readRanges(given: readonly string[]): string[] {
  if (given.length === 0) return [];
  try {
    const setting = { name: 'allowedRanges', fallback: undefined, help: '', parse: ranges };
    return [...new Set(given.flatMap((each) => value(setting, each)))];
  } catch (error) {
    if (error instanceof Problem) throw new HttpError(400, error.message);
    throw error;
  }
}

function refusal(problem: CredentialProblem): HttpError {
  return new HttpError(...texts[problem]);
}

function granted<T extends object>(outcome: T | CredentialProblem): T {
  if (typeof outcome === 'string') throw refusal(outcome);
  return outcome;
}

function toIssued({ password, details }: IssuedCredential): SmppCredentialIssuedBody {
  return { password, ...toBody(details) };
}

function toBody(credential: CredentialDetails): SmppCredentialBody {
  return {
    credentialId: credential.id,
    accountId: credential.account_id,
    systemId: credential.system_id,
    label: credential.label,
    allowedRanges: credential.allowed_ranges,
    maxBinds: credential.max_binds,
    window: credential.send_window,
    rate: credential.rate,
    alphabet: credential.alphabet,
    longInbound: credential.long_inbound,
    receiptBinds: credential.receipt_binds,
    latin1Warning: warningOf(credential),
    country: credential.country,
    createdAt: credential.created_at.toISOString(),
    lastUsedAt: credential.last_used_at?.toISOString() ?? null,
    expiresAt: credential.expires_at?.toISOString() ?? null,
    revokedAt: credential.revoked_at?.toISOString() ?? null,
    previousUntil: credential.previous_until?.toISOString() ?? null,
    status: credential.status,
  };
}

function warningOf({ latin1_texts: texts, latin1_at: at }: CredentialDetails): SmppCredentialBody['latin1Warning'] {
  return texts === null || at === null ? null : { texts, lastAt: at.toISOString() };
}
