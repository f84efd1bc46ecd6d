import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { httpLimits } from '../../bounds/limits/http.ts';
import { issueAccountLink } from '../../flows/console/links.ts';
import type { Runtime } from '../../runtime.ts';
import { addressOf } from '../address.ts';
import type { Authentication } from '../auth.ts';
import { linkBody } from '../console/link-url.ts';
import { refuseEncoded } from '../encoding.ts';
import { HttpError } from '../errors.ts';
import { hourly } from '../rates.ts';
import { LinkBody, type LinkValues } from '../schemas/console.ts';
import { badBody, commonErrors, errorResponse } from '../schemas/errors.ts';
import { answer } from '../schemas/messages.ts';

const onlyKeys = 'A link is issued with an API key, or by the operator';

export function consoleLinkRoutes(app: FastifyInstance, { db, clock }: Runtime, auth: Authentication): void {
  app.post<{ Body: LinkValues }>('/v1/console/link', {
    onRequest: [auth.changes, refuseEncoded],
    preValidation: bodyOrNone,
    preHandler: hourly(clock, httpLimits.consoleLinks, 'links'),
    schema: {
      operationId: 'createConsoleLink',
      summary: 'A link that opens the console (extension)',
      description:
        'For one log-in, within ten minutes. The session sees what the account may see, and ends at the latest with the key that the link was made with.',
      tags: ['Console'],
      body: LinkBody,
      response: {
        201: answer('ConsoleLink', 'The link'),
        ...badBody,
        ...commonErrors,
        403: errorResponse('Not by a session', { session: `error: 403 - ${onlyKeys}` }),
      },
    },
    handler: async (request, reply) => {
      const { accountId, keyId, by } = request.principal;
      // Otherwise whoever has a session could make others that outlive it.
      if (by !== undefined) throw new HttpError(403, onlyKeys);
      const actor = { kind: 'api-key', id: keyId, name: 'API key', address: addressOf(request) } as const;
      const link = await issueAccountLink(db, actor, { accountId, keyId, name: request.body.name });
      return reply.code(201).header('cache-control', 'no-store').send(linkBody(request, link!));
    },
  });
}

/** It may be called without any body. */
export function bodyOrNone(request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
  request.body ??= {};
  done();
}
