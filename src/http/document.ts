import type { FastifyInstance } from 'fastify';

type Document = { paths?: object; webhooks?: object; components?: { schemas?: Record<string, object> } };

/** Only the schemas that the paths and webhooks lead to: the generator collects those of every part of the server. */
function withoutStrangers<T extends Document>(document: T): T {
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

/** Written when it is first asked for, and kept: routes do not change while a process runs, and whoever reaches it may ask in a loop. */
export function documentRoute(app: FastifyInstance, document: () => Document): void {
  let kept: Buffer | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, (_request, reply) => {
    kept ??= Buffer.from(JSON.stringify(withoutStrangers(document())));
    return reply.type('application/json; charset=utf-8').send(kept);
  });
}
