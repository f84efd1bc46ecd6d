import type { FastifyInstance } from 'fastify';
import type { Runtime } from '../../runtime.ts';
import { pendingMigrations, readMigrations } from '../../store/schema/migrations.ts';

export function healthRoutes(app: FastifyInstance, runtime: Runtime, gatherMetrics: () => Promise<string>): void {
  const migrations = readMigrations();

  app.get('/health/live', { schema: { hide: true } }, () => ({ status: 'live' }));

  app.get('/health/ready', { schema: { hide: true } }, async (request, reply) => {
    const reason = await notReady();
    if (reason === undefined) return { status: 'ready' };
    runtime.log.warn({ reason, requestId: request.id }, 'not ready');
    return reply.code(503).send({ status: 'not ready', reason });
  });

  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    const text = await gatherMetrics();
    return reply.type(runtime.metrics.registry.contentType).send(text);
  });

  /** Why requests should go elsewhere for now, or nothing. */
  async function notReady(): Promise<string | undefined> {
    if (app.draining) return 'this process is stopping';
    try {
      const pending = await pendingMigrations(runtime.db, migrations);
      return pending.length === 0 ? undefined : `migrations are missing: ${pending.map(({ name }) => name).join(', ')}`;
    } catch {
      return 'the database cannot be reached';
    }
  }
}
