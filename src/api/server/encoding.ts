import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { HttpError } from './errors.ts';

/** Bodies are never decompressed; without this check a compressed one would be reported as invalid JSON. */
export function refuseEncoded(request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
  const encoding = request.headers['content-encoding'];
  if (encoding === undefined || encoding.toLowerCase() === 'identity') done();
  else done(new HttpError(415, 'Content-Encoding is not supported, send the body as it is'));
}
