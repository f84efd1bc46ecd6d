/** Webhook endpoints of the attacker. One listener is as many origins as there are addresses of loopback. */
import { type AddressInfo, createServer, type Socket } from 'node:net';

export type Endpoints = { origin(index: number): string; close(): void };

async function listen(onConnection: (socket: Socket) => void): Promise<Endpoints> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: (index) => `http://127.7.${Math.floor(index / 250) + 1}.${(index % 250) + 1}:${port}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** They accept every request and never answer. */
export function hangingEndpoints(): Promise<Endpoints> {
  return listen((socket) => socket.resume());
}

/** They begin a response and never end it, as fast as it is read. */
export function endlessEndpoints(): Promise<Endpoints> {
  const noise = Buffer.alloc(65_536, 'x');
  return listen((socket) => {
    socket.resume();
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n');
    const more = () => {
      while (!socket.destroyed && socket.write(noise));
    };
    socket.on('drain', more);
    more();
  });
}
