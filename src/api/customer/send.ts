import type { FastifyInstance, FastifyRequest } from 'fastify';
import { previewSend } from '../../flows/sending/preview.ts';
import type { Sending } from '../../flows/sending/send.ts';
import { idempotencyErrors, sendErrors } from '../schemas/errors.ts';
import { answer } from '../schemas/messages.ts';
import { bodyLimit, refuseEncoded, whenBodyTurn } from '../server/bodies.ts';
import type { Serving } from '../server/serving.ts';
import type { Authentication } from './auth.ts';
import { type SendRequests, sendPath } from './send-requests.ts';

export const idempotencyHeader = {
  type: 'object',
  properties: {
    'idempotency-key': {
      type: 'string',
      description:
        'Extension. A request repeated with the same key within 24 hours returns the first response and sends nothing again.',
    },
  },
};

export const replayedHeader = {
  'Idempotent-Replayed': {
    type: 'string',
    const: 'true',
    description: 'The response is the stored one of the first request',
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
        'Sends a text to one or more recipients, immediately or at a scheduled time, and returns one message id per recipient. The request ' +
        'is accepted for all recipients or for none.',
      tags: ['Messages'],
      headers: idempotencyHeader,
      body: { $ref: 'SendRequest#' },
      response: {
        202: answer('SendResponse', 'Accepted and stored durably', replayedHeader),
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
      description:
        'Returns the text, encoding, segments and prices that a send request would have. Nothing is sent or charged.',
      tags: ['Messages'],
      body: { $ref: 'SendRequest#' },
      response: { 200: answer('Preview', 'The preview'), ...sendErrors },
    },
    handler: async (request, reply) => {
      const { principal } = request;
      const sendRequest = sends.read(principal, takeBytes(request), (headers) => void reply.headers(headers));
      return reads.run(principal.accountId, (db) => previewSend(db, sending, principal, sendRequest));
    },
  });
}

const asItIs = (answer: unknown): string => answer as string;

function takeBytes(request: FastifyRequest): Buffer {
  const { body } = request;
  request.body = undefined;
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
