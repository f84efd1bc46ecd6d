import type { FastifyInstance } from 'fastify';
import { startKeyUses } from '../../flows/accounts/keys.ts';
import type { Sending } from '../../flows/sending/send.ts';
import { writeSessionUses } from '../../store/console/sessions.ts';
import { HttpError } from '../server/errors.ts';
import type { Serving } from '../server/serving.ts';
import { optOutOperations } from '../shared/opt-out-operations.ts';
import type { Live } from '../stream/streams.ts';
import { accountListOperations, accountOperations, consoleLinkOperations } from './account.ts';
import { authentication, type Callers } from './auth.ts';
import { keyOperations } from './keys.ts';
import { messageOperations } from './messages.ts';
import { registerForCustomers } from './operation.ts';
import { selectionOperations } from './selection.ts';
import { senderSettingsOperations } from './sender-settings.ts';
import { registrationOperations } from './senders.ts';
import { statisticsOperations } from './statistics.ts';
import { templateOperations } from './templates.ts';
import { verifyOperations } from './verify.ts';
import { webhookEndpointOperations } from './webhook-endpoints.ts';
import { webhookOperations } from './webhooks.ts';

type Customers = Callers & { readonly sending: Sending };

/** Everything under /v1 except sending, which has a fast path. */
export function customerRoutes(app: FastifyInstance, serving: Serving, customers: Customers, live: Live): void {
  const { keys, sessions, sending } = customers;
  app.decorateRequest('principal', null as never);
  const uses = [startKeyUses(serving, keys.uses), startKeyUses(serving, sessions.uses, writeSessionUses)];
  app.addHook('onClose', async () => {
    await Promise.all(uses.map((each) => each.stop()));
  });
  registerForCustomers(app, serving, authentication(customers), [
    ...messageOperations(serving),
    ...selectionOperations(customers),
    ...accountOperations,
    ...webhookOperations,
    ...webhookEndpointOperations,
    ...consoleLinkOperations,
    ...keyOperations,
    ...statisticsOperations(live),
    ...accountListOperations(serving),
    ...optOutOperations(serving, 'customer'),
    ...verifyOperations(sending),
    ...templateOperations(sending),
  ]);
  const senderAuth = authentication(customers, 400);
  registerForCustomers(app, serving, senderAuth, [...registrationOperations, ...senderSettingsOperations]);
  for (const path of ['/v1/senders', '/v1/senders/confirm']) {
    app.delete(path, { onRequest: senderAuth.write, schema: { hide: true }, handler: refuseWithoutId });
  }
}

function refuseWithoutId(): never {
  throw new HttpError(400, 'The id of the sender is missing: DELETE /v1/senders/{senderId}');
}
