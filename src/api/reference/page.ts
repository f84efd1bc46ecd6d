import { createHash } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { Cache } from '../../domain/cache.ts';
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

export type ReferencePage = { readonly document: string; readonly title: string };

/**
 * The page at `/docs` that shows an API document, with its scripts. They use 20 MB of memory, so the first request loads them: most
 * processes never get one.
 */
export function referencePage(app: FastifyInstance, page: ReferencePage): void {
  const files = new Cache<string, Promise<File>>(mostKept);
  let opened: Promise<FastifyInstance> | undefined;
  const read = async (url: string): Promise<File> => {
    opened ??= open(`${app.prefix}/docs`, page);
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
      if (statusCode === 404) throw new HttpError(404, 'There is no such page');
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
