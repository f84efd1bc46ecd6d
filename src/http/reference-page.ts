import fastify, { type FastifyInstance } from 'fastify';

/** Nothing from elsewhere: a reference works without the internet. */
const offline = {
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
} as const;

export type ReferencePage = { readonly document: string; readonly title: string };

/**
 * The page that shows a document, at `/docs`, with its scripts. They are 20 MB in memory, so they are loaded by the first who asks for them: most
 * processes are never asked.
 */
export function referencePage(app: FastifyInstance, page: ReferencePage): void {
  let opened: Promise<FastifyInstance> | undefined;
  const serve = async (url: string) => {
    opened ??= open(`${app.prefix}/docs`, page);
    return (await opened).inject({ method: 'GET', url });
  };
  for (const path of ['/docs', '/docs/*']) {
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      const { statusCode, headers, rawPayload } = await serve(request.url);
      const { location, 'content-type': type } = headers;
      if (location !== undefined) reply.header('location', location);
      if (type !== undefined) reply.header('content-type', type);
      return reply.code(statusCode).send(rawPayload);
    });
  }
}

async function open(prefix: string, { document, title }: ReferencePage): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const pages = fastify();
  await pages.register(scalar, {
    routePrefix: prefix as `/${string}`,
    configuration: { url: document, pageTitle: title, ...offline },
  });
  await pages.ready();
  return pages;
}
