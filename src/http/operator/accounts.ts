import type { FastifyInstance } from 'fastify';
import { type AccountProblem, changeAccount, createAccount } from '../../flows/accounts.ts';
import { type AccountDetails, findAccountDetails, listAccountDetails } from '../../store/account/account-details.ts';
import { HttpError } from '../errors.ts';
import { pageOf, pageOfRows, searchable } from '../paging.ts';
import { answer } from '../schemas/messages.ts';
import { operatorShare, type Serving } from '../serving.ts';
import { conflict, noSuch, notFound, operatorErrors } from './errors.ts';
import {
  type AccountBody,
  AccountChange,
  type AccountChangeValues,
  AccountPath,
  type AccountPathValues,
  AccountQuery,
  type AccountQueryValues,
  NewAccount,
  type NewAccountValues,
} from './schemas/accounts.ts';

const tags = ['Accounts'];

export function accountRoutes(app: FastifyInstance, { db, reads }: Serving): void {
  app.post<{ Body: NewAccountValues }>('/accounts', {
    schema: {
      operationId: 'createAccount',
      summary: 'Create an account',
      description: 'It has no key, no price list and no money yet.',
      tags,
      body: NewAccount,
      response: { 201: answer('AccountDetails', 'The new account'), ...operatorErrors },
    },
    handler: async ({ actor, body }, reply) => reply.code(201).send(toBody(await createAccount(db, actor, body))),
  });

  app.get<{ Querystring: AccountQueryValues }>('/accounts', {
    schema: {
      operationId: 'listAccounts',
      summary: 'List accounts',
      description:
        'The account that the service itself sends confirmation codes from is no customer and not among them.',
      tags,
      querystring: AccountQuery,
      response: { 200: answer('AccountPage', 'A page of accounts'), ...operatorErrors },
    },
    handler: ({ query }) =>
      reads.run(operatorShare, async (db) => {
        const page = pageOf(query);
        const rows = await listAccountDetails(db, { ...query, name: searchable('name', query.name), ...page });
        return { accounts: rows.map(toBody), ...pageOfRows(rows, page) };
      }),
  });

  app.get<{ Params: AccountPathValues }>('/accounts/:accountId', {
    schema: {
      operationId: 'getAccount',
      summary: 'Look up an account',
      tags,
      params: AccountPath,
      response: { 200: answer('AccountDetails', 'The account'), ...notFound('account'), ...operatorErrors },
    },
    handler: ({ params }) =>
      reads.run(operatorShare, async (db) =>
        toBody(granted((await findAccountDetails(db, params.accountId)) ?? 'no account')),
      ),
  });

  app.patch<{ Params: AccountPathValues; Body: AccountChangeValues }>('/accounts/:accountId', {
    schema: {
      operationId: 'changeAccount',
      summary: 'Change an account',
      description: 'What is left out stays. A suspended account can send nothing from this moment on.',
      tags,
      params: AccountPath,
      body: AccountChange,
      response: {
        200: answer('AccountDetails', 'The account as it is now'),
        ...notFound('account'),
        ...conflict('The account owes more than the new limit', owesMore),
        ...operatorErrors,
      },
    },
    handler: async ({ actor, params, body }) => toBody(granted(await changeAccount(db, actor, params.accountId, body))),
  });
}

const owesMore = 'The account already owes more than this credit limit; top it up first';

function granted(outcome: AccountDetails | AccountProblem): AccountDetails {
  if (outcome === 'no account') throw noSuch('account');
  if (outcome === 'owes more') throw new HttpError(409, owesMore);
  return outcome;
}

function toBody(account: AccountDetails): AccountBody {
  return {
    accountId: account.id,
    name: account.name,
    currency: account.currency,
    balance: account.balance,
    creditLimit: account.credit_limit,
    status: account.status,
    paused: account.paused,
    contactEmail: account.contact_email,
    receipts: account.receipts,
    inbound: account.inbound,
    doors: account.doors,
    createdAt: account.created_at.toISOString(),
  };
}
