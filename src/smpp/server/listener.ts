import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Limiter } from '../../bounds/limiter.ts';
import { smppLimits as limits } from '../../bounds/limits/smpp.ts';
import { networkOf } from '../../bounds/network.ts';
import type { Tls } from '../../config/tls.ts';
import type { Runtime } from '../../runtime.ts';
import type { BindService } from './bind-service.ts';
import { Connection } from './connection.ts';

const handshakeMs = 10_000;
/** Connections that the kernel keeps until they are accepted. */
const backlog = 512;

/** Accepts connections of customers; all processes share the ports. */
export class SmppListener {
  readonly #runtime: Runtime;
  readonly #service: BindService;
  readonly #servers: Server[] = [];
  readonly #connections = new Set<Connection>();
  /** A bound connection is limited by its credential. One that does not bind is closed after 10 s. */
  readonly #unbound = new Limiter({ total: limits.unboundConnections.most, perOwner: limits.unboundOfNetwork.most });
  #isStopping = false;

  constructor(runtime: Runtime, service: BindService) {
    this.#runtime = runtime;
    this.#service = service;
  }

  async listen(host: string, port: number, tls?: Tls): Promise<void> {
    const onConnection = (socket: Socket) => this.#onConnection(socket);
    const server =
      tls === undefined
        ? createServer(onConnection)
        : createTlsServer({ ...tls, handshakeTimeout: handshakeMs, minVersion: 'TLSv1.2' }, onConnection);
    server.maxConnections = limits.connections.most;
    // The client closed the connection, or its handshake failed.
    server.on('tlsClientError', (err: Error) => this.#runtime.log.debug({ err }, 'a handshake by SMPP has failed'));
    this.#servers.push(server);
    server.listen({ host, port, reusePort: true, backlog });
    await once(server, 'listening');
  }

  /** Accepts no more connections, and unbinds the others after their requests in progress. */
  async stop(budgetMs: number): Promise<void> {
    this.#isStopping = true;
    const closed = this.#servers.map((server) => new Promise((resolve) => server.close(resolve)));
    await Promise.all(Array.from(this.#connections, (connection) => end(connection, budgetMs)));
    await Promise.all(closed);
  }

  #onConnection(socket: Socket): void {
    const network = networkOf(socket.remoteAddress ?? '');
    // A reset before the session listens must not end the process.
    socket.on('error', () => {});
    const isFull = this.#connections.size >= limits.connections.most;
    if (this.#isStopping || isFull || !this.#unbound.tryEnter(network)) {
      socket.destroy();
      return;
    }
    const { smppConnections } = this.#runtime.metrics;
    smppConnections.inc();
    const connection = new Connection(socket, this.#service, {
      onNoLongerUnbound: () => this.#unbound.leave(network),
      onClose: () => {
        if (this.#connections.delete(connection)) smppConnections.dec();
      },
    });
    this.#connections.add(connection);
  }
}

async function end({ session, isBound }: Connection, budgetMs: number): Promise<void> {
  if (isBound) await session.unbind(budgetMs);
  else session.close();
}
