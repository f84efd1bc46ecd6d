import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { version } from '../../base/version.ts';
import { documentRoute } from '../document.ts';
import { session } from '../reference.ts';
import { referencePage } from '../reference-page.ts';
import { operatorRequestExamples } from './schemas/request-examples.ts';

declare module 'fastify' {
  interface FastifyInstance {
    operatorDocument(): object;
  }
}

const description = `Run the service for your customers: accounts, keys, prices, senders, carriers.

Every request carries \`Authorization: Bearer <operator token>\`, or the cookie of the console's session (then what changes something also
\`hermod-console: 1\`). Amounts are texts with at most six decimals, exact in both
directions. Lists are newest first and give a \`nextCursor\` while there is more. Every change is written to the audit trail under the
name in \`X-Operator\` (a free text; \`operator\` if left out). Every error is a JSON object with the one field \`error\`.`;

const tags = [
  { name: 'Accounts', description: 'Customers, their limits and their money' },
  { name: 'Keys', description: 'API keys of an account; a key is shown once' },
  { name: 'SMPP', description: 'Credentials with which customers bind by SMPP; a password is shown once' },
  { name: 'Prices', description: 'Price lists and who has them' },
  { name: 'Senders', description: 'Names and numbers that wait for approval' },
  { name: 'Opt-outs', description: 'Who wants no messages of an account' },
  { name: 'Carriers', description: 'Connections, routes and what came back over them' },
  { name: 'Traffic', description: 'Messages, webhooks, inbound SMS and e-mails of all accounts' },
  { name: 'Queue', description: 'Messages that wait: pausing, going on, cancelling' },
  { name: 'Verification', description: 'Verification codes: what is confirmed, blocks and limits' },
  { name: 'Operators', description: 'Who logs in to the console, and links that lead there' },
  { name: 'Health', description: 'How the service is doing' },
  { name: 'Audit', description: 'Who changed what, and what is to be forgotten' },
];

/** A document of its own: customers are shown theirs only. */
export async function operatorReference(scope: FastifyInstance, serviceName: string): Promise<void> {
  await scope.register(swagger, {
    decorator: 'operatorDocument',
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${serviceName} operator API`,
        version,
        description,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'This service' }],
      tags,
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' }, session } },
      security: [{ token: [] }, { session: [] }],
    },
    refResolver: { buildLocalReference: (json) => json['$id'] as string },
  });
  referencePage(scope, {
    document: '/admin/openapi.json',
    title: `${serviceName} operator reference`,
  });
  documentRoute(scope, () => scope.operatorDocument(), operatorRequestExamples);
}
