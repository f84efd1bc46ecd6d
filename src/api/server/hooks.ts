import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Runtime } from '../../runtime.ts';
import { auditHook } from '../console/audit-hook.ts';
import { sharedChanges } from '../operation/changes.ts';
import type { HttpError } from './errors.ts';
import { refuseUnreadable } from './json.ts';
import { loggedUrl } from './path-policy.ts';
import type { CompletedRequest, Recorder } from './recorder.ts';
import { headFault } from './wire.ts';

/** Hooks of every route. They take a callback: a promise would cost every request a further turn of the microtask queue. */
export function addHooks(
  app: FastifyInstance,
  runtime: Runtime,
  recorder: Recorder,
  faultOf: (request: FastifyRequest) => HttpError | undefined,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    setResponseHeaders(app, request, reply);
    done(headFault(request.raw) ?? faultOf(request));
  });
  app.addHook('preValidation', refuseUnreadable);
  app.decorateRequest('changeOwner', '');
  app.decorateRequest('leaveChanges', undefined);
  app.decorateRequest('session', undefined);
  app.decorateRequest('stillAllowed', undefined);
  app.addHook('preHandler', sharedChanges());
  app.addHook('preHandler', auditHook(runtime));
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (app.shedding?.closes(request.raw.socket)) void reply.header('connection', 'close');
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    recorder.record(completed(request, reply));
    done();
  });
}

export function setResponseHeaders(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): void {
  void reply.header('x-request-id', request.id);
  if (app.draining) void reply.header('connection', 'close');
}

function completed(request: FastifyRequest, reply: FastifyReply): CompletedRequest {
  const { url: route = 'unknown', method } = request.routeOptions;
  return {
    route,
    method: [method].flat()[0] ?? request.method,
    url: loggedUrl(request.url),
    status: reply.statusCode,
    ms: reply.elapsedTime,
    requestId: request.id,
  };
}
