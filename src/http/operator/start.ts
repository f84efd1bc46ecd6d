import type { FastifyInstance } from 'fastify';
import type { Callbacks, CheckUrl, TestUrl } from '../../flows/carriers.ts';
import type { Sessions } from '../../flows/console/sessions.ts';
import type { TryEmail } from '../email-trial.ts';
import { refuseEncoded } from '../encoding.ts';
import type { Live } from '../live.ts';
import type { Serving } from '../serving.ts';
import { accountOperations } from './accounts.ts';
import { assignmentRoutes } from './assignments.ts';
import { auditRoutes } from './audit.ts';
import { operatorAccess } from './auth.ts';
import { cancellationRoutes } from './cancellations.ts';
import { carrierTestRoute } from './carrier-test.ts';
import { carrierRoutes } from './carriers.ts';
import { emailTrialRoutes } from './email-trial.ts';
import { emailRoutes } from './emails.ts';
import { erasureRoutes } from './erasures.ts';
import { healthRoutes } from './health.ts';
import { inboundRoutes } from './inbound.ts';
import { keyOperations } from './keys.ts';
import { ledgerRoutes } from './ledger.ts';
import { leaveOut, refuseProbes } from './left-out.ts';
import { messageFileRoutes } from './message-file.ts';
import { messageRoutes } from './messages.ts';
import { consoleLinkRoutes, operatorRoutes as namedOperatorRoutes } from './operators.ts';
import { optOutRoutes } from './opt-outs.ts';
import { overviewRoutes } from './overview.ts';
import { pauseRoutes } from './pauses.ts';
import { phoneRoutes } from './phones.ts';
import { priceImportRoutes } from './price-import.ts';
import { priceRoutes } from './prices.ts';
import { operatorReference } from './reference.ts';
import { routeRoutes } from './routes.ts';
import { routingRoutes } from './routing.ts';
import { operatorSchemas } from './schemas.ts';
import { senderRoutes } from './senders.ts';
import { smppBindRoutes } from './smpp-binds.ts';
import { smppCredentialRoutes } from './smpp-credentials.ts';
import { statisticsRoutes } from './statistics.ts';
import { streamRoutes } from './stream.ts';
import { timelineRoutes } from './timeline.ts';
import { verifyRoutes } from './verify.ts';
import { webhookRoutes } from './webhooks.ts';

/** What the operator asks of other edges; the service hands it in, since edges do not know each other. */
export type OtherEdges = {
  readonly checkCarrierUrl: CheckUrl;
  readonly testCarrierUrl: TestUrl;
  readonly carrierCallbacks: Callbacks;
  readonly tryEmail: TryEmail;
};

/** Everything under /admin: the operator's endpoints behind their token, and the reference in front of it. */
export async function operatorApi(
  app: FastifyInstance,
  runtime: Serving,
  edges: OtherEdges,
  sessions: Sessions,
  live: Live,
): Promise<void> {
  app.decorateRequest('actor', null as never);
  await app.register(
    async (scope) => {
      for (const schema of operatorSchemas) scope.addSchema(schema);
      await operatorReference(scope, runtime.config.serviceName);
      await scope.register(async (guarded) => operatorRoutes(guarded, runtime, edges, sessions, live), {
        prefix: '/v1',
      });
    },
    { prefix: '/admin' },
  );
}

async function operatorRoutes(
  guarded: FastifyInstance,
  runtime: Serving,
  edges: OtherEdges,
  sessions: Sessions,
  live: Live,
): Promise<void> {
  guarded.addHook('onRequest', operatorAccess(runtime, sessions));
  guarded.addHook('preSerialization', leaveOut);
  guarded.addHook('onRequest', refuseEncoded);
  guarded.addHook('preHandler', refuseProbes);
  guarded.addHook('preHandler', async ({ params }) => lowerIds(params));
  for (const { route } of [...accountOperations, ...keyOperations]) guarded.route(route(runtime));
  smppCredentialRoutes(guarded, runtime);
  priceRoutes(guarded, runtime);
  priceImportRoutes(guarded, runtime);
  assignmentRoutes(guarded, runtime);
  ledgerRoutes(guarded, runtime);
  senderRoutes(guarded, runtime);
  optOutRoutes(guarded, runtime);
  carrierRoutes(guarded, runtime, edges.checkCarrierUrl);
  carrierTestRoute(guarded, runtime, edges);
  routeRoutes(guarded, runtime);
  routingRoutes(guarded, runtime);
  messageRoutes(guarded, runtime);
  messageFileRoutes(guarded, runtime);
  timelineRoutes(guarded, runtime);
  pauseRoutes(guarded, runtime);
  cancellationRoutes(guarded, runtime);
  webhookRoutes(guarded, runtime);
  smppBindRoutes(guarded, runtime);
  inboundRoutes(guarded, runtime);
  phoneRoutes(guarded, runtime);
  emailRoutes(guarded, runtime);
  emailTrialRoutes(guarded, runtime, edges.tryEmail);
  statisticsRoutes(guarded, runtime);
  overviewRoutes(guarded, runtime, live.overviews);
  streamRoutes(guarded, live.streams);
  healthRoutes(guarded, runtime, edges.checkCarrierUrl);
  auditRoutes(guarded, runtime);
  erasureRoutes(guarded, runtime);
  verifyRoutes(guarded, runtime);
  namedOperatorRoutes(guarded, runtime);
  consoleLinkRoutes(guarded, runtime);
}

/** Every parameter of these paths is an id. They are compared, and kept in the audit trail, as they were given out. */
function lowerIds(params: unknown): void {
  const ids = params as Record<string, string>;
  for (const [name, id] of Object.entries(ids)) ids[name] = id.toLowerCase();
}
