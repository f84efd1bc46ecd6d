import type { FastifyInstance } from 'fastify';
import type { Runtime } from '../../runtime.ts';
import type { Readiness } from '../server/readiness.ts';

export function healthRoutes(
  app: FastifyInstance,
  runtime: Runtime,
  readiness: Readiness,
  gatherMetrics: () => Promise<string>,
): void {
  app.get('/health/live', { schema: { hide: true } }, () => ({ status: 'live' }));

  app.get('/health/ready', { schema: { hide: true } }, async (request, reply) => {
    const { reason, notes } = app.draining ? { reason: 'this process is stopping', notes: [] } : await readiness.look();
    if (reason === undefined) return { status: 'ready', ...(notes.length > 0 ? { notes } : {}) };
    runtime.log.warn({ reason, requestId: request.id }, 'not ready');
    return reply.code(503).send({ status: 'not ready', reason });
  });

  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    const text = await gatherMetrics();
    return reply.type(runtime.metrics.registry.contentType).send(text);
  });
}
