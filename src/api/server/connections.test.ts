import { once } from 'node:events';
import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import net, { type AddressInfo, Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { httpLimits } from '../../bounds/limits/http.ts';
import type { Config } from '../../config/config.ts';
import { ServerConnections } from './connections.ts';

const mebibyte = 2 ** 20;
const counted = (count: number) => Array.from({ length: count }, (_, index) => index);

function bounded(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(handle);
  const config = { trustedProxies: [] as readonly string[] } as Config;
  const connections = new ServerConnections(server, config, { accountOf: String });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    server.emit('close');
  });
  return { server, connections };
}

function echo(request: IncomingMessage, response: ServerResponse): void {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  request.on('end', () => response.end(`[${request.url} ${bytes}]`));
}

/** A server that answers with what it was sent, and the most requests that were received in one turn of the event loop. */
async function listening() {
  const { server } = bounded(echo);
  let received = 0;
  let most = 0;
  server.prependListener('request', () => {
    received += 1;
    most = Math.max(most, received);
    if (received > 1) return;
    setImmediate(() => {
      received = 0;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const takeMost = () => {
    const taken = most;
    most = 0;
    return taken;
  };
  return { port: (server.address() as AddressInfo).port, takeMost };
}

async function connect(port: number): Promise<Socket> {
  const socket = net.connect({ port, allowHalfOpen: true });
  await new Promise((resolve) => socket.once('connect', resolve));
  return socket;
}

/** Writes everything, closes its side, and returns what was answered. */
async function exchange(socket: Socket, text: string): Promise<string[]> {
  let answers = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    answers += chunk;
  });
  socket.end(text);
  await new Promise<void>((resolve, reject) => socket.on('end', resolve).on('error', reject));
  socket.destroy();
  return [...answers.matchAll(/\[([^\]]+)\]/g)].map(([, answer]) => answer!);
}

const ask = async (port: number, text: string) => exchange(await connect(port), text);

const get = (index: number) => `GET /${index} HTTP/1.1\r\nHost: a\r\n\r\n`;

test('an address that pipelines thousands of requests on many connections has them read one connection after the other', async () => {
  const { port, takeMost } = await listening();
  const text = counted(600).map(get).join('');
  const sockets = await Promise.all(counted(12).map(() => connect(port)));
  // Three use up the free burst. On a busy machine all would be parsed in the same turn of the event loop, before any limit applies.
  const early = sockets.slice(0, 3).map((socket) => exchange(socket, text));
  await Promise.all(sockets.slice(0, 3).map((socket) => once(socket, 'data')));
  takeMost();
  const all = await Promise.all([...early, ...sockets.slice(3).map((socket) => exchange(socket, text))]);
  for (const answers of all) expect(answers).toEqual(counted(600).map((index) => `/${index} 0`));
  // Those of two connections at most; without the limit, those of nine.
  expect(takeMost()).toBeLessThanOrEqual(1_200);
});

test('large and small bodies arrive complete, whatever is in front of them or behind', async () => {
  const { port } = await listening();
  const sizes = [0, 1, 4_000, 4_096, 3_000, 16_384, 70_000, 300_000, 10, 65_536, 1, 2, 3, 4];
  const post = (size: number, index: number) =>
    `POST /${index} HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n\r\n${'x'.repeat(size)}`;
  const text = sizes.map((size, index) => post(size, index) + get(1_000 + index)).join('');
  const expected = sizes.flatMap((size, index) => [`/${index} ${size}`, `/${1_000 + index} 0`]);
  expect(await ask(port, text)).toEqual(expected);
});

test('a connection that is closed while its requests wait leaves nothing behind', async () => {
  const { port } = await listening();
  const socket = await connect(port);
  socket.write(get(1).repeat(3_000));
  await new Promise((resolve) => socket.once('data', resolve));
  socket.resetAndDestroy();
  await nextTurn();
  expect(await ask(port, get(7))).toEqual(['/7 0']);
});

/** A connection with this many unread bytes. */
class Unread extends Socket {
  constructor(bytes: number) {
    super();
    Object.defineProperty(this, 'writableLength', { value: bytes });
    onTestFinished(() => void this.destroy());
  }
}

/** A connection on which nothing is answered. */
function open(server: Server, bytes = 0, hasRequest = true): Unread {
  const socket = new Unread(bytes);
  server.emit('connection', socket);
  if (hasRequest) request(server, socket);
  return socket;
}

function request(server: Server, socket: Socket, headers: Record<string, string> = {}) {
  const received = new IncomingMessage(socket);
  Object.assign(received.headers, headers);
  const response = new ServerResponse(received);
  server.emit('request', received, response);
  return { received, answered: () => response.emit('close') };
}

function watched() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  return bounded(() => {}).server;
}

const closed = (sockets: Socket[]): boolean[] => sockets.map(({ destroyed }) => destroyed);

test('a connection with more than 8 MiB of unread responses is closed', () => {
  const server = watched();
  const sockets = [8 * mebibyte, 8 * mebibyte + 1].map((bytes) => open(server, bytes));
  vi.advanceTimersByTime(1_000);
  expect(closed(sockets)).toEqual([false, true]);
});

test('of connections with more than 256 MiB of unread responses together, those with most are closed', () => {
  const server = watched();
  const sockets = counted(33).map((index) => open(server, 8 * mebibyte - index));
  vi.advanceTimersByTime(1_000);
  expect(closed(sockets)).toEqual(sockets.map((_, index) => index === 0));
});

test('after 30 s without progress, idle connections and those with unread responses are closed', () => {
  const { server } = bounded(() => {});
  expect(server.timeout).toBe(30_000);
  const sockets = [open(server, 1), open(server, 0), open(server, 0, false)];
  for (const socket of sockets) socket.emit('timeout');
  expect(closed(sockets)).toEqual([true, false, true]);
});

/** How many bodies of a megabyte are taken of this many. */
function taken(given: ReturnType<typeof bounded>, owner: string, count: number): number {
  const headers = { apikey: owner, 'content-length': `${mebibyte}` };
  const requests = counted(count).map(() => request(given.server, open(given.server, 0, false), headers));
  return requests.filter(({ received }) => given.connections.faultOf(received) === undefined).length;
}

test('an account has 64 MiB of bodies in progress and all have 256 MiB, of which there is always some left', () => {
  const given = bounded(() => {});
  expect(['a', 'b', 'c'].map((owner) => taken(given, owner, 70))).toEqual([64, 64, 64]);
  const [d, e] = [taken(given, 'd', 70), taken(given, 'e', 70)];
  expect([d, e]).toEqual([32, 16]);
});

test('a body counts until its request is answered or its connection is closed, a chunked one as the largest', async () => {
  const given = bounded(() => {});
  const { server, connections } = given;
  const headers = { apikey: 'a', 'transfer-encoding': 'chunked' };
  const [first, second] = [open(server, 0, false), open(server, 0, false)];
  const one = request(server, first, headers);
  // The second of them waits for the response to the first, which does not notice the end of the connection.
  request(server, second, headers);
  request(server, second, headers);
  expect(taken(given, 'a', 70)).toBe(61);
  one.answered();
  expect(taken(given, 'a', 70)).toBe(1);
  second.destroy();
  await vi.waitFor(() => expect(taken(given, 'a', 70)).toBe(2));
  const small = request(server, first, { apikey: 'a', 'content-length': '4095' });
  expect(connections.faultOf(small.received)).toBeUndefined();
});

test('of bodies beyond 4 MiB, an account has 4 MiB read in a second', async () => {
  const begun: IncomingMessage[] = [];
  const { server } = bounded((received) => begun.push(received));
  const headers = { apikey: 'a', 'content-length': `${mebibyte}` };
  for (const _ of counted(6)) request(server, open(server, 0, false), headers);
  request(server, open(server, 0, false), { ...headers, apikey: 'b' });
  const owners = () => begun.map((received) => received.headers['apikey']);
  await vi.waitFor(() => expect(owners()).toContain('b'));
  expect(owners().filter((owner) => owner === 'a')).toHaveLength(4);
  await vi.waitFor(() => expect(begun).toHaveLength(7));
});

test('a connection has 16 requests in progress', async () => {
  const begun: IncomingMessage[] = [];
  const { server } = bounded((received) => begun.push(received));
  const socket = open(server, 0, false);
  const requests = counted(20).map(() => request(server, socket));
  await vi.waitFor(() => expect(begun.length).toBeGreaterThanOrEqual(httpLimits.requestsInProgress.most));
  await nextTurn();
  expect(begun.map((received) => requests.findIndex((each) => each.received === received))).toEqual(counted(16));
});
