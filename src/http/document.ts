import type { FastifyInstance } from 'fastify';
import type { RequestExamples } from './schemas/request-examples.ts';

type Document = { paths?: object; webhooks?: object; components?: { schemas?: Record<string, object> } };
type Operation = { operationId?: string; requestBody?: { content?: Record<string, { examples?: object }> } };

/** The page would otherwise make one up from the schema, with a value for every field that may be left out. */
function withExamples<T extends Document>(document: T, examples: RequestExamples): T {
  const operations = Object.values((document.paths ?? {}) as Record<string, Record<string, Operation>>);
  for (const { operationId = '', requestBody } of operations.flatMap((methods) => Object.values(methods))) {
    const json = requestBody?.content?.['application/json'];
    const value = examples[operationId];
    if (json !== undefined && value !== undefined) json.examples = { usual: { value } };
  }
  return document;
}

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
export function documentRoute(app: FastifyInstance, document: () => Document, examples: RequestExamples): void {
  let kept: Buffer | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, (_request, reply) => {
    kept ??= Buffer.from(JSON.stringify(withExamples(withoutStrangers(document()), examples)));
    return reply.type('application/json; charset=utf-8').send(kept);
  });
}
