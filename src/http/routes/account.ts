import type { FastifyInstance } from 'fastify';
import { findAccount } from '../../store/account/account.ts';
import { findLatin1Warnings } from '../../store/smpp/latin1.ts';
import type { Authentication } from '../auth.ts';
import { commonErrors } from '../schemas/errors.ts';
import { answer } from '../schemas/messages.ts';
import type { Serving } from '../serving.ts';

export function accountRoutes(app: FastifyInstance, { reads }: Serving, auth: Authentication): void {
  app.get('/v1/account', {
    onRequest: auth.looks,
    schema: {
      operationId: 'getAccount',
      summary: 'Balance, prices and warnings (extension)',
      tags: ['Account'],
      response: { 200: answer('Account', 'The account that calls'), ...commonErrors },
    },
    handler: (request) =>
      reads.run(request.principal.accountId, async (db) => {
        const account = await findAccount(db, request.principal.accountId);
        return {
          accountId: account.id,
          name: account.name,
          currency: account.currency,
          balance: Number(account.balance),
          creditLimit: Number(account.credit_limit),
          prices: account.prices.map((price) => ({ ...price, unitPrice: Number(price.unitPrice) })),
          smppWarnings: (await findLatin1Warnings(db, account.id)).map(({ lastAt, ...warning }) => ({
            ...warning,
            lastAt: lastAt.toISOString(),
          })),
        };
      }),
  });
}
