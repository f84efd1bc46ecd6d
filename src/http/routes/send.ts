import type { FastifyInstance, FastifyRequest } from 'fastify';
import { previewSend } from '../../flows/preview.ts';
import type { Sending } from '../../flows/send.ts';
import type { Authentication } from '../auth.ts';
import { bodyLimit, whenBodyTurn } from '../bodies.ts';
import { refuseEncoded } from '../encoding.ts';
import { idempotencyErrors, sendErrors } from '../schemas/errors.ts';
import { answer } from '../schemas/messages.ts';
import { type SendRequests, sendPath } from '../send.ts';
import type { Serving } from '../serving.ts';

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

/** `SendRequests` holds the rules; these routes document them and serve requests that the fast path does not take. */
export function sendRoutes(
  scope: FastifyInstance,
  { reads }: Serving,
  sends: SendRequests,
  sending: Sending,
  auth: Authentication,
): void {
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) =>
    whenBodyTurn(request.principal.accountId, bytes as Buffer, () => done(null, bytes)),
  );
  const common = {
    bodyLimit,
    onRequest: [auth.read, refuseEncoded],
    // The body is not parsed yet; the schema is documentation.
    validatorCompiler: () => () => true,
  };

  scope.post(sendPath, {
    ...common,
    config: { codes: true },
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
    handler: async (request, reply) => {
      const { principal, id: requestId } = request;
      const began = performance.now() - reply.elapsedTime;
      const call = { request: request.raw, principal, began, requestId, isCounted: true };
      const { status, headers, body } = await sends.answer(call, takeBytes(request));
      return reply
        .code(status)
        .headers(headers)
        .header('content-type', 'application/json; charset=utf-8')
        .serializer(asItIs)
        .send(body);
    },
  });

  scope.post(`${sendPath}/preview`, {
    ...common,
    config: { codes: true, readOnly: true },
    schema: {
      operationId: 'previewMessages',
      summary: 'Preview a message (extension)',
      description: 'What a send request would do: text, encoding, segments and prices. Nothing is sent or charged.',
      tags: ['Messages'],
      body: { $ref: 'SendRequest#' },
      response: { 200: answer('Preview', 'What would be sent'), ...sendErrors },
    },
    handler: async (request, reply) => {
      const { principal } = request;
      const wanted = sends.read(principal, takeBytes(request), (headers) => void reply.headers(headers));
      return reads.run(principal.accountId, (db) => previewSend(db, sending, principal, wanted));
    },
  });
}

/** The response is JSON already. */
const asItIs = (answer: unknown): string => answer as string;

/** Drops the body from the request, so that it is not kept in memory while the request waits. */
function takeBytes(request: FastifyRequest): Buffer {
  const { body } = request;
  request.body = undefined;
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
