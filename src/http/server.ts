import { maxHeaderSize, type Server } from 'node:http';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchemaValidationError,
} from 'fastify';
import type { Config } from '../config.ts';
import { isUuid } from '../domain/uuid.ts';
import { Sessions } from '../flows/console/sessions.ts';
import { Feed } from '../flows/feed.ts';
import { startKeyUses } from '../flows/key-uses.ts';
import { Keys } from '../flows/keys.ts';
import { Overviews } from '../flows/overview.ts';
import type { Sending } from '../flows/send.ts';
import { readTls, type Tls } from '../pem.ts';
import type { Runtime } from '../runtime.ts';
import { writeSessionUses } from '../store/console/sessions.ts';
import { Busyness } from '../work/busyness.ts';
import { Headroom } from '../work/headroom.ts';
import { type Authentication, authentication, type Callers } from './auth.ts';
import { Bodies, bodyBytes, bodyLimit, boundBody } from './bodies.ts';
import { sharedChanges } from './changes.ts';
import { drain } from './connections.ts';
import { actingFor } from './console/acting.ts';
import { consoleRoutes } from './console/pages.ts';
import { consoleApi } from './console/start.ts';
import { writtenDown } from './console/written-down.ts';
import { Door } from './door.ts';
import { Entry } from './doors/entry.ts';
import { sentToJasmin } from './doors/jasmin/routes.ts';
import { doorRoutes } from './doors/start.ts';
import { EmailTrial } from './email-trial.ts';
import { HttpError, sendError } from './errors.ts';
import { openFastPath, sendPath } from './fast-path.ts';
import { Imports } from './imports.ts';
import { jsonParser, refuseUnreadable } from './json.ts';
import { KeyLimits } from './limits.ts';
import type { Live } from './live.ts';
import { type OtherEdges, operatorApi } from './operator/start.ts';
import { paceOf } from './pace.ts';
import { boundConnections } from './peers.ts';
import { type Begin, Pipelines } from './pipelines.ts';
import { Readiness } from './readiness.ts';
import { type Answered, Recorder } from './recorder.ts';
import { reference, referenceRoutes } from './reference.ts';
import { requestIds } from './request-id.ts';
import { accountRoutes } from './routes/account.ts';
import { accountListRoutes } from './routes/account-lists.ts';
import { carrierCallbackRoutes, withoutSecret } from './routes/carrier-callbacks.ts';
import { consoleLinkRoutes } from './routes/console-link.ts';
import { emailTrialRoute } from './routes/email-trial.ts';
import { healthRoutes } from './routes/health.ts';
import { messageFileRoutes } from './routes/message-file.ts';
import { messageRoutes } from './routes/messages.ts';
import { optOutRoutes } from './routes/opt-outs.ts';
import { sendRoutes } from './routes/send.ts';
import { senderSettingsRoutes } from './routes/sender-settings.ts';
import { senderRoutes } from './routes/senders.ts';
import { statisticsRoutes } from './routes/statistics.ts';
import { streamRoutes } from './routes/stream.ts';
import { timelineRoutes } from './routes/timeline.ts';
import { Paths, unknownPath } from './routes/unknown.ts';
import { verifyRoutes } from './routes/verify.ts';
import { verifyTemplateRoutes } from './routes/verify-templates.ts';
import { webhookRoutes } from './routes/webhooks.ts';
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
import type { Serving } from './serving.ts';
import { describe } from './shape.ts';
import { Slices } from './slices.ts';
import { Streams } from './stream/streams.ts';
import { cutUnread } from './unread.ts';
import { whenFirstUsed } from './validation.ts';
import { answerBrokenRequest, headFault, ownWords, takeOver } from './wire.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Set once the process is about to end: answers then ask the client for a new connection. */
    draining: boolean;
  }
}

export type HttpServer = {
  readonly app: FastifyInstance;
  /** Says on /health/ready that it is about to stop, and goes on. */
  leave(): void;
  stop(manner: 'in peace' | 'at once', budgetMs: number): Promise<void>;
};

/** What goes through the framework, in usual send requests: about what it costs more. */
const longWayWeight = 4;
/** To read so much of a body takes about as long as a request. */
const bytesOfRequest = 16_384;
/** And to read so many rows of a list. */
const rowsOfRequest = 12;
const longList = /[?&]limit=(\d{3,4})(?:&|$)/;

export async function buildServer(
  given: Omit<Serving, 'imports' | 'pace'>,
  gatherMetrics: () => Promise<string>,
  sending: Sending,
  edges: OtherEdges,
  worker: { readonly id: string; readonly silentMs: number },
): Promise<HttpServer> {
  const headroom = new Headroom({ share: given.config.headroomPercent / 100, busyness: new Busyness() });
  const pace = paceOf(headroom);
  const runtime: Serving = { ...given, pace, imports: new Imports(pace) };
  const newRequestId = requestIds();
  const door = new Door();
  const app = createApp(runtime, newRequestId, door);
  const recorder = new Recorder(runtime);
  const paths = new Paths();
  const bodies = new Bodies();
  addHooks(app, runtime, recorder, (request) => bodies.fault(request.raw) ?? paths.fault(request));
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
  customerRoutes(app, runtime, customers, auth, live);
  await app.register(async (scope) => emailTrialRoute(scope, runtime, auth, edges.tryEmail));
  await doorRoutes(app, new Entry(runtime, customers.keys, customers.limits, sending), door);
  await app.register(async (scope) => carrierCallbackRoutes(scope, door, edges.carrierCallbacks));
  await operatorApi(app, runtime, edges, sessions, live);
  await consoleApi(app, runtime, sessions);
  referenceRoutes(app);
  consoleRoutes(app);
  const readiness = new Readiness(runtime, worker);
  healthRoutes(app, runtime, readiness, gatherMetrics);
  paths.refuseOthers(app);
  await app.ready();
  const server = app.server as Server;
  takeOver(server);
  openFastPath(app, { runtime, recorder, newRequestId, door, bodies, ...customers });
  const pipelines = new Pipelines(server, byTurns(door, headroom, bodies, customers.keys));
  new Slices(server, door, pipelines);
  boundConnections(server, pipelines, runtime.config);
  server.once('close', cutUnread(pipelines));
  const stop: HttpServer['stop'] = (manner, budgetMs) => {
    // They would go on for ever.
    streams.end();
    return drain(app, manner, budgetMs);
  };
  return { app, leave: () => readiness.leave(), stop };
}

/** Looks of load balancers, receipts, and the ways in of other gateways: what these send has its pace on the send path. */
const unpaced = /^\/(health|carriers|cgi-bin|secure|2010-04-01)\/|^\/send(?![^?])/;

/** A key that is known speaks for its account; whoever has none is known by where it comes from. */
function byTurns(door: Door, headroom: Headroom, bodies: Bodies, keys: Keys): Begin {
  return (request, response, go) => {
    const { headers, url = '', socket } = request;
    const accountId = keys.accountOf(headers['apikey']);
    const owner = accountId ?? socket.remoteAddress ?? '';
    const isSend = accountId !== undefined && url === sendPath;
    const bytes = bodyBytes(request);
    bodies.receive(owner, bytes, request, response);
    const begin = () => door.pass(owner, isSend ? 1 : longWayWeight, go);
    // Behind a proxy strangers and operators have one address: who shows something must not wait behind those who show nothing.
    const shown = headers['apikey'] ?? headers.authorization ?? headers.cookie;
    // One that comes in chunks may bring as much as any, and mostly brings little: the door weighs it when it is there.
    const isLarge = headers['transfer-encoding'] === undefined && bytes > bytesOfRequest;
    const isPaced = (!isSend || isLarge) && (accountId !== undefined || shown === undefined) && !unpaced.test(url);
    if (!isPaced) headroom.note(owner);
    const rows = Number(longList.exec(url)?.[1] ?? 0);
    const weight = Math.max(1, isLarge ? bytes / bytesOfRequest : rows / rowsOfRequest);
    const waiting = isPaced ? headroom.pass(owner, weight) : undefined;
    if (waiting === undefined) begin();
    else void waiting.then(begin);
  };
}

function createApp(runtime: Runtime, newRequestId: ReturnType<typeof requestIds>, door: Door): FastifyInstance {
  const app = Fastify({
    ...listener(runtime.config),
    // Logs are written here and there with the runtime's logger: a child logger for every request costs 5 µs.
    logger: false,
    requestIdHeader: false,
    genReqId: newRequestId,
    bodyLimit,
    // A request that reaches a process on its way out is still answered.
    return503OnClosing: false,
    requestTimeout: wholeRequestMs,
    rewriteUrl: ({ url = '' }) => sentToJasmin(url),
    // Whoever stands between believes those behind it: the last address that is none of theirs is the caller's.
    trustProxy: runtime.config.trustedProxies.length > 0 ? [...runtime.config.trustedProxies] : false,
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, allErrors: true },
      // The usual format also takes urn:uuid:…, which PostgreSQL does not.
      onCreate: (ajv) => ajv.addFormat('uuid', isUuid),
    },
    schemaController: { compilersFactory: { buildValidator: whenFirstUsed() } },
    // An id of any length is a wrong id, and not a wrong path. Node itself bounds the length of a path.
    routerOptions: { maxParamLength: maxHeaderSize },
    schemaErrorFormatter: (errors) => new HttpError(400, describe(errors[0] as FastifySchemaValidationError)),
    // No hook has run yet when the path itself is wrong.
    frameworkErrors: (error, request, reply) => {
      markAnswer(app, request as FastifyRequest, reply as unknown as FastifyReply);
      void sendError(runtime.log, error, request as FastifyRequest, reply as unknown as FastifyReply);
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, newRequestId()),
  }) as unknown as FastifyInstance;
  app.addHook('onRoute', boundBody);
  app.decorate('draining', false);
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, jsonParser(door));
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
  app.addHook('preHandler', writtenDown(runtime));
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

type Customers = Callers & { sending: Sending };

function customerRoutes(
  app: FastifyInstance,
  runtime: Serving,
  customers: Customers,
  auth: Authentication,
  { overviews, streams }: Live,
): void {
  const { keys, limits, sessions, sending } = customers;
  app.decorateRequest('principal', null as never);
  const uses = [startKeyUses(runtime, keys.uses), startKeyUses(runtime, sessions.uses, writeSessionUses)];
  app.addHook('onClose', async () => {
    await Promise.all(uses.map((each) => each.stop()));
  });
  sendRoutes(app, runtime, sending, auth, limits);
  messageRoutes(app, runtime, auth);
  messageFileRoutes(app, runtime, auth);
  timelineRoutes(app, runtime, auth);
  accountRoutes(app, runtime, auth);
  webhookRoutes(app, runtime, auth);
  consoleLinkRoutes(app, runtime, auth);
  statisticsRoutes(app, runtime, auth, overviews);
  streamRoutes(app, auth, streams);
  accountListRoutes(app, runtime, auth);
  optOutRoutes(app, runtime, auth);
  verifyRoutes(app, runtime, sending, auth);
  verifyTemplateRoutes(app, runtime, auth);
  const senderAuth = authentication(customers, 400);
  senderRoutes(app, runtime, senderAuth);
  senderSettingsRoutes(app, runtime, senderAuth);
}

/** From the first byte, or the opening of the connection, to the end of the head; and to the end of the body. */
const headMs = 15_000;
/**
 * Often, so that connections that were opened together are not closed in one turn of the event loop (24,000 took half a second); and not
 * more often, since each check wakes an idle process.
 */
const checkMs = 250;
const wholeRequestMs = 60_000;

function listener(config: Config): { http: object } | { https: Tls } {
  const tls = readTls(config);
  const own = { ...ownWords, headersTimeout: headMs, connectionsCheckingInterval: checkMs };
  return tls === undefined ? { http: own } : { https: { ...tls, ...own, handshakeTimeout: headMs } as Tls };
}

function markAnswer(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): void {
  void reply.header('x-request-id', request.id);
  if (app.draining) void reply.header('connection', 'close');
}

/** At doors the query holds passwords, numbers and texts; so may that of a door that was mistyped. */
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
