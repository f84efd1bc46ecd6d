import type { FastifyInstance } from 'fastify';

const checkMs = 20;

/** Stops the server without dropping a request. */
export async function drain(app: FastifyInstance, manner: 'graceful' | 'immediate', budgetMs: number): Promise<void> {
  const { server } = app;
  app.draining = true;
  const closeIdle = server.closeIdleConnections.bind(server);
  // `close` would close idle connections, on which a client may already be writing its next request.
  server.closeIdleConnections = () => {};
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // An immediate stop closes idle connections. A connection that was just accepted counts as idle although its request may be on the way,
  // so the first check is delayed.
  const sweep = setInterval(() => manner === 'immediate' && closeIdle(), checkMs);
  const budget = setTimeout(() => server.closeAllConnections(), budgetMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(budget);
  await app.close();
}
