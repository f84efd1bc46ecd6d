import swagger from '@fastify/swagger';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { version } from '../version.ts';
import { withoutStrangers } from './document.ts';

const description = `Send SMS over HTTP, and learn by webhook what became of them.

Every request carries the header \`apikey\`. Every error is a JSON object with the one field \`error\`.
Operations marked *extension* go beyond the messaging interface and never change what it says.`;

/** Nothing from elsewhere: a reference works without the internet. */
export const offlinePage = {
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
} as const;

/** The document comes from the very schemas that validate; the page reads it and brings its own scripts along. */
export async function reference(app: FastifyInstance, serviceName: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${serviceName} API`,
        version,
        description,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'This service' }],
      tags: [
        { name: 'Messages', description: 'Send and follow messages' },
        { name: 'Senders', description: 'Register, confirm and delete what messages are sent from' },
        { name: 'Webhooks', description: 'What was sent to your endpoints, and sending it again' },
        { name: 'Account', description: 'Balance and prices' },
      ],
      components: { securitySchemes: { apikey: { type: 'apiKey', in: 'header', name: 'apikey' } } },
      security: [{ apikey: [] }],
    },
    // The operator's endpoints have a document of their own.
    transform: ({ schema, url }) => ({ schema: url.startsWith('/admin/') ? { ...schema, hide: true } : schema, url }),
    refResolver: { buildLocalReference: (json) => json['$id'] as string },
  });
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      pageTitle: `${serviceName} API reference`,
      ...offlinePage,
    },
  });
}

export function referenceRoutes(app: FastifyInstance): void {
  app.get('/openapi.json', { schema: { hide: true } }, () => withoutStrangers(app.swagger()));
  // Until there is a console, the front page is the reference.
  app.get('/', { schema: { hide: true } }, (_request, reply) => reply.redirect('/docs'));
}
