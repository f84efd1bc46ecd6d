import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { documentOptions, documentRoute, referencePage } from '../reference/page.ts';
import { operatorRequestExamples } from './schemas/request-examples.ts';

declare module 'fastify' {
  interface FastifyInstance {
    operatorDocument(): object;
  }
}

const description = `Manage accounts, keys, prices, senders and carriers.

Authenticate with \`Authorization: Bearer <operator token>\`, or with the cookie of a console session; requests with a cookie that change
something also need the header \`hermod-console: 1\`. Amounts are strings with at most six decimals. Lists are newest first and return a
\`nextCursor\` unless the page is the last. Every change is written to the audit log under the name in \`X-Operator\` (free text; default
\`operator\`). Every error is a JSON object with the single field \`error\`.`;

const tags = [
  { name: 'Accounts', description: 'Customers, their limits and balances' },
  { name: 'Keys', description: 'API keys of accounts; a key is shown once' },
  { name: 'SMPP', description: 'SMPP credentials and binds of customers; a password is shown once' },
  { name: 'Prices', description: 'Price lists and their assignment to accounts' },
  { name: 'Senders', description: 'Sender IDs of all accounts, and their approval' },
  { name: 'Opt-outs', description: 'Recipients who opted out of the messages of an account' },
  { name: 'Carriers', description: 'Carriers, routes, costs and unmatched receipts' },
  { name: 'Traffic', description: 'Messages, webhooks, inbound SMS and e-mails of all accounts' },
  { name: 'Queue', description: 'Waiting messages and incidents: what waits and why; pause, resume, cancel' },
  { name: 'Verification', description: 'Verification codes: conversion, blocks and limits' },
  { name: 'Operators', description: 'Operators of the console, and sign-in links' },
  { name: 'Health', description: 'State of the service' },
  { name: 'Audit', description: 'Audit log and erasure of phone numbers' },
];

/** A separate document, so that customers see only their own API. */
export async function operatorReference(scope: FastifyInstance, serviceName: string): Promise<void> {
  await scope.register(swagger, {
    decorator: 'operatorDocument',
    ...documentOptions({
      title: `${serviceName} operator API`,
      description,
      tags,
      by: 'token',
    }),
  });
  referencePage(scope, `${serviceName} operator reference`);
  documentRoute(scope, () => scope.operatorDocument(), operatorRequestExamples);
}
