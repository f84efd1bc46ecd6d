import net from 'node:net';
import type { FastifyInstance } from 'fastify';

const checkMs = 20;

/**
 * Ends the server without dropping a request. `net.Server`'s own close is used because that of `http.Server` also cuts
 * connections that are idle at this moment, and a client may be writing its next request on one of them.
 */
export async function drain(app: FastifyInstance, manner: 'in peace' | 'at once', budgetMs: number): Promise<void> {
  const { server } = app;
  app.draining = true;
  const closed = new Promise<void>((resolve) => {
    net.Server.prototype.close.call(server, () => resolve());
  });
  // Idle connections are cut when a whole stop is wanted. One that was only just accepted counts as idle too, and its
  // request may be on the way; those get a moment.
  const sweep = setInterval(() => manner === 'at once' && server.closeIdleConnections(), checkMs);
  const budget = setTimeout(() => server.closeAllConnections(), budgetMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(budget);
  await app.close();
}
