import type { FastifyInstance, FastifySchemaValidationError } from 'fastify';
import type { Runtime } from '../../runtime.ts';
import { HttpError } from '../errors.ts';
import { describe } from '../shape.ts';
import { accountRoutes } from './accounts.ts';
import { assignmentRoutes } from './assignments.ts';
import { auditRoutes } from './audit.ts';
import { operatorAccess } from './auth.ts';
import { inboundRoutes } from './inbound.ts';
import { keyRoutes } from './keys.ts';
import { ledgerRoutes } from './ledger.ts';
import { messageRoutes } from './messages.ts';
import { priceImportRoutes } from './price-import.ts';
import { priceRoutes } from './prices.ts';
import { operatorReference } from './reference.ts';
import { operatorSchemas } from './schemas.ts';
import { statisticsRoutes } from './statistics.ts';
import { webhookRoutes } from './webhooks.ts';

/** Everything under /admin: the operator's endpoints behind their token, and the reference in front of it. */
export async function operatorApi(app: FastifyInstance, runtime: Runtime): Promise<void> {
  app.decorateRequest('actor', null as never);
  await app.register(
    async (scope) => {
      scope.setSchemaErrorFormatter(
        (errors) => new HttpError(400, describe(errors[0] as FastifySchemaValidationError)),
      );
      for (const schema of operatorSchemas) scope.addSchema(schema);
      await operatorReference(scope, runtime.config.serviceName);
      await scope.register(async (guarded) => operatorRoutes(guarded, runtime), { prefix: '/v1' });
    },
    { prefix: '/admin' },
  );
}

async function operatorRoutes(guarded: FastifyInstance, runtime: Runtime): Promise<void> {
  guarded.addHook('onRequest', operatorAccess(runtime));
  accountRoutes(guarded, runtime);
  keyRoutes(guarded, runtime);
  priceRoutes(guarded, runtime);
  priceImportRoutes(guarded, runtime);
  assignmentRoutes(guarded, runtime);
  ledgerRoutes(guarded, runtime);
  messageRoutes(guarded, runtime);
  webhookRoutes(guarded, runtime);
  inboundRoutes(guarded, runtime);
  statisticsRoutes(guarded, runtime);
  auditRoutes(guarded, runtime);
}
