import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { HttpError } from '../server/errors.ts';
import { pageHeaders } from '../server/page-headers.ts';
import { isBeingBuilt, waitingPage } from './building.ts';
import { servedPaths } from './paths.ts';

const built = fileURLToPath(new URL('../../../console/dist', import.meta.url));
const hidden = { schema: { hide: true } };
type Named = { Params: { name: string } };

/**
 * The console: one page for all of its paths, its assets, and the documents of this release, which need no sign-in. All are read from disk
 * per request, so a later build is served without a restart. Without a build, the front page redirects to the reference.
 */
export function consoleRoutes(app: FastifyInstance): void {
  for (const path of servedPaths()) app.get(path, hidden, (_request, reply) => answerPage(path, reply));
  app.get('/guides', hidden, async (_request, reply) => answerGuide('index', reply));
  app.get<Named>('/guides/:name', hidden, async ({ params }, reply) => answerGuide(params.name, reply));
  app.get<Named>('/assets/:name', hidden, async ({ params, headers }, reply) => {
    const asset = await readAsset(params.name, String(headers['accept-encoding'] ?? ''));
    if (!asset) throw new HttpError(404, 'File not found');
    return reply.headers(asset.headers).send(asset.body);
  });
}

async function answerPage(path: string, reply: FastifyReply): Promise<FastifyReply> {
  const template = await readIfThere(join(built, 'index.html'));
  if (template !== undefined) {
    const nonce = randomBytes(16).toString('base64');
    return reply.headers(indexHeaders(nonce)).send(template.toString().replaceAll(placeholder, nonce));
  }
  if (await isBeingBuilt()) return reply.code(503).headers(waitingPage.headers).send(waitingPage.html);
  if (path === '/') return reply.redirect('/docs');
  throw new HttpError(404, 'The console is not built; build it with: node scripts/console.mjs');
}

/** The placeholder of the nonce in index.html; console/vite.config.ts writes it. */
const placeholder = '__NONCE__';

const noCache = { 'cache-control': 'no-cache' };
const sources = { 'script-src': "'self'", 'style-src': "'self'", 'img-src': "'self' data:" };

/**
 * Scripts come from files only; styles that components add at run time have a nonce, new in each response. The page (1 KB) therefore has no
 * ETag: after "304 Not Modified" a browser would combine the old page with the nonce of the new header.
 */
function indexHeaders(nonce: string): Record<string, string> {
  const own = { 'style-src': `'self' 'nonce-${nonce}'`, 'font-src': "'self'", 'connect-src': "'self'" };
  return { ...pageHeaders({ ...sources, ...own }), ...noCache };
}

const guideHeaders = { ...pageHeaders({ ...sources, 'connect-src': "'self'" }), ...noCache };
/** A name that the build makes from the path of a document. It has no separators, so it cannot leave the folder. */
const guideName = /^[\w-]+$/;

async function answerGuide(name: string, reply: FastifyReply): Promise<FastifyReply> {
  const page = guideName.test(name) ? await readIfThere(join(built, 'guides', `${name}.html`)) : undefined;
  if (page === undefined) throw new HttpError(404, 'Guide not found; /guides lists all guides');
  return reply.headers(guideHeaders).send(page);
}

/** File names of the build: name, content hash, extension. They have no separators, so they cannot leave the folder. */
const assetName = /^[\w-]+(?:\.[\w-]+)*\.(?:js|css|svg|png|woff2)$/;

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

const endings = { br: '.br', gzip: '.gz' } as const;
type Encoding = keyof typeof endings;
type Asset = { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> };

/**
 * A file of the build, compressed at build time. Read from disk each time: browsers request a file once, because its name changes with
 * the content, and a copy in each process would take a megabyte.
 */
async function readAsset(name: string, acceptEncoding: string): Promise<Asset | undefined> {
  if (!assetName.test(name)) return undefined;
  const file = join(built, 'assets', name);
  const encoding = encodingOf(acceptEncoding);
  const compressed = encoding && (await readIfThere(file + endings[encoding]));
  const body = compressed ?? (await readIfThere(file));
  if (!body) return undefined;
  const headers = {
    'content-type': types[extname(name)]!,
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
    // A worker uses the policy of its own file, not that of the page.
    'content-security-policy': "default-src 'none'; connect-src 'self'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  };
  return { body, headers: { ...headers, ...(compressed && encoding && { 'content-encoding': encoding }) } };
}

/** The best encoding that the client accepts; `br;q=0` excludes one. */
function encodingOf(accept: string): Encoding | undefined {
  const offered = accept
    .toLowerCase()
    .split(',')
    .map((entry) => entry.split(';').map((part) => part.trim()))
    .filter(([, quality = '']) => !/^q=0(?:\.0*)?$/.test(quality))
    .map(([name]) => name);
  return (['br', 'gzip'] as const).find((encoding) => offered.includes(encoding));
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (/^(ENOENT|ENAMETOOLONG)$/.test((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
