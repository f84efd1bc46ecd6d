import type { FastifyInstance } from 'fastify';
import type { Runtime } from '../../runtime.ts';
import { findAccount } from '../../store/account.ts';
import type { Authentication } from '../auth.ts';
import { commonErrors } from '../schemas/errors.ts';
import { answer } from '../schemas/messages.ts';

export function accountRoutes(app: FastifyInstance, { db }: Runtime, onRequest: Authentication): void {
  app.get('/v1/account', {
    onRequest,
    schema: {
      operationId: 'getAccount',
      summary: 'Balance and prices (extension)',
      tags: ['Account'],
      response: { 200: answer('Account', 'The account that calls'), ...commonErrors },
    },
    handler: async (request) => {
      const account = await findAccount(db, request.principal.accountId);
      return {
        accountId: account.id,
        name: account.name,
        currency: account.currency,
        balance: Number(account.balance),
        creditLimit: Number(account.credit_limit),
        prices: account.prices.map((price) => ({ ...price, unitPrice: Number(price.unitPrice) })),
      };
    },
  });
}
