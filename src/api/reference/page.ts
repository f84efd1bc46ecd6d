import { createHash } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { version } from '../../base/version.ts';
import { Cache } from '../../domain/cache.ts';
import type { RequestExamples } from '../schemas/request-examples.ts';
import type { webhooks } from '../schemas/webhook-events.ts';
import { HttpError } from '../server/errors.ts';
import { pageHeaders } from '../server/page-headers.ts';

/** No external resources: the reference works without internet access. */
const offline = {
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
} as const;

type File = { statusCode: number; headers: Record<string, number | string | string[] | undefined>; body: Buffer };

/** Files cached per reference: the page, its script, and some unknown paths that a client may request in a loop. */
const mostKept = 8;

/** The page at `/docs`. Its scripts use 20 MB of memory, so the first request loads them: most processes never get one. */
export function referencePage(app: FastifyInstance, title: string): void {
  const files = new Cache<string, Promise<File>>(mostKept);
  let opened: Promise<FastifyInstance> | undefined;
  const read = async (url: string): Promise<File> => {
    opened ??= open(app.prefix, title);
    const { statusCode, headers, rawPayload } = await (await opened).inject({ method: 'GET', url });
    const { location, 'content-type': type } = headers;
    const isPage = String(type).startsWith('text/html');
    const own = isPage ? pageHeaders(policyFor(rawPayload.toString())) : { 'content-type': type };
    return { statusCode, headers: { location, ...own }, body: rawPayload };
  };
  for (const path of ['/docs', '/docs/*']) {
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      const url = request.url.split('?', 1)[0]!;
      const { statusCode, headers, body } = await files.of(url, read).catch((error: unknown) => {
        files.delete(url);
        opened = undefined;
        throw error;
      });
      if (statusCode === 404) throw new HttpError(404, 'Page not found');
      for (const [name, value] of Object.entries(headers)) if (value !== undefined) reply.header(name, value);
      return reply.code(statusCode).send(body);
    });
  }
}

/** The page configures Scalar in one inline script, which is allowed by its hash; Scalar adds styles while it runs. */
function policyFor(html: string): Record<string, string> {
  const inline = [...html.matchAll(/<script(?: type="text\/javascript")?>(.*?)<\/script>/gs)].map(
    ([, script]) => script!,
  );
  const hashes = inline.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return {
    'script-src': ["'self'", ...hashes].join(' '),
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': "'self' data:",
    'connect-src': "'self'",
  };
}

async function open(prefix: string, pageTitle: string): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const pages = fastify();
  await pages.register(scalar, {
    routePrefix: `${prefix as '/'}/docs`,
    configuration: { url: `${prefix}/openapi.json`, pageTitle, ...offline },
  });
  await pages.ready();
  return pages;
}

type ApiDocument = { paths?: object; webhooks?: object; components?: { schemas?: Record<string, object> } };
type DocumentedOperation = { operationId?: string; requestBody?: { content?: Record<string, { examples?: object }> } };

/** Without examples the reference page generates them from the schema, with a value for every optional field. */
function withExamples<T extends ApiDocument>(document: T, examples: RequestExamples): T {
  const operations = Object.values((document.paths ?? {}) as Record<string, Record<string, DocumentedOperation>>);
  for (const { operationId = '', requestBody } of operations.flatMap((methods) => Object.values(methods))) {
    const json = requestBody?.content?.['application/json'];
    const value = examples[operationId];
    if (json !== undefined && value !== undefined) json.examples = { usual: { value } };
  }
  return document;
}

/** Removes schemas that no path or webhook refers to: the generator collects the schemas of both documents. */
function withoutUnusedSchemas<T extends ApiDocument>(document: T): T {
  const schemas = document.components?.schemas ?? {};
  const reached = new Set<string>();
  const follow = (part: unknown): void => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (reached.has(name!)) continue;
      reached.add(name!);
      follow(schemas[name!] ?? {});
    }
  };
  follow([document.paths ?? {}, document.webhooks ?? {}]);
  const kept = Object.entries(schemas).filter(([name]) => reached.has(name));
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(kept) } };
}

/** The session cookie of the console. With TLS its name begins with `__Host-`. */
const session = { type: 'apiKey', in: 'cookie', name: 'hermod_session' } as const;
const schemes = {
  apikey: { apikey: { type: 'apiKey', in: 'header', name: 'apikey' } },
  token: { token: { type: 'http', scheme: 'bearer' } },
} as const;

type Described = {
  readonly title: string;
  readonly description: string;
  /** The authentication that a session can replace. */
  readonly by: 'apikey' | 'token';
  readonly tags: { name: string; description: string }[];
  readonly webhooks?: typeof webhooks;
};

/** Options of the generator of an API document. */
export const documentOptions = ({ title, description, by, tags, webhooks }: Described) => ({
  openapi: {
    openapi: '3.1.0',
    info: { title, version, description, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/', description: 'This service' }],
    tags,
    components: { securitySchemes: { ...schemes[by], session } },
    security: [{ [by]: [] }, { session: [] }],
    externalDocs: { url: '/guides', description: 'Guides' },
    ...(webhooks && { webhooks }),
  },
  refResolver: { buildLocalReference: (json: Record<string, unknown>) => json['$id'] as string },
});

/** Generated by the first request and cached: routes do not change while a process runs, and anyone may request it in a loop. */
export function documentRoute(app: FastifyInstance, document: () => ApiDocument, examples: RequestExamples): void {
  let kept: Buffer | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, (_request, reply) => {
    kept ??= Buffer.from(JSON.stringify(withExamples(withoutUnusedSchemas(document()), examples)));
    return reply.type('application/json; charset=utf-8').send(kept);
  });
}
