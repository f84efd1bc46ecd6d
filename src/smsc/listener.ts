import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Tls } from '../pem.ts';
import type { Runtime } from '../runtime.ts';
import { Connection } from './connection.ts';
import { addressOf, type Desk, networkOf } from './desk.ts';
import { UnboundConnections } from './unbound-connections.ts';

/** Sockets of this process, bound or not. */
const mostConnections = 5_000;
const handshakeMs = 10_000;
/** Connections that the kernel keeps until they are accepted. */
const backlog = 512;

/** Where customers bind; all processes share the ports. */
export class SmppListener {
  readonly #runtime: Runtime;
  readonly #desk: Desk;
  readonly #servers: Server[] = [];
  readonly #connections = new Set<Connection>();
  readonly #unbound = new UnboundConnections<Socket>((socket) => socket.destroy());
  #isStopping = false;

  constructor(runtime: Runtime, desk: Desk) {
    this.#runtime = runtime;
    this.#desk = desk;
  }

  async listen(host: string, port: number, tls?: Tls): Promise<void> {
    const onConnection = (socket: Socket) => this.#onConnection(socket);
    const server =
      tls === undefined
        ? createServer(onConnection)
        : createTlsServer({ ...tls, handshakeTimeout: handshakeMs, minVersion: 'TLSv1.2' }, onConnection);
    server.maxConnections = mostConnections;
    // Of a client that went away, or of a handshake that failed: nothing of ours is at fault.
    server.on('tlsClientError', (err: Error) => this.#runtime.log.debug({ err }, 'a handshake by SMPP has failed'));
    this.#servers.push(server);
    server.listen({ host, port, reusePort: true, backlog });
    // Rejects with the error that prevents it.
    await once(server, 'listening');
  }

  /** Takes no more, lets both sides of every connection finish what they have in hand, and says goodbye. */
  async stop(budgetMs: number): Promise<void> {
    this.#isStopping = true;
    const closed = this.#servers.map((server) => new Promise((resolve) => server.close(resolve)));
    await Promise.all(Array.from(this.#connections, (connection) => end(connection, budgetMs)));
    await Promise.all(closed);
  }

  #onConnection(socket: Socket): void {
    const network = networkOf(addressOf(socket.remoteAddress));
    // Before a session listens to it: a reset must not end the process.
    socket.on('error', () => {});
    const isFull = this.#connections.size >= mostConnections;
    if (this.#isStopping || isFull || !this.#unbound.add(network, socket)) {
      socket.destroy();
      return;
    }
    const { smppConnections } = this.#runtime.metrics;
    smppConnections.inc();
    const connection = new Connection(socket, this.#desk, {
      onKnown: () => this.#unbound.remove(network, socket),
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
