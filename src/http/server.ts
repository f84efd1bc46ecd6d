import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { startKeyUses } from '../flows/key-uses.ts';
import { Keys } from '../flows/keys.ts';
import { type DirectWay, Sending } from '../flows/send.ts';
import { Problem } from '../problem.ts';
import type { Runtime } from '../runtime.ts';
import { authentication } from './auth.ts';
import { drain } from './connections.ts';
import { sendError } from './errors.ts';
import { readJson } from './json.ts';
import { operatorApi } from './operator/start.ts';
import { reference, referenceRoutes } from './reference.ts';
import { requestIds } from './request-id.ts';
import { accountRoutes } from './routes/account.ts';
import { healthRoutes } from './routes/health.ts';
import { messageRoutes } from './routes/messages.ts';
import { sendRoutes } from './routes/send.ts';
import { unknownPath, watchRoutes } from './routes/unknown.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import { ErrorBody } from './schemas/errors.ts';
import { Account, Message, MessageList, Preview, SendAnswer, sendBody } from './schemas/messages.ts';
import { Delivery, DeliveryList, Replayed, Secret } from './schemas/webhooks.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Set once the process is about to end: answers then ask the client for a new connection. */
    draining: boolean;
  }
}

export type HttpServer = {
  readonly app: FastifyInstance;
  stop(manner: 'in peace' | 'at once', budgetMs: number): Promise<void>;
};

export const bodyLimit = 2 ** 20;

export async function buildServer(
  runtime: Runtime,
  gatherMetrics: () => Promise<string>,
  direct: DirectWay,
): Promise<HttpServer> {
  const newRequestId = requestIds();
  const app = Fastify({
    ...tls(runtime.config),
    // Logs are written here and there with the runtime's logger: a child logger for every request costs 5 µs.
    logger: false,
    requestIdHeader: false,
    genReqId: newRequestId,
    bodyLimit,
    // A request that reaches a process on its way out is still answered.
    return503OnClosing: false,
    requestTimeout: 60_000,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allErrors: true } },
    // No hook has run yet when the path itself is wrong.
    frameworkErrors: (error, request, reply) => {
      markAnswer(app, request as FastifyRequest, reply as unknown as FastifyReply);
      void sendError(runtime.log, error, request as FastifyRequest, reply as unknown as FastifyReply);
    },
    clientErrorHandler: (error: Error, socket: Socket) => answerBrokenRequest(error, socket, newRequestId()),
  }) as unknown as FastifyInstance;
  app.decorate('draining', false);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJson);
  app.setErrorHandler((error, request, reply) => sendError(runtime.log, error, request, reply));
  app.setNotFoundHandler(unknownPath);
  // Hooks with a callback: one that returns a promise costs every request another turn of the queue.
  app.addHook('onRequest', (request, reply, done) => {
    markAnswer(app, request, reply);
    done();
  });
  const record = recorder(runtime);
  app.addHook('onResponse', (request, reply, done) => {
    record(request, reply);
    done();
  });
  const refuseOtherMethods = watchRoutes(app);
  await reference(app, runtime.config.serviceName);
  const named = [
    ErrorBody,
    Message,
    MessageList,
    Delivery,
    DeliveryList,
    Replayed,
    Secret,
    SendAnswer,
    Preview,
    Account,
    sendBody(runtime.config.maxRecipients),
  ];
  for (const schema of named) app.addSchema(schema);
  customerRoutes(app, runtime, direct);
  await operatorApi(app, runtime);
  referenceRoutes(app);
  healthRoutes(app, runtime, gatherMetrics);
  refuseOtherMethods();
  await app.ready();
  return { app, stop: (manner, budgetMs) => drain(app, manner, budgetMs) };
}

function customerRoutes(app: FastifyInstance, runtime: Runtime, direct: DirectWay): void {
  app.decorateRequest('principal', null as never);
  const keys = new Keys(runtime);
  const uses = startKeyUses(runtime, keys);
  app.addHook('onClose', () => uses.stop());
  const onRequest = authentication(runtime, keys);
  sendRoutes(app, runtime, new Sending(runtime, direct), onRequest);
  messageRoutes(app, runtime, onRequest);
  accountRoutes(app, runtime, onRequest);
  webhookRoutes(app, runtime, onRequest);
}

function tls({ tlsCert, tlsKey }: Config): { https?: { cert: Buffer; key: Buffer } } {
  if (tlsCert === undefined || tlsKey === undefined) return {};
  return { https: { cert: readPem('HERMOD_TLS_CERT', tlsCert), key: readPem('HERMOD_TLS_KEY', tlsKey) } };
}

function readPem(name: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Problem(`${name} is wrong: ${file} cannot be read (${code})`, 'Give the path of a readable PEM file');
  }
}

function markAnswer(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): void {
  void reply.header('x-request-id', request.id);
  if (app.draining) void reply.header('connection', 'close');
}

/** Counts and, if asked for, logs every answer. The counters of a route are looked up once, not for every request. */
function recorder({ metrics, log }: Runtime): (request: FastifyRequest, reply: FastifyReply) => void {
  type Counter = { count: () => void; observe: (seconds: number) => void };
  const byRoute = new WeakMap<object, Map<number, Counter>>();
  const counterOf = (request: FastifyRequest, status: number): Counter => {
    const { config, url: route = 'unknown', method } = request.routeOptions;
    const counters = byRoute.get(config) ?? new Map<number, Counter>();
    byRoute.set(config, counters);
    const known = counters.get(status);
    if (known) return known;
    const count = metrics.requests.labels({ route, method: [method].flat()[0] ?? request.method, status });
    const timing = metrics.requestSeconds.labels({ route });
    const made = { count: () => count.inc(), observe: (seconds: number) => timing.observe(seconds) };
    counters.set(status, made);
    return made;
  };
  return (request, reply) => {
    const { count, observe } = counterOf(request, reply.statusCode);
    count();
    observe(reply.elapsedTime / 1_000);
    if (!log.isLevelEnabled('debug')) return;
    const { id: requestId, method, url } = request;
    log.debug({ requestId, method, url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'request');
  };
}

/** Bytes that are not HTTP never reach a route; the one who sent them still gets our kind of answer. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket, id: string): void {
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const [status, text] = tooLarge
    ? ['431 Request Header Fields Too Large', 'error: 431 - The request headers are too large']
    : late
      ? ['408 Request Timeout', 'error: 408 - The request did not arrive in time']
      : ['400 Bad Request', 'error: 400 - This is not a valid HTTP request'];
  const body = JSON.stringify({ error: text });
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${id}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  }
  socket.destroySoon();
}
