import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { triesPerCode } from '../../domain/verify/limits.ts';
import { usualLanguage } from '../../domain/verify/texts.ts';
import type { Sending } from '../../flows/send.ts';
import { startVerification } from '../../flows/verify.ts';
import { checkVerification } from '../../flows/verify-check.ts';
import { VerifyRefused, type VerifyRequest } from '../../flows/verify-reserve.ts';
import type { Runtime } from '../../runtime.ts';
import type { Authentication } from '../auth.ts';
import { checkBody } from '../body.ts';
import { refuseEncoded } from '../encoding.ts';
import { HttpError } from '../errors.ts';
import { idempotencyKey } from '../idempotency-key.ts';
import { checkErrors, commonErrors, idempotencyErrors, startErrors } from '../schemas/errors.ts';
import { answer } from '../schemas/messages.ts';
import {
  checkRules,
  lengths,
  lifetimes,
  startRules,
  type VerifyCheckBody,
  type VerifyStartBody,
} from '../schemas/verify.ts';
import { idempotencyHeader, replayedHeader } from './send.ts';

const tags = ['Verification'];

export function verifyRoutes(app: FastifyInstance, runtime: Runtime, sending: Sending, auth: Authentication): void {
  app.post<{ Body: VerifyStartBody }>('/v1/verify', {
    config: { codes: true },
    onRequest: [auth.changes, refuseEncoded],
    attachValidation: true,
    schema: {
      operationId: 'startVerification',
      summary: 'Send a verification code (extension)',
      description:
        'By SMS, at the usual price. Asked for again, a new code is sent, and the one before it no longer counts. How many may be sent ' +
        'to a number, to numbers near it and by the account is bounded; where hardly any code is confirmed, none is sent for a while.',
      tags,
      headers: idempotencyHeader,
      body: { $ref: 'VerifyStart#' },
      response: {
        202: answer('VerifyStarted', 'Accepted, and on disk', replayedHeader),
        ...startErrors,
        ...idempotencyErrors,
      },
    },
    handler: start,
  });

  app.post<{ Body: VerifyCheckBody }>('/v1/verify/check', {
    onRequest: [auth.changes, refuseEncoded],
    attachValidation: true,
    schema: {
      operationId: 'checkVerification',
      summary: 'Check a verification code (extension)',
      description:
        `A code is approved once, and has ${triesPerCode} tries. Whatever else is the matter (a wrong code, one that has ended, was used ` +
        'or replaced, no try left, an id or a number that nothing was sent to) is one and the same answer, 422.',
      tags,
      body: { $ref: 'VerifyCheck#' },
      response: { 200: answer('VerifyApproved', 'The code is right'), ...checkErrors, ...commonErrors },
    },
    handler: check,
  });

  async function start(request: FastifyRequest<{ Body: VerifyStartBody }>, reply: FastifyReply) {
    checkBody(request, startRules);
    const key = idempotencyKey(request);
    const wanted = requestIn(request.body);
    const options = { key, requestId: request.id };
    const started = await startVerification(runtime, sending, request.principal, wanted, options).catch(refused);
    if (started.replayed) void reply.header('idempotent-replayed', 'true');
    const { id, to, expiresAt, messageId } = started;
    return reply.code(202).send({ id, to, status: 'pending', expiresAt: expiresAt.toISOString(), messageId });
  }

  async function check(request: FastifyRequest<{ Body: VerifyCheckBody }>) {
    checkBody(request, checkRules);
    const { id, to: number, code } = request.body;
    if ((id === undefined) === (number === undefined)) throw new HttpError(400, 'Give either id or to');
    const { accountId } = request.principal;
    const approved = await checkVerification(runtime, { accountId, id, number }, code);
    if (approved === undefined) throw new HttpError(422, 'The code is not right, or does not count any more');
    return { id: approved, status: 'approved' };
  }
}

function requestIn(body: VerifyStartBody): VerifyRequest {
  const { to, sender, language = usualLanguage, service, appHash, domain } = body;
  if (appHash !== undefined && domain !== undefined) throw new HttpError(400, 'Give appHash or domain, not both');
  const { length = lengths.usual, lifetimeSeconds = lifetimes.usual } = body;
  return { to, sender, language, service, length, lifetimeSeconds, appHash, domain };
}

/** In the words of the API. */
function refused(error: unknown): never {
  if (!(error instanceof VerifyRefused)) throw error;
  const { kind, seconds } = error;
  const later = { 'retry-after': `${seconds}` };
  switch (kind) {
    case 'no text':
      throw new HttpError(400, 'There is no text in this language; set one with PUT /v1/verify/templates/{language}');
    case 'too many':
      throw new HttpError(429, `Too many codes were sent; try again in ${seconds} s`, later);
    case 'blocked':
      throw new HttpError(429, `No codes are sent to such numbers for now; try again in ${seconds} s`, later);
  }
}
