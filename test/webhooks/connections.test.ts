/** Connections: shared, kept and closed. */
import type { Socket } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { Origins } from '../../src/http-client/client.ts';
import { guardedDial } from '../../src/http-client/guard.ts';
import { ClientExchange, type RequestTarget, RequestTargets } from '../../src/http-client/request.ts';
import { patienceMs } from '../harness/patience.ts';
import { endpoint, names, ok, poster, request, says } from './endpoint.ts';

const usual = poster();

test('an endpoint that closes after each response without notice loses no POST that follows immediately', async () => {
  const here = await endpoint((socket) => socket.end(ok));
  for (let i = 0; i < 50; i++) expect(await usual.post(request(here.url))).toMatchObject({ ok: true });
  expect(here.connections).toBe(50);
});

test('consecutive POSTs use one connection', async () => {
  const here = await endpoint((socket) => socket.write(ok));
  for (let i = 0; i < 20; i++) expect(await usual.post(request(here.url))).toMatchObject({ ok: true });
  expect(here.connections).toBe(1);
});

describe('connections to an allowed address', () => {
  const loopback = ['127.0.0.0/8'];
  const slowly = (socket: Socket) => void setTimeout(() => socket.write(ok), 5);
  const twenty = Array.from({ length: 20 });

  test('stay open while the exception holds', async () => {
    const of = vi.fn(() => Promise.resolve(loopback));
    const here = await endpoint(slowly);
    const allowed = poster({ allow: [], connections: 1, exceptions: { of, holdsMs: 1 } });
    const attempts = await Promise.all(twenty.map(() => allowed.post(request(here.url))));
    expect(attempts.every((attempt) => attempt.ok)).toBe(true);
    expect(of.mock.calls.length).toBeGreaterThanOrEqual(twenty.length);
    expect(here.connections).toBe(1);
  });

  test.each([
    ['ends', () => Promise.resolve([])],
    ['cannot be read', () => Promise.reject(new Error('no database'))],
  ])('begin no exchange after it %s', async (_how, then) => {
    const answers: (() => Promise<string[]>)[] = [() => Promise.resolve(loopback), () => Promise.resolve(loopback)];
    const here = await endpoint(slowly);
    const of = () => (answers.shift() ?? then)();
    const allowed = poster({ allow: [], connections: 1, exceptions: { of, holdsMs: 1 } });
    const attempts = await Promise.all(twenty.map(() => allowed.post(request(here.url))));
    expect(attempts.filter(({ ok }) => ok)).toHaveLength(2);
    expect(here.connections).toBe(1);
  });
});

describe('an endpoint that closes the connection at the second request', () => {
  const second = new WeakSet<Socket>();
  const leaving = (leave: (socket: Socket) => void) => (socket: Socket) => {
    if (second.has(socket)) leave(socket);
    else socket.write(ok);
    second.add(socket);
  };

  test.each([
    ['closing', (socket: Socket) => void socket.end()],
    ['with a reset', (socket: Socket) => void socket.resetAndDestroy()],
  ])('%s, gets the POST again on a new connection', async (_how, leave) => {
    const here = await endpoint(leaving(leave));
    await Promise.all([1, 2, 3].map(() => usual.post(request(here.url))));
    expect(here.connections).toBe(3);
    expect(await usual.post(request(here.url))).toMatchObject({ ok: true });
    expect(here.connections).toBe(4);
  });

  test('does not get the POST again once it has begun to answer', async () => {
    const here = await endpoint(leaving((socket) => void socket.end('HTTP/1.1')));
    await usual.post(request(here.url));
    expect(await usual.post(request(here.url))).toMatchObject({
      ok: false,
      error: 'the connection was closed without an answer',
    });
    expect(here.connections).toBe(1);
  });

  test('gets the POST twice at most', async () => {
    const heard = vi.fn();
    let gone = false;
    const here = await endpoint((socket) => {
      heard();
      if (gone) socket.end();
      else socket.write(ok);
    });
    await usual.post(request(here.url));
    gone = true;
    expect(await usual.post(request(here.url))).toMatchObject({ ok: false });
    expect(heard).toHaveBeenCalledTimes(3);
    expect(await usual.post(request(here.url))).toMatchObject({ ok: false });
    expect(heard).toHaveBeenCalledTimes(4);
  });
});

test('unsolicited data of an endpoint is never used as a response', async () => {
  const closed = vi.fn();
  const here = await endpoint((socket) => {
    socket.once('close', closed).write(ok);
    setTimeout(() => socket.write(says('HTTP/1.1 500 Poison', 'Content-Length: 0')), 20);
  });
  expect(await usual.post(request(here.url))).toMatchObject({ ok: true });
  await vi.waitFor(() => expect(closed).toHaveBeenCalled(), patienceMs);
  expect(await usual.post(request(here.url))).toMatchObject({ ok: true });
  expect(here.connections).toBe(2);
});

test('an idle connection is closed a second before the endpoint would close it', async () => {
  const closed = vi.fn();
  let answeredAt = 0;
  const here = await endpoint((socket) => {
    answeredAt = performance.now();
    socket.once('close', () => closed(performance.now()));
    socket.write(`${says('HTTP/1.1 200 OK', 'Keep-Alive: timeout=2', 'Content-Length: 2')}ok`);
  });
  expect(await usual.post(request(here.url))).toMatchObject({ ok: true });
  await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(1), patienceMs);
  expect(closed.mock.calls[0]![0] - answeredAt).toBeGreaterThan(900);
});

test('an endpoint that keeps connections for no more than a second gets a new connection for each request', async () => {
  const here = await endpoint((socket) =>
    socket.write(`${says('HTTP/1.1 200 OK', 'Keep-Alive: timeout=1', 'Content-Length: 2')}ok`),
  );
  for (let i = 0; i < 3; i++) expect(await usual.post(request(here.url))).toMatchObject({ ok: true });
  expect(here.connections).toBe(3);
});

test('requests that time out do not affect those behind them', async () => {
  const heard: string[] = [];
  const answers: (() => void)[] = [];
  const here = await endpoint((socket, text) => {
    heard.push(/^POST (\S+)/.exec(text)![1]!);
    answers.push(() => socket.write(ok));
  });
  const narrow = poster({ connections: 1, timeoutMs: 1_500 });
  const at = (path: string) => narrow.post(request(`http://127.0.0.1:${here.port}/${path}`));
  const early = [at('first'), at('given-up')];
  await vi.waitFor(() => expect(heard).toEqual(['/first']), patienceMs);
  await new Promise((resolve) => setTimeout(resolve, 700));
  const late = [at('third'), at('fourth')];
  expect((await Promise.all(early)).map(({ error }) => error)).toEqual([
    'no answer within 1.5 s',
    'no connection within 1.5 s',
  ]);
  for (const path of ['/third', '/fourth']) {
    await vi.waitFor(() => expect(heard.at(-1)).toBe(path), patienceMs);
    answers.at(-1)!();
  }
  expect(await Promise.all(late)).toMatchObject([{ ok: true }, { ok: true }]);
  expect(heard).toEqual(['/first', '/third', '/fourth']);
  expect(here.connections).toBe(2);
});

test('a connection that cannot be made fails only its own POST', async () => {
  const here = await endpoint((socket) => socket.write(ok));
  let asked = 0;
  const lookup = () => {
    asked += 1;
    return asked === 1 ? Promise.reject(new Error('first')) : Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
  };
  const narrow = poster({ connections: 1, lookup });
  const url = `http://shop.example:${here.port}/`;
  const attempts = await Promise.all([1, 2, 3].map(() => narrow.post(request(url))));
  expect(attempts.map((attempt) => attempt.ok)).toEqual([false, true, true]);
  expect(here.connections).toBe(1);
});

test('an origin without requests or connections is forgotten', async () => {
  const here = await endpoint((socket) => socket.end(ok));
  const origins = new Origins(4, guardedDial(['127.0.0.0/8'], { timeoutMs: 1_000, lookup: names({}) }));
  const destination = new RequestTargets('x').of(here.url) as RequestTarget;
  const settled = vi.fn();
  const origin = origins.of(destination, 'account');
  const post = `${destination.head}\r\ncontent-length: 0\r\n\r\n`;
  origin.add(new ClientExchange({ request: post, host: 'x', timeoutMs: 1_000, origin, settle: settled }));
  expect(origins.size).toBe(1);
  await vi.waitFor(() => expect(settled).toHaveBeenCalled(), patienceMs);
  expect(settled.mock.calls[0]![0]).toMatchObject({ ok: true });
  await vi.waitFor(() => expect(origins.size).toBe(0), patienceMs);
});
