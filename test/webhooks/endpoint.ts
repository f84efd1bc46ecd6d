/** Endpoints that speak raw TCP, so that they can misbehave in any way, and count connections. */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type ClientOptions, type ClientRequest, createPoster, type Poster } from '../../src/http-client/client.ts';
import { atEnd } from '../harness/endings.ts';

export type Endpoint = { port: number; url: string; connections: number };

/** `answer` is called once per request, when its body has arrived. */
export async function endpoint(
  answer: (socket: Socket, request: string) => void,
  host = '127.0.0.1',
): Promise<Endpoint> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    here.connections += 1;
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => {}));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const end = text.indexOf('\r\n\r\n') + 4;
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (end < 4 || text.length < end + length) return;
      answer(socket, text);
      text = '';
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
  atEnd(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const { port } = server.address() as AddressInfo;
  const here: Endpoint = { port, url: `http://127.0.0.1:${port}/hook`, connections: 0 };
  return here;
}

export const says = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;
export const ok = says('HTTP/1.1 200 OK', 'Content-Length: 2').concat('ok');

export function poster(options: Partial<ClientOptions> = {}): Poster {
  const made = createPoster({
    allow: ['127.0.0.0/8', '::1/128'],
    userAgent: 'Hermod/1.2.3',
    timeoutMs: 10_000,
    ...options,
  });
  atEnd(() => made.close());
  return made;
}

export const request = (url: string, headers: Record<string, string> = {}): ClientRequest => ({
  url,
  headers,
  body: '{"messageId":"x"}',
});

/** A DNS stub: the addresses of each name; other names do not exist. */
export const names = (zone: Record<string, string[]>) => (name: string) => {
  const addresses = zone[name];
  if (!addresses) return Promise.reject(Object.assign(new Error('stub'), { code: 'ENOTFOUND' }));
  return Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
};
