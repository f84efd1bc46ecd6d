import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { Refusal } from '../../domain/errors.ts';
import { type GivenRequest, type SendRequest, withoutNulls } from '../../domain/message/send.ts';
import { previewSend } from '../../flows/preview.ts';
import type { Sending } from '../../flows/send.ts';
import { type Authentication, weighing } from '../auth.ts';
import { bodyLimit } from '../bodies.ts';
import { refuseEncoded } from '../encoding.ts';
import { idempotencyKey } from '../idempotency-key.ts';
import type { KeyLimits } from '../limits.ts';
import { idempotencyErrors, sendErrors } from '../schemas/errors.ts';
import { answer, type SendBody } from '../schemas/messages.ts';
import type { Serving } from '../serving.ts';
import { cutDestinations, shapeRefusal } from '../shape.ts';
import { traceSend } from '../traced.ts';

type Send = FastifyRequest<{ Body: SendBody }>;

export const idempotencyHeader = {
  type: 'object',
  properties: {
    'idempotency-key': {
      type: 'string',
      description:
        'Extension. A request repeated with the same key within 24 hours gets the first answer and sends nothing again.',
    },
  },
};

export const replayedHeader = {
  'Idempotent-Replayed': {
    type: 'string',
    const: 'true',
    description: 'This is the stored answer to the first request',
  },
};

export function sendRoutes(
  app: FastifyInstance,
  runtime: Serving,
  sending: Sending,
  auth: Authentication,
  limits: KeyLimits,
): void {
  const { config, metrics, reads } = runtime;
  const cut = ({ body }: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction) => {
    cutDestinations(body, config.maxRecipients);
    done();
  };
  const preValidation = [weighing(limits, config.maxRecipients), cut];

  app.post<{ Body: SendBody }>('/v1/sms/messages', {
    bodyLimit,
    config: { codes: true },
    attachValidation: true,
    onRequest: [auth.looks, refuseEncoded],
    preValidation,
    schema: {
      operationId: 'sendMessages',
      summary: 'Send an SMS',
      description:
        'To one or more recipients, now or at a scheduled time. All or nothing: either every recipient gets a message, or none.',
      tags: ['Messages'],
      headers: idempotencyHeader,
      body: { $ref: 'SendRequest#' },
      response: {
        202: answer('SendResponse', 'Accepted, and on disk', replayedHeader),
        ...sendErrors,
        ...idempotencyErrors,
      },
    },
    errorHandler: countRefusals,
    handler: send,
  });

  app.post<{ Body: SendBody }>('/v1/sms/messages/preview', {
    bodyLimit,
    config: { codes: true, onlyLooks: true },
    attachValidation: true,
    onRequest: [auth.looks, refuseEncoded],
    preValidation,
    schema: {
      operationId: 'previewMessages',
      summary: 'Preview a message (extension)',
      description: 'What a send request would do: text, encoding, segments and prices. Nothing is sent or charged.',
      tags: ['Messages'],
      body: { $ref: 'SendRequest#' },
      response: { 200: answer('Preview', 'What would be sent'), ...sendErrors },
    },
    handler: preview,
  });

  async function send(request: Send, reply: FastifyReply): Promise<FastifyReply> {
    const began = performance.now() - reply.elapsedTime;
    const key = idempotencyKey(request);
    const sent = await sending.send(request.principal, requestIn(request), key, { requestId: request.id });
    if (sent.replayed) void reply.header('idempotent-replayed', 'true');
    else traceSend(runtime, request.raw, { began, requestId: request.id }, sent.answer);
    return reply
      .code(202)
      .header('content-type', 'application/json; charset=utf-8')
      .serializer(asItIs)
      .send(sent.answer);
  }

  async function preview(request: Send) {
    const { principal } = request;
    const wanted = requestIn(request);
    return reads.run(principal.accountId, (db) => previewSend(db, sending, principal, wanted));
  }

  function countRefusals(error: Error): never {
    if (error instanceof Refusal) metrics.refused.inc({ code: error.code });
    throw error;
  }
}

/** The answer is JSON already. */
const asItIs = (answer: unknown): string => answer as string;

function requestIn({ body, validationError }: Send): SendRequest {
  const errors = validationError?.validation;
  const refusal = errors && shapeRefusal(errors, body);
  if (refusal) throw refusal;
  return withoutNulls(body as GivenRequest);
}
