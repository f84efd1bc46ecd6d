import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify';
import Fastify from 'fastify';
import { httpLimits } from '../../bounds/limits/http.ts';
import type { Config } from '../../config/config.ts';
import { readTls, type Tls } from '../../config/tls.ts';
import { isUuid } from '../../domain/uuid.ts';
import type { Runtime } from '../../runtime.ts';
import { rewriteJasminUrl } from '../compat/jasmin.ts';
import { auditHook } from '../console/audit-hook.ts';
import { unknownPath } from '../customer/unknown.ts';
import { sharedChanges } from '../operation/changes.ts';
import { describeFault, whenFirstUsed } from '../operation/validation.ts';
import { bodyLimit, parseJson, refuseUnreadable } from './bodies.ts';
import type { Shedding } from './connections.ts';
import { HttpError, sendError } from './errors.ts';
import { limitBody, loggedUrl } from './path-policy.ts';
import type { CompletedRequest, Recorder, requestIds } from './requests.ts';
import { headFault, ownWords } from './wire.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Set when the process is about to stop: responses then close their connection. */
    draining: boolean;
    shedding: Shedding | undefined;
  }
}

type ClientErrorHandler = (error: Error, socket: Socket) => void;

export function createApp(
  runtime: Runtime,
  newRequestId: ReturnType<typeof requestIds>,
  clientErrorHandler: ClientErrorHandler,
): FastifyInstance {
  const app = Fastify({
    ...listener(runtime.config),
    // The runtime's logger is used instead: a child logger costs 5 µs per request.
    logger: false,
    requestIdHeader: false,
    genReqId: newRequestId,
    bodyLimit,
    // A process that is stopping still serves requests.
    return503OnClosing: false,
    requestTimeout: httpLimits.requestSeconds.most * 1_000,
    keepAliveTimeout: httpLimits.idleSeconds.most * 1_000,
    rewriteUrl: ({ url = '' }) => rewriteJasminUrl(url),
    // The caller is the last address in X-Forwarded-For that is not a trusted proxy.
    trustProxy: runtime.config.trustedProxies.length > 0 ? [...runtime.config.trustedProxies] : false,
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, allErrors: true, allowUnionTypes: true },
      // Ajv's own format also accepts urn:uuid:…, which PostgreSQL does not.
      onCreate: (ajv) => ajv.addFormat('uuid', isUuid),
    },
    schemaController: { compilersFactory: { buildValidator: whenFirstUsed() } },
    // A long id is a wrong id, not an unknown path. Node limits the length of a path.
    routerOptions: { maxParamLength: httpLimits.headBytes.most },
    schemaErrorFormatter: (errors) => new HttpError(400, describeFault(errors[0] as FastifySchemaValidationError)),
    // No hook runs for a path that cannot be decoded.
    frameworkErrors: (error, request, reply) => {
      setResponseHeaders(app, request as FastifyRequest, reply as unknown as FastifyReply);
      void sendError(runtime.log, error, request as FastifyRequest, reply as unknown as FastifyReply);
    },
    clientErrorHandler,
  }) as unknown as FastifyInstance;
  app.addHook('onRoute', limitBody);
  app.decorate('draining', false);
  app.decorate('shedding', undefined);
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, parseJson);
  // Response schemas are documentation only. Compiling a serializer for each adds seconds to every start.
  app.setSerializerCompiler(() => (body) => JSON.stringify(body));
  app.setErrorHandler((error, request, reply) => sendError(runtime.log, error, request, reply));
  app.setNotFoundHandler(unknownPath);
  return app;
}

const headMs = httpLimits.headSeconds.most * 1_000;
/**
 * Interval of Node's timeout check. A longer one closes connections that were opened together in one turn of the event loop (24,000 took
 * 500 ms); a shorter one wakes an idle process more often.
 */
const checkMs = 250;

function listener(config: Config): { http: object } | { https: Tls } {
  const tls = readTls(config);
  const options = {
    ...ownWords,
    headersTimeout: headMs,
    maxHeaderSize: httpLimits.headBytes.most,
    connectionsCheckingInterval: checkMs,
  };
  return tls === undefined ? { http: options } : { https: { ...tls, ...options, handshakeTimeout: headMs } as Tls };
}

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

function setResponseHeaders(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): void {
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
