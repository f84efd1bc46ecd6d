import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { HttpError } from '../server/errors.ts';
import { readAsset } from './assets.ts';
import { isBeingBuilt, waitingPage } from './building.ts';
import { guideRoutes } from './guides.ts';
import { indexPage } from './index-page.ts';
import { servedPaths } from './paths.ts';

const built = fileURLToPath(new URL('../../../console/dist', import.meta.url));
const hidden = { schema: { hide: true } };

/**
 * The console: one page for all of its paths, and its assets. Both are read from disk per request, so a later build is served without a
 * restart. Without a build, the front page redirects to the reference.
 */
export function consoleRoutes(app: FastifyInstance): void {
  for (const path of servedPaths()) app.get(path, hidden, (_request, reply) => answerPage(path, reply));

  guideRoutes(app, built);
  app.get<{ Params: { name: string } }>('/assets/:name', hidden, async (request, reply) => {
    const accept = String(request.headers['accept-encoding'] ?? '');
    const asset = await readAsset(join(built, 'assets'), request.params.name, accept);
    if (!asset) throw new HttpError(404, 'There is no such file');
    return reply.headers(asset.headers).send(asset.body);
  });
}

async function answerPage(path: string, reply: FastifyReply): Promise<FastifyReply> {
  const template = await readFile(join(built, 'index.html'), 'utf8').catch(() => undefined);
  if (template !== undefined) {
    const { html, headers } = indexPage(template);
    return reply.headers(headers).send(html);
  }
  if (await isBeingBuilt()) return reply.code(503).headers(waitingPage.headers).send(waitingPage.html);
  if (path === '/') return reply.redirect('/docs');
  throw new HttpError(404, 'The console is not built; build it with: node scripts/console.mjs');
}
