import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../server/errors.ts';
import { pageHeaders } from '../server/page-headers.ts';

/** Made by the build of a document's path. No separators, so nothing outside of the folder. */
const pageName = /^[\w-]+$/;
const headers = {
  ...pageHeaders({ 'script-src': "'self'", 'style-src': "'self'", 'img-src': "'self' data:", 'connect-src': "'self'" }),
  'cache-control': 'no-cache',
};

/** The documents of this release, rendered when the console was built. They need no sign-in. */
export function guideRoutes(app: FastifyInstance, built: string): void {
  const hidden = { schema: { hide: true } };
  const read = async (name: string): Promise<Buffer> => {
    const file = join(built, 'guides', `${name}.html`);
    const page = pageName.test(name) ? await readFile(file).catch(() => undefined) : undefined;
    if (page === undefined) throw new HttpError(404, 'There is no such guide; /guides lists all of them');
    return page;
  };
  app.get('/guides', hidden, async (_request, reply) => reply.headers(headers).send(await read('index')));
  app.get<{ Params: { name: string } }>('/guides/:name', hidden, async ({ params }, reply) =>
    reply.headers(headers).send(await read(params.name)),
  );
}
