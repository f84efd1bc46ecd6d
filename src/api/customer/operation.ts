import type { FastifyInstance } from 'fastify';
import type { Audience, Operation } from '../operation/declaration.ts';
import { addOperations, operationsFor } from '../operation/operation.ts';
import { badQuery, commonErrors, senderCommonErrors } from '../schemas/errors.ts';
import { refuseEncoded } from '../server/bodies.ts';
import type { Serving } from '../server/serving.ts';
import type { Authentication } from './auth.ts';

const customers: Audience = {
  anyId: true,
  owner: ({ principal }) => principal.accountId,
  errors: (hasQuery) => ({ ...(hasQuery && badQuery), ...commonErrors }),
};

/** Operations of one tag: `customerOperations('Messages')({ id: 'getMessage', get: '/v1/sms/messages/:messageId', … })`. */
export const customerOperations = operationsFor(customers);

export const customerSenderOperations = operationsFor({ ...customers, errors: () => senderCommonErrors });

export function registerForCustomers(
  app: FastifyInstance,
  serving: Serving,
  auth: Authentication,
  operations: readonly Operation[],
): void {
  addOperations(app, serving, operations, ({ isWrite, hasBody }) => ({
    onRequest: [isWrite ? auth.write : auth.read, ...(hasBody ? [refuseEncoded] : [])],
  }));
}
