/** The baseline: a bare Fastify that parses the same request and sends a response of the same size, with the same number of processes. */
import cluster from 'node:cluster';
import Fastify from 'fastify';

const port = Number(process.argv[2]);
const processes = Number(process.argv[3]);

if (cluster.isPrimary) {
  for (let count = 0; count < processes; count++) cluster.fork();
  process.on('SIGTERM', () => process.exit(0));
} else {
  const app = Fastify();
  app.post<{ Body: { destinations: string[] } }>('/v1/sms/messages', (request, reply) => {
    const messages = request.body.destinations.map((destination) => ({
      messageId: '01900000-0000-7000-8000-000000000000',
      destination,
    }));
    return reply.code(202).send({ messages, status: 'accepted', segmentCount: 1 });
  });
  // Shares the port as the service does: one socket per process on the same port.
  await app.ready();
  app.server.listen({ port, host: '127.0.0.1', reusePort: true });
}
