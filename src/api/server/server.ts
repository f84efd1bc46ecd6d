import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Keys } from '../../flows/accounts/keys.ts';
import { SignedInSessions } from '../../flows/console/sessions.ts';
import type { Sending } from '../../flows/sending/send.ts';
import { Feed } from '../../flows/statistics/feed.ts';
import { Overviews } from '../../flows/statistics/overview.ts';
import { CompatAccess } from '../compat/access.ts';
import { compatRoutes } from '../compat/routes.ts';
import { consoleRoutes } from '../console/pages.ts';
import { consoleApi } from '../console/session.ts';
import { actingFor, authentication } from '../customer/auth.ts';
import { carrierCallbackRoutes } from '../customer/carrier-callbacks.ts';
import { customerRoutes } from '../customer/customers.ts';
import { customerEmailTest } from '../customer/email-test.ts';
import { KeyLimits } from '../customer/rates.ts';
import { sendRoutes } from '../customer/send.ts';
import { fastPath, SendRequests } from '../customer/send-requests.ts';
import { Paths } from '../customer/unknown.ts';
import { Imports } from '../operation/changes.ts';
import { type OtherEdges, operatorApi } from '../operator/start.ts';
import { reference, referenceRoutes } from '../reference/routes.ts';
import { namedSchemas } from '../schemas/named.ts';
import { Streams } from '../stream/streams.ts';
import { addHooks, createApp } from './app.ts';
import { ServerConnections, Shedding } from './connections.ts';
import { healthRoutes, Readiness } from './readiness.ts';
import { Recorder, requestIds } from './requests.ts';
import type { Serving } from './serving.ts';
import { answerBrokenRequest } from './wire.ts';

type HttpServer = {
  readonly app: FastifyInstance;
  /** Reports on /health/ready that the process is about to stop; requests are still served. */
  leave(): void;
  /** Asks clients for new connections: another process has joined. */
  shed(): void;
  stop(manner: 'graceful' | 'immediate', budgetMs: number): Promise<void>;
};

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
type Plugin = (app: FastifyInstance) => void | Promise<void>;

export async function buildServer(
  given: Omit<Serving, 'imports'>,
  gatherMetrics: () => Promise<string>,
  sending: Sending,
  edges: OtherEdges,
  worker: { readonly id: string; readonly silentMs: number },
): Promise<HttpServer> {
  const runtime: Serving = { ...given, imports: new Imports() };
  const newRequestId = requestIds();
  let connections: ServerConnections | undefined;
  const app = createApp(runtime, newRequestId, (error, socket) =>
    answerBrokenRequest(error, socket, connections?.of(socket), newRequestId()),
  );
  const recorder = new Recorder(runtime);
  const paths = new Paths();
  addHooks(app, runtime, recorder, (request) => connections?.faultOf(request.raw) ?? paths.fault(request));
  paths.watch(app);
  await reference(app, runtime.config);
  for (const schema of namedSchemas(runtime.config)) app.addSchema(schema);
  const sessions = new SignedInSessions(runtime);
  const overviews = new Overviews(runtime, runtime.reads, worker.id);
  const streams = new Streams(runtime, new Feed(runtime, runtime.reads, worker.id));
  const live = { overviews, streams };
  const readiness = new Readiness(runtime, worker);
  const keys = new Keys(runtime);
  const customers = {
    keys,
    limits: new KeyLimits(runtime),
    sessions,
    config: runtime.config,
    actingFor: actingFor(runtime.db),
    sending,
  };
  const auth = authentication(customers);
  const sends = new SendRequests(app, { runtime, ...customers });
  const plugins: readonly Plugin[] = [
    encapsulated((scope) => sendRoutes(scope, runtime, sends, sending, auth)),
    (root) => customerRoutes(root, runtime, customers, live),
    encapsulated((scope) => customerEmailTest(scope, runtime, auth, edges.testEmail)),
    (root) => compatRoutes(root, new CompatAccess(runtime, keys, sends)),
    encapsulated((scope) => carrierCallbackRoutes(scope, edges.carrierCallbacks)),
    (root) => operatorApi(root, runtime, edges, customers, live),
    (root) => consoleApi(root, runtime, sessions),
    referenceRoutes,
    consoleRoutes,
    (root) => healthRoutes(root, runtime, readiness, gatherMetrics),
    // After all others: it refuses the methods that a path does not have.
    (root) => paths.refuseOthers(root),
  ];
  for (const plugin of plugins) await plugin(app);
  await app.ready();
  const server = app.server as Server;
  const [fastifyHandler] = server.listeners('request') as Handler[];
  server.removeAllListeners('request');
  const isRefused = (request: IncomingMessage) => connections!.faultOf(request) !== undefined;
  server.on('request', fastPath(app, fastifyHandler!, { isRefused, runtime, recorder, newRequestId, sends, keys }));
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  connections = new ServerConnections(server, runtime.config, keys);
  app.shedding = new Shedding(server, (socket) => (connections?.of(socket)?.unanswered ?? 0) > 1);
  const stop: HttpServer['stop'] = (manner, budgetMs) => {
    // An event stream has no end of its own, and would keep the server open.
    streams.end();
    return drain(app, manner, budgetMs);
  };
  return { app, leave: () => readiness.leave(), shed: () => app.shedding?.start(), stop };
}

function encapsulated(plugin: Plugin): Plugin {
  return async (app) => {
    await app.register(async (scope) => plugin(scope));
  };
}

const checkMs = 20;

/** Stops the server without dropping a request. */
async function drain(app: FastifyInstance, manner: 'graceful' | 'immediate', budgetMs: number): Promise<void> {
  const { server } = app;
  app.draining = true;
  const closeIdle = server.closeIdleConnections.bind(server);
  // `close` would close idle connections, on which a client may already be writing its next request.
  server.closeIdleConnections = () => {};
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // An immediate stop closes idle connections. A connection that was just accepted counts as idle although its request may be on the way,
  // so the first check is delayed.
  const sweep = setInterval(() => manner === 'immediate' && closeIdle(), checkMs);
  const budget = setTimeout(() => server.closeAllConnections(), budgetMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(budget);
  await app.close();
}
