import type { FastifyInstance } from 'fastify';
import type { TSchema } from '../../base/type.ts';
import type { CarrierCallbacks, CheckUrl, TestUrl } from '../../flows/carriers/carriers.ts';
import type { SignedInSessions } from '../../flows/console/sessions.ts';
import type { Sending } from '../../flows/sending/send.ts';
import { addOperations } from '../operation/operation.ts';
import { operatorStatisticsSchemas } from '../schemas/statistics.ts';
import { MessageTimeline, MessageTimelineEntry } from '../schemas/timeline.ts';
import { refuseEncoded } from '../server/bodies.ts';
import type { Serving } from '../server/serving.ts';
import type { TestEmail } from '../shared/email-test.ts';
import { optOutOperations } from '../shared/opt-out-operations.ts';
import type { Live } from '../stream/streams.ts';
import { AccountDetails, AccountPage, accountOperations } from './accounts.ts';
import { Attention, attentionOperations } from './attention.ts';
import { AuditEntry, AuditPage, auditOperations } from './audit.ts';
import { operatorAccess } from './auth.ts';
import { carrierOperations } from './carriers.ts';
import { healthOperations } from './health.ts';
import { keyOperations, keySchemas } from './keys.ts';
import { ledgerOperations, ledgerSchemas } from './ledger.ts';
import { consoleAccessSchemas, operatorAccessOperations } from './operators.ts';
import { priceOperations, priceSchemas } from './prices.ts';
import { redact, refuseHiddenFilters } from './redact.ts';
import { operatorReference } from './reference.ts';
import { routeOperations } from './routes.ts';
import { routingOperations } from './routing.ts';
import { carrierSchemas } from './schemas/carriers.ts';
import { emailSchemas } from './schemas/emails.ts';
import { Erased } from './schemas/erasures.ts';
import { HealthReport } from './schemas/health.ts';
import { incidentSchemas } from './schemas/incidents.ts';
import { queueSchemas } from './schemas/queue.ts';
import { routingSchemas } from './schemas/routing.ts';
import { smppBindSchemas } from './schemas/smpp-binds.ts';
import { smppCredentialSchemas } from './schemas/smpp-credentials.ts';
import { phoneSchemas, trafficSchemas } from './schemas/traffic.ts';
import { senderOperations, senderSchemas } from './senders.ts';
import { smppCredentialOperations } from './smpp-credentials.ts';
import { emailOperations, operatorEmailTest } from './traffic/emails.ts';
import { inboundOperations } from './traffic/inbound.ts';
import { incidentOperations } from './traffic/incidents.ts';
import { messageOperations } from './traffic/messages.ts';
import { cancellationOperations, pauseOperations } from './traffic/queue.ts';
import { resendOperations, resendSchemas } from './traffic/resend.ts';
import { smppBindOperations } from './traffic/smpp-binds.ts';
import { statisticsOperations } from './traffic/statistics.ts';
import { verifyOperations, verifySchemas } from './traffic/verify.ts';
import { webhookOperations } from './traffic/webhooks.ts';

/** Functions of other edges. The service passes them in, because edges do not import each other. */
export type OtherEdges = {
  readonly checkCarrierUrl: CheckUrl;
  readonly testCarrierUrl: TestUrl;
  readonly carrierCallbacks: CarrierCallbacks;
  readonly testEmail: TestEmail;
};

type Customers = { readonly sessions: SignedInSessions; readonly sending: Sending };

/** Everything under /admin: the operator API, and its reference, which needs no token. */
export async function operatorApi(
  app: FastifyInstance,
  runtime: Serving,
  edges: OtherEdges,
  customers: Customers,
  live: Live,
): Promise<void> {
  app.decorateRequest('actor', null as never);
  await app.register(
    async (scope) => {
      for (const schema of operatorSchemas) scope.addSchema(schema);
      await operatorReference(scope, runtime.config.serviceName);
      await scope.register(async (guarded) => operatorRoutes(guarded, runtime, edges, customers, live), {
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
  { sessions, sending }: Customers,
  live: Live,
): Promise<void> {
  guarded.addHook('onRequest', operatorAccess(runtime, sessions));
  guarded.addHook('preSerialization', redact);
  guarded.addHook('onRequest', refuseEncoded);
  guarded.addHook('preHandler', refuseHiddenFilters);
  guarded.addHook('preHandler', async ({ params }) => lowerIds(params));
  addOperations(guarded, runtime, [
    ...accountOperations,
    ...keyOperations,
    ...smppCredentialOperations,
    ...priceOperations,
    ...ledgerOperations(runtime),
    ...senderOperations,
    ...optOutOperations(runtime, 'operator'),
    ...carrierOperations(edges.checkCarrierUrl, edges.testCarrierUrl),
    ...routeOperations,
    ...routingOperations,
    ...messageOperations(runtime),
    ...resendOperations(sending),
    ...pauseOperations,
    ...cancellationOperations,
    ...incidentOperations,
    ...webhookOperations,
    ...smppBindOperations,
    ...inboundOperations,
    ...emailOperations,
    ...statisticsOperations(live),
    ...healthOperations(edges.checkCarrierUrl),
    ...attentionOperations(live.overviews),
    ...auditOperations(runtime),
    ...verifyOperations,
    ...operatorAccessOperations,
  ]);
  operatorEmailTest(guarded, runtime, edges.testEmail);
}

/** Every parameter of these paths is an id. Ids are compared and audited in lower case. */
function lowerIds(params: unknown): void {
  const ids = params as Record<string, string>;
  for (const [name, id] of Object.entries(ids)) ids[name] = id.toLowerCase();
}

const operatorSchemas: TSchema[] = [
  AccountDetails,
  AccountPage,
  AuditEntry,
  AuditPage,
  Erased,
  HealthReport,
  Attention,
  ...keySchemas,
  ...smppCredentialSchemas,
  ...ledgerSchemas,
  ...priceSchemas,
  ...senderSchemas,
  ...carrierSchemas,
  ...routingSchemas,
  ...operatorStatisticsSchemas,
  ...trafficSchemas,
  ...queueSchemas,
  ...resendSchemas,
  ...incidentSchemas,
  MessageTimelineEntry,
  MessageTimeline,
  ...phoneSchemas,
  ...emailSchemas,
  ...smppBindSchemas,
  ...consoleAccessSchemas,
  ...verifySchemas,
];
