import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchemaValidationError,
} from 'fastify';
import { httpLimits } from '../bounds/limits/http.ts';
import type { Config } from '../config/config.ts';
import { readTls, type Tls } from '../config/tls.ts';
import { isUuid } from '../domain/uuid.ts';
import { Sessions } from '../flows/console/sessions.ts';
import { Feed } from '../flows/feed.ts';
import { Keys } from '../flows/keys.ts';
import { Overviews } from '../flows/overview.ts';
import type { Sending } from '../flows/send.ts';
import type { Runtime } from '../runtime.ts';
import { authentication } from './auth.ts';
import { bodyLimit, boundBody } from './bodies.ts';
import { sharedChanges } from './changes.ts';
import { CompatAccess } from './compat/access.ts';
import { rewriteJasminUrl } from './compat/jasmin/routes.ts';
import { compatRoutes } from './compat/routes.ts';
import { Connections } from './connection.ts';
import { actingFor } from './console/acting.ts';
import { auditHook } from './console/audit-hook.ts';
import { consoleRoutes } from './console/pages.ts';
import { consoleApi } from './console/start.ts';
import { drain } from './drain.ts';
import { EmailTrial } from './email-trial.ts';
import { HttpError, sendError } from './errors.ts';
import { Imports } from './imports.ts';
import { parseJson, refuseUnreadable } from './json.ts';
import { type OtherEdges, operatorApi } from './operator/start.ts';
import { KeyLimits } from './rates.ts';
import { Readiness } from './readiness.ts';
import { type Answered, Recorder } from './recorder.ts';
import { reference, referenceRoutes } from './reference.ts';
import { requestIds } from './request-id.ts';
import { carrierCallbackRoutes, withoutSecret } from './routes/carrier-callbacks.ts';
import { customerRoutes } from './routes/customers.ts';
import { emailTrialRoute } from './routes/email-trial.ts';
import { healthRoutes } from './routes/health.ts';
import { sendRoutes } from './routes/send.ts';
import { Paths, unknownPath } from './routes/unknown.ts';
import { accountListSchemas } from './schemas/account-lists.ts';
import { consoleSchemas } from './schemas/console.ts';
import { ErrorBody } from './schemas/errors.ts';
import { Account, Message, MessageList, Preview, SendAnswer, sendBody } from './schemas/messages.ts';
import { optOutSchemas } from './schemas/opt-outs.ts';
import * as senders from './schemas/senders.ts';
import { statisticsSchemas } from './schemas/statistics.ts';
import { StreamEvent } from './schemas/stream.ts';
import { Timeline, TimelineEntry } from './schemas/timeline.ts';
import { verifySchemas } from './schemas/verify.ts';
import { eventSchemas } from './schemas/webhook-events.ts';
import { Delivery, DeliveryList, Endpoint, EndpointList, Replayed, Secret } from './schemas/webhooks.ts';
import { SendRequests, shortWay } from './send.ts';
import type { Serving } from './serving.ts';
import { describe } from './shape.ts';
import { Shedding } from './shedding.ts';
import { Streams } from './stream/streams.ts';
import { whenFirstUsed } from './validation.ts';
import { answerBrokenRequest, headFault, ownWords } from './wire.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Set once the process is about to end: answers then ask the client for a new connection. */
    draining: boolean;
    shedding: Shedding | undefined;
  }
}

export type HttpServer = {
  readonly app: FastifyInstance;
  /** Says on /health/ready that it is about to stop, and goes on. */
  leave(): void;
  /** Asks clients for new connections: another process has joined. */
  shed(): void;
  stop(manner: 'graceful' | 'immediate', budgetMs: number): Promise<void>;
};

export async function buildServer(
  given: Omit<Serving, 'imports'>,
  gatherMetrics: () => Promise<string>,
  sending: Sending,
  edges: OtherEdges,
  worker: { readonly id: string; readonly silentMs: number },
): Promise<HttpServer> {
  const runtime: Serving = { ...given, imports: new Imports() };
  const newRequestId = requestIds();
  let connections: Connections | undefined;
  const app = createApp(runtime, newRequestId, (error, socket) =>
    answerBrokenRequest(error, socket, connections?.of(socket), newRequestId()),
  );
  const recorder = new Recorder(runtime);
  const paths = new Paths();
  addHooks(app, runtime, recorder, (request) => connections?.faultOf(request.raw) ?? paths.fault(request));
  paths.watch(app);
  await reference(app, runtime.config);
  for (const schema of namedSchemas(runtime.config)) app.addSchema(schema);
  const sessions = new Sessions(runtime);
  const overviews = new Overviews(runtime, runtime.reads, worker.id);
  const streams = new Streams(runtime, new Feed(runtime, runtime.reads, worker.id));
  const live = { overviews, streams };
  const customers = {
    keys: new Keys(runtime),
    limits: new KeyLimits(runtime),
    sessions,
    config: runtime.config,
    actingFor: actingFor(runtime.db),
    sending,
  };
  const auth = authentication(customers);
  const sends = new SendRequests(app, { runtime, ...customers });
  await app.register(async (scope) => sendRoutes(scope, runtime, sends, sending, auth));
  customerRoutes(app, runtime, customers, live);
  await app.register(async (scope) => emailTrialRoute(scope, runtime, auth, edges.tryEmail));
  await compatRoutes(app, new CompatAccess(runtime, customers.keys, sends));
  await app.register(async (scope) => carrierCallbackRoutes(scope, edges.carrierCallbacks));
  await operatorApi(app, runtime, edges, sessions, live);
  await consoleApi(app, runtime, sessions);
  referenceRoutes(app);
  consoleRoutes(app);
  const readiness = new Readiness(runtime, worker);
  healthRoutes(app, runtime, readiness, gatherMetrics);
  paths.refuseOthers(app);
  await app.ready();
  const server = app.server as Server;
  const [longWay] = server.listeners('request') as Handler[];
  server.removeAllListeners('request');
  const isRefused = (request: IncomingMessage) => connections!.faultOf(request) !== undefined;
  server.on(
    'request',
    shortWay(app, longWay!, { isRefused, runtime, recorder, newRequestId, sends, keys: customers.keys }),
  );
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  connections = new Connections(server, runtime.config, ownerOf(customers.keys));
  app.shedding = new Shedding(server, (socket) => (connections?.of(socket)?.unanswered ?? 0) > 1);
  const stop: HttpServer['stop'] = (manner, budgetMs) => {
    // They would go on for ever.
    streams.end();
    return drain(app, manner, budgetMs);
  };
  return { app, leave: () => readiness.leave(), shed: () => app.shedding?.start(), stop };
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Whose turn of the event loop a request takes. A known key speaks for its account. Behind a proxy all others have one address: those with
 * credentials must not wait behind those without.
 */
function ownerOf(keys: Keys): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const accountId = keys.accountOf(headers['apikey']);
    if (accountId !== undefined) return accountId;
    const shown = headers['apikey'] ?? headers.authorization ?? headers.cookie;
    return `${socket.remoteAddress} ${shown === undefined ? '' : 'with credentials'}`;
  };
}

type ClientErrorHandler = (error: Error, socket: Socket) => void;

function createApp(
  runtime: Runtime,
  newRequestId: ReturnType<typeof requestIds>,
  clientErrorHandler: ClientErrorHandler,
): FastifyInstance {
  const app = Fastify({
    ...listener(runtime.config),
    // Logs are written here and there with the runtime's logger: a child logger for every request costs 5 µs.
    logger: false,
    requestIdHeader: false,
    genReqId: newRequestId,
    bodyLimit,
    // A request that reaches a process on its way out is still answered.
    return503OnClosing: false,
    requestTimeout: httpLimits.requestSeconds.most * 1_000,
    keepAliveTimeout: httpLimits.idleSeconds.most * 1_000,
    rewriteUrl: ({ url = '' }) => rewriteJasminUrl(url),
    // Whoever stands between believes those behind it: the last address that is none of theirs is the caller's.
    trustProxy: runtime.config.trustedProxies.length > 0 ? [...runtime.config.trustedProxies] : false,
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, allErrors: true },
      // The usual format also takes urn:uuid:…, which PostgreSQL does not.
      onCreate: (ajv) => ajv.addFormat('uuid', isUuid),
    },
    schemaController: { compilersFactory: { buildValidator: whenFirstUsed() } },
    // An id of any length is a wrong id, and not a wrong path. Node itself bounds the length of a path.
    routerOptions: { maxParamLength: httpLimits.headBytes.most },
    schemaErrorFormatter: (errors) => new HttpError(400, describe(errors[0] as FastifySchemaValidationError)),
    // No hook has run yet when the path itself is wrong.
    frameworkErrors: (error, request, reply) => {
      markAnswer(app, request as FastifyRequest, reply as unknown as FastifyReply);
      void sendError(runtime.log, error, request as FastifyRequest, reply as unknown as FastifyReply);
    },
    clientErrorHandler,
  }) as unknown as FastifyInstance;
  app.addHook('onRoute', boundBody);
  app.decorate('draining', false);
  app.decorate('shedding', undefined);
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, parseJson);
  // Schemas of answers are documentation. Compiling a serializer for each takes seconds of every start, and no answer needs it.
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  app.setErrorHandler((error, request, reply) => sendError(runtime.log, error, request, reply));
  app.setNotFoundHandler(unknownPath);
  return app;
}

/** Hooks with a callback: one that returns a promise costs every request another turn of the queue. */
function addHooks(
  app: FastifyInstance,
  runtime: Runtime,
  recorder: Recorder,
  faultOf: (request: FastifyRequest) => HttpError | undefined,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    markAnswer(app, request, reply);
    done(headFault(request.raw) ?? faultOf(request));
  });
  app.addHook('preValidation', refuseUnreadable);
  app.decorateRequest('changes', '');
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
    recorder.record(answered(request, reply));
    done();
  });
}

/** What the documents refer to by name. */
function namedSchemas(config: Config) {
  return [
    ErrorBody,
    ...eventSchemas,
    Message,
    MessageList,
    TimelineEntry,
    Timeline,
    Delivery,
    DeliveryList,
    Endpoint,
    EndpointList,
    Replayed,
    Secret,
    SendAnswer,
    Preview,
    Account,
    ...accountListSchemas,
    ...optOutSchemas,
    EmailTrial,
    senders.Sender,
    senders.SenderDetails,
    senders.SenderList,
    senders.SenderRegistration,
    senders.SenderConfirmation,
    senders.SenderSettings,
    ...verifySchemas,
    ...statisticsSchemas,
    StreamEvent,
    sendBody(config),
    ...consoleSchemas,
  ];
}

const headMs = httpLimits.headSeconds.most * 1_000;
/**
 * Often, so that connections that were opened together are not closed in one turn of the event loop (24,000 took half a second); and not
 * more often, since each check wakes an idle process.
 */
const checkMs = 250;

function listener(config: Config): { http: object } | { https: Tls } {
  const tls = readTls(config);
  const own = {
    ...ownWords,
    headersTimeout: headMs,
    maxHeaderSize: httpLimits.headBytes.most,
    connectionsCheckingInterval: checkMs,
  };
  return tls === undefined ? { http: own } : { https: { ...tls, ...own, handshakeTimeout: headMs } as Tls };
}

function markAnswer(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): void {
  void reply.header('x-request-id', request.id);
  if (app.draining) void reply.header('connection', 'close');
}

/** The query of a compatibility API holds passwords, numbers and texts, also where its path is mistyped. */
function loggedUrl(url: string): string {
  return /^\/(v1|admin)\//.test(url) ? url : url.slice(0, url.search(/[?#]|$/));
}

function answered(request: FastifyRequest, reply: FastifyReply): Answered {
  const { url: route = 'unknown', method } = request.routeOptions;
  return {
    route,
    method: [method].flat()[0] ?? request.method,
    url: withoutSecret(loggedUrl(request.url)),
    status: reply.statusCode,
    ms: reply.elapsedTime,
    requestId: request.id,
  };
}
