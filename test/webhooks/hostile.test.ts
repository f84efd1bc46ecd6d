/** Endpoints that hang, drip, flood, close or send invalid data: each ends in a readable attempt, within the time limit. */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { createLookup } from '../../src/http-client/resolver.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { dnsServer } from '../email/dns.ts';
import { patienceMs } from '../harness/patience.ts';
import { endpoint, names, ok, poster, request, says } from './endpoint.ts';

const timeoutMs = 800;
const hasty = poster({ timeoutMs });
const patient = poster();
const { address, zone, asked } = await dnsServer({});
zone.silent.add('slow.example');

/** Writes a few bytes every few milliseconds, until the socket is closed. */
function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 10);
  socket.on('close', () => clearInterval(timer));
}

async function attempt(answer: (socket: Socket) => void, who = patient) {
  const here = await endpoint(answer);
  return who.post(request(here.url));
}

test('an endpoint that never answers', async () => {
  expect(await attempt(() => {}, hasty)).toEqual({
    ok: false,
    error: 'no answer within 0.8 s',
    durationMs: expect.any(Number),
    answer: '',
  });
});

test('headers that never end', async () => {
  const { error } = await attempt((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    drip(socket, 'X-More: 1\r\n');
  }, hasty);
  expect(error).toBe('no answer within 0.8 s');
});

test('a body that drips past the time limit fails, whatever its status', async () => {
  const result = await attempt((socket) => {
    socket.write(says('HTTP/1.1 200 OK', 'Content-Length: 9999'));
    drip(socket, 'x');
  }, hasty);
  expect(result).toMatchObject({ ok: false, status: 200, error: 'the answer did not end within 0.8 s' });
  expect(result.answer).toMatch(/^x+$/);
});

test('informational responses without end are not a response', async () => {
  const result = await attempt((socket) => drip(socket, says('HTTP/1.1 102 Processing')), hasty);
  expect(result).toMatchObject({ ok: false, error: 'no answer within 0.8 s' });
  expect(result).not.toHaveProperty('status');
});

test('an informational response before the real one is skipped', async () => {
  const result = await attempt((socket) => socket.end(says('HTTP/1.1 103 Early Hints') + ok));
  expect(result).toMatchObject({ ok: true, status: 200, answer: 'ok' });
});

test.each([200, 500])('an endless body of a %i is truncated, and counts by its status', async (status) => {
  let closed = false;
  const result = await attempt((socket) => {
    socket.on('close', () => (closed = true));
    socket.write(says(`HTTP/1.1 ${status} Whatever`, 'Transfer-Encoding: chunked'));
    const block = `1000\r\n${'y'.repeat(4096)}\r\n`;
    const flood = () => void (socket.writable && socket.write(block, () => setImmediate(flood)));
    flood();
  });
  expect(result).toMatchObject({ ok: status === 200, status });
  expect(result.answer).toBe('y'.repeat(4096));
  await vi.waitFor(() => expect(closed).toBe(true), patienceMs);
});

test('headers that are too long', async () => {
  const { error } = await attempt((socket) => socket.write(says('HTTP/1.1 200 OK', `X-Long: ${'z'.repeat(100_000)}`)));
  expect(error).toBe('the headers of the answer are too long');
});

test('a reset, a silent close, and a close in the middle of the headers', async () => {
  expect((await attempt((socket) => void socket.resetAndDestroy())).error).toBe('the connection was reset');
  const closed = 'the connection was closed without an answer';
  expect((await attempt((socket) => void socket.end())).error).toBe(closed);
  expect((await attempt((socket) => void socket.end('HTTP/1.1 200 OK\r\nConte'))).error).toBe(closed);
});

test.each([
  ['closed', (socket: Socket) => void socket.end(), true],
  ['reset', (socket: Socket) => setTimeout(() => socket.resetAndDestroy(), 50), true],
])('a body that is %s halfway counts by its status', async (_how, breakOff, expected) => {
  const result = await attempt((socket) => {
    socket.write(`${says('HTTP/1.1 200 OK', 'Content-Length: 100')}half`);
    breakOff(socket);
  });
  expect(result).toMatchObject({ ok: expected, status: 200, answer: 'half' });
});

test('an endpoint that keeps its side of a finished connection open', async () => {
  const result = await attempt((socket) => {
    socket.write(says('HTTP/1.1 200 OK', 'Connection: close', 'Content-Length: 0'));
    socket.on('end', () => {});
  });
  expect(result).toMatchObject({ ok: true, status: 200 });
});

test.each([
  ['not HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ['two lengths', says('HTTP/1.1 200 OK', 'Content-Length: 1', 'Content-Length: 2')],
  ['a broken header', says('HTTP/1.1 200 OK', 'no colon here')],
  ['a broken version', says('HTTP/9.9 200 OK')],
])('%s is not valid HTTP', async (_what, text) => {
  expect((await attempt((socket) => void socket.end(text))).error).toBe('the answer is not valid HTTP');
});

test('an endpoint that switches to another protocol', async () => {
  const { ok: taken, error } = await attempt((socket) =>
    socket.end(says('HTTP/1.1 101 Switching', 'Upgrade: x', 'Connection: upgrade')),
  );
  expect([taken, error]).toEqual([false, 'the connection was closed without an answer']);
});

test('a port without a listener', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  expect((await patient.post(request(`http://127.0.0.1:${port}/`))).error).toBe('connection refused');
});

test('a name whose servers hang takes no longer than the time limit, and is resolved once', async () => {
  const stuck = poster({ timeoutMs, lookup: createLookup([address]) });
  const attempts = await Promise.all([1, 2, 3].map((path) => stuck.post(request(`http://slow.example/${path}`))));
  for (const { error } of attempts) expect(error).toBe('no connection within 0.8 s');
  expect(asked.toSorted()).toEqual(['slow.example A', 'slow.example AAAA']);
});

test('a request that times out while it waits for a connection is never sent, and costs no connection', async () => {
  const heard = vi.fn();
  const here = await endpoint(heard);
  const narrow = poster({ timeoutMs, connections: 1 });
  const attempts = await Promise.all(Array.from({ length: 10 }, () => narrow.post(request(here.url))));
  const errors = attempts.map(({ error }) => error);
  const sent = errors.filter((error) => error === 'no answer within 0.8 s').length;
  // On a busy machine the last begins some milliseconds after the first, and has the connection to itself for these.
  expect(errors.filter((error) => error === 'no connection within 0.8 s')).toHaveLength(10 - sent);
  expect([1, 2]).toContain(sent);
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(sent), patienceMs);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(heard).toHaveBeenCalledTimes(sent);
  expect(here.connections).toBeLessThanOrEqual(1 + sent);
});

test('an unexpected error is reported by its code, and logged', async () => {
  const log = createLog('silent');
  const warn = vi.spyOn(log, 'warn');
  const lookup = () => Promise.reject(Object.assign(new Error('secret detail'), { code: 'EWEIRD' }));
  const { error } = await poster({ log, lookup }).post(request('http://shop.example/'));
  expect(error).toBe('the request failed (EWEIRD)');
  expect(warn).toHaveBeenCalledTimes(1);
});

test('the address of a refused name is only in the log', async () => {
  const log = createLog('silent');
  const debug = vi.spyOn(log, 'debug');
  const { error } = await poster({ log, lookup: names({ 'db.internal': ['10.1.2.3'] }) }).post(
    request('http://db.internal/'),
  );
  expect(error).not.toContain('10.1.2.3');
  expect(debug).toHaveBeenCalledWith({ host: 'db.internal', address: '10.1.2.3' }, expect.any(String));
});
