import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Door } from './door.ts';
import { Pipelines } from './pipelines.ts';
import { Slices } from './slices.ts';

/** A server that answers with what it was sent, and the most requests that it parsed in one turn of the event loop. */
async function listening(): Promise<{ port: number; mostInTurn: () => number; forget: () => void }> {
  const server = createServer();
  const door = new Door();
  let inTurn = 0;
  let most = 0;
  server.on('request', echo);
  const pipelines = new Pipelines(server, ({ socket }, _, go) => door.pass(socket.remoteAddress ?? '', 1, go));
  new Slices(server, door, pipelines);
  server.prependListener('request', () => {
    if (inTurn === 0) setImmediate(() => (inTurn = 0));
    inTurn += 1;
    most = Math.max(most, inTurn);
  });
  (server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
  await new Promise<void>((resolve) => server.listen(0, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, mostInTurn: () => most, forget: () => (most = 0) };
}

function echo(request: IncomingMessage, response: ServerResponse): void {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => (bytes += chunk.length));
  request.on('end', () => response.end(`[${request.url} ${bytes}]`));
}

/** Everything at once, and nothing more: all that was answered. */
async function ask(port: number, text: string): Promise<string[]> {
  const socket = net.connect({ port, allowHalfOpen: true });
  let answers = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (answers += chunk));
  socket.end(text);
  await new Promise<void>((resolve, reject) => socket.on('end', resolve).on('error', reject));
  socket.destroy();
  return [...answers.matchAll(/\[([^\]]+)\]/g)].map(([, answer]) => answer!);
}

const get = (index: number) => `GET /${index} HTTP/1.1\r\nHost: a\r\n\r\n`;
const counted = (count: number) => Array.from({ length: count }, (_, index) => index);

test('thousands of requests in one piece are parsed by and by, and all are answered in their order', async () => {
  const { port, mostInTurn, forget } = await listening();
  const text = counted(3_000).map(get).join('');
  const flood = async () => {
    const all = await Promise.all(counted(4).map(() => ask(port, text)));
    for (const answers of all) expect(answers).toEqual(counted(3_000).map((index) => `/${index} 0`));
  };
  await flood();
  // The first piece of them all gives it away: 64 kB have some 2,000 requests.
  expect(mostInTurn()).toBeLessThan(3_500);
  forget();
  await flood();
  expect(mostInTurn()).toBeLessThan(1_500);
});

test('large and small bodies arrive whole, whatever stands in front of them or behind', async () => {
  const { port } = await listening();
  await ask(port, get(0).repeat(500));
  const sizes = [0, 1, 4_000, 4_096, 3_000, 16_384, 70_000, 300_000, 10, 65_536];
  const post = (size: number, index: number) =>
    `POST /${index} HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n\r\n${'x'.repeat(size)}`;
  const text = sizes.map((size, index) => post(size, index) + get(1_000 + index)).join('');
  const expected = sizes.flatMap((size, index) => [`/${index} ${size}`, `/${1_000 + index} 0`]);
  expect(await ask(port, text)).toEqual(expected);
});

test('a connection that goes away while its bytes wait leaves nothing behind', async () => {
  const { port } = await listening();
  const socket = net.connect(port);
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(get(1).repeat(20_000));
  await new Promise((resolve) => socket.once('data', resolve));
  socket.resetAndDestroy();
  await nextTurn();
  expect(await ask(port, get(7))).toEqual(['/7 0']);
});
