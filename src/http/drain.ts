import type { FastifyInstance } from 'fastify';

const checkMs = 20;

/** Ends the server without dropping a request. */
export async function drain(app: FastifyInstance, manner: 'graceful' | 'immediate', budgetMs: number): Promise<void> {
  const { server } = app;
  app.draining = true;
  const closeIdle = server.closeIdleConnections.bind(server);
  // `close` would close the connections that are idle at this moment, and a client may be writing its next request on one of them.
  server.closeIdleConnections = () => {};
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // An immediate stop closes idle connections. One that was only just accepted counts as idle, and its request may be on the way:
  // it has until the first check.
  const sweep = setInterval(() => manner === 'immediate' && closeIdle(), checkMs);
  const budget = setTimeout(() => server.closeAllConnections(), budgetMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(budget);
  await app.close();
}
