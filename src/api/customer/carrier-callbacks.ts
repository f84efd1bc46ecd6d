import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Limiter } from '../../bounds/limiter.ts';
import { httpLimits } from '../../bounds/limits/http.ts';
import { isUuid } from '../../domain/uuid.ts';
import type { CarrierCallbacks } from '../../flows/carriers/carriers.ts';
import { refuseEncoded, whenBodyTurn } from '../server/bodies.ts';
import { HttpError } from '../server/errors.ts';
import { carrierPath } from '../server/path-policy.ts';

/** Bytes. The largest callback of a provider is a notification from Amazon SNS; most have a few hundred bytes. */
const { most: bodyLimit } = httpLimits.callbackBodyBytes;
/** Limits of callbacks being stored in this process. Carriers repeat a refused one. */
const limits = {
  total: httpLimits.callbacks.most,
  perOwner: httpLimits.callbacksOfCarrier.most,
  waiting: httpLimits.callbacksWaiting.most,
  waitMs: httpLimits.callbacksWaitSeconds.most * 1_000,
};
type CallbackParams = { carrierId: string; secret: string; '*'?: string };

/** Needs an encapsulated scope: bodies stay bytes, because signatures are computed over them. */
export function carrierCallbackRoutes(scope: FastifyInstance, callbacks: CarrierCallbacks): void {
  const limiter = new Limiter(limits);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (request, body, done) =>
    whenBodyTurn((request.params as CallbackParams).carrierId, body as Buffer, () => done(null, body)),
  );
  const known = (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const { carrierId, secret } = request.params as CallbackParams;
    const isKnown = isUuid(carrierId) && callbacks.isKnown(carrierId.toLowerCase(), secret);
    done(isKnown ? undefined : new HttpError(404, 'Path not found'));
  };
  for (const url of [`${carrierPath}:carrierId/:secret`, `${carrierPath}:carrierId/:secret/*`]) {
    scope.route<{ Params: CallbackParams }>({
      method: ['GET', 'POST'],
      url,
      schema: { hide: true },
      onRequest: [known, refuseEncoded],
      handler: (request, reply) => take(request, reply, limiter, callbacks),
    });
  }
}

async function take(
  request: FastifyRequest<{ Params: CallbackParams }>,
  reply: FastifyReply,
  limiter: Limiter,
  callbacks: CarrierCallbacks,
): Promise<FastifyReply> {
  const carrierId = request.params.carrierId.toLowerCase();
  await limiter.enter(carrierId);
  try {
    const { status, type = 'text/plain; charset=utf-8', body = '' } = await callbacks.take(carrierId, read(request));
    return reply.code(status).type(type).send(Buffer.from(body));
  } finally {
    limiter.leave(carrierId);
  }
}

function read(request: FastifyRequest<{ Params: CallbackParams }>) {
  const { method, url, params, body } = request;
  const headers = Object.entries(request.headers).map(([name, value]) => [name, [value].flat().join(', ')]);
  return {
    method: method === 'GET' ? ('GET' as const) : ('POST' as const),
    target: url,
    path: (params['*'] ?? '').split('/').filter(Boolean).join('/'),
    query: new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : ''),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  };
}
