/** Permitted targets of webhooks, proven by listeners and by the sockets of this process. */
import { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Endpoint, endpoint, names, ok, poster, request } from './endpoint.ts';
import { forbiddenHosts, specialV4 } from './spellings.ts';

const hosts = forbiddenHosts();
const everything = ['0.0.0.0/0', '::/0'];
const refusal = /webhooks may not reach/;
/** Listens on every address of this machine, so that any connection that comes back is seen. */
let listener: Endpoint;

beforeAll(async () => {
  listener = await endpoint((socket) => socket.end(ok), '::').catch(() =>
    endpoint((socket) => socket.end(ok), '0.0.0.0'),
  );
});
afterEach(() => vi.restoreAllMocks());

const at = (host: string) => request(`http://${host}:${listener.port}/`);
const connecting = () => vi.spyOn(Socket.prototype, 'connect');

describe('without an exception', () => {
  const closed = poster({ allow: [], lookup: names({}) });

  test(`${hosts.length} notations of special addresses are refused before a socket opens`, async () => {
    expect(hosts.length).toBeGreaterThan(400);
    const sockets = connecting();
    const attempts = await Promise.all(hosts.map(async (host) => ({ host, ...(await closed.post(at(host))) })));
    expect(attempts.filter(({ ok, error }) => ok || !refusal.test(error!))).toEqual([]);
    expect(sockets).not.toHaveBeenCalled();
    expect(listener.connections).toBe(0);
  });

  test('https and other ports make no difference', async () => {
    const sockets = connecting();
    for (const url of [
      'https://127.0.0.1/',
      'https://[::1]:8443/',
      'http://169.254.169.254/latest/meta-data/',
      'http://0/',
    ]) {
      expect((await closed.post(request(url))).error).toMatch(refusal);
    }
    expect(sockets).not.toHaveBeenCalled();
  });

  test('the addresses of this machine are refused unless they are public', async () => {
    const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    for (const { address, family } of own.filter(
      ({ internal, address }) => internal || /^(f[cde]|10\.|172\.|192\.)/.test(address),
    )) {
      expect((await closed.post(at(family === 'IPv6' ? `[${address}]` : address))).error).toMatch(refusal);
    }
    expect(listener.connections).toBe(0);
  });

  test.each([
    'http://[fe80::1%25eth0]/',
    'http://[fe80::1%eth0]/',
    'http://127.0.0.1:99999/',
    'http://256.0.0.1/',
    'http://',
  ])('%s is refused as a URL', async (url) =>
    expect((await closed.post(request(url))).error).toBe('the URL is not valid'),
  );
});

describe('names', () => {
  const zone = Object.fromEntries(specialV4.map((address, index) => [`v4-${index}.example`, [address]]));
  const lookup = names({
    ...zone,
    'loopback6.example': ['::1'],
    'mapped.example': ['::ffff:127.0.0.1'],
    'compatible.example': ['::127.0.0.1'],
    'nat64.example': ['64:ff9b::7f00:1'],
    'zone.example': ['fe80::1%lo'],
    'mixed.example': ['8.8.8.8', '127.0.0.1'],
    'mixed6.example': ['2606:4700::1111', '::1'],
    'odd.example': ['0x7f.1'],
    localhost: ['127.0.0.1', '::1'],
    'empty.example': [],
  });
  const closed = poster({ allow: [], lookup });

  test('a name with a forbidden address is refused, even if others of its addresses are public', async () => {
    const sockets = connecting();
    const odd = ['loopback6', 'mapped', 'compatible', 'nat64', 'zone', 'mixed', 'mixed6', 'odd'].map(
      (name) => `${name}.example`,
    );
    for (const name of [...Object.keys(zone), ...odd, 'LOCALHOST', 'ｌｏｃａｌｈｏｓｔ']) {
      const { error } = await closed.post(at(name));
      expect(error).toMatch(/^the name \S+ leads to an address that webhooks may not reach$/);
    }
    expect(sockets).not.toHaveBeenCalled();
    expect(listener.connections).toBe(0);
  });

  test("the system's resolver is checked, too", async () => {
    const sockets = connecting();
    expect((await poster({ allow: [] }).post(at('localhost'))).error).toMatch(refusal);
    expect(sockets).not.toHaveBeenCalled();
  });

  test('a name that does not exist, or has no address, is reported as such', async () => {
    expect((await closed.post(at('shop.example'))).error).toBe('the name shop.example does not exist');
    expect((await closed.post(at('empty.example'))).error).toBe('the name empty.example does not exist');
    const tooLong = at(`${'a.'.repeat(130)}example`);
    expect((await closed.post(tooLong)).error).toBe('the name of the server is too long');
  });
});

describe('changing answers of DNS', () => {
  test('the connection goes to the checked address, and every new connection is checked again', async () => {
    const vetted = await endpoint((socket) => socket.end(says200Close), '127.0.0.2');
    const answers = [['127.0.0.2'], ['127.0.0.1'], ['127.0.0.2', '127.0.0.1'], ['::1']];
    const lookup = vi.fn(() => names({ x: answers[Math.min(lookup.mock.calls.length, answers.length) - 1]! })('x'));
    const rebound = poster({ allow: ['127.0.0.2/32'], lookup });
    const url = `http://rebind.example:${vetted.port}/`;
    const sockets = connecting();
    expect(await rebound.post(request(url))).toMatchObject({ ok: true });
    expect(lookup).toHaveBeenCalledTimes(1);
    for (let i = 0; i < 5; i++) expect((await rebound.post(request(url))).error).toMatch(refusal);
    expect(sockets).toHaveBeenCalledTimes(1);
    expect(vetted.connections).toBe(1);
  });

  test('a peer with another address than the checked one receives no data', async () => {
    const heard = vi.fn();
    const inside = await endpoint(heard);
    const connect = Reflect.get(Socket.prototype, 'connect') as (...args: unknown[]) => Socket;
    const misled = function (this: Socket, args: [Record<string, unknown>]) {
      args[0]['host'] = '127.0.0.1';
      return connect.call(this, args);
    };
    vi.spyOn(Socket.prototype, 'connect').mockImplementation(misled as never);
    const { error } = await poster({ allow: ['127.0.0.2/32'] }).post(request(`http://127.0.0.2:${inside.port}/`));
    expect(error).toBe('webhooks may not reach the address 127.0.0.2');
    expect([inside.connections, heard.mock.calls.length]).toEqual([1, 0]);
  });
});

describe('a listed address is permitted', () => {
  const noIpv6 = !Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'));
  /** Only those that end on this machine: the proof that the listener would have noticed the others. */
  test.for([
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '017700000001',
    '127.9.8.7',
    '0.0.0.0',
    '[::ffff:127.0.0.1]',
    '１２７.0.0.1',
    '[::1]',
  ])('%s reaches the listener', async (host, { skip }) => {
    skip(noIpv6 && host.startsWith('['), 'no IPv6 here');
    const before = listener.connections;
    expect(await poster({ allow: everything }).post(at(host))).toMatchObject({ ok: true, status: 200 });
    expect(listener.connections).toBe(before + 1);
  });

  test('loopback, by name and by number, and no other', async () => {
    const open = poster({ allow: ['127.0.0.0/8'], lookup: names({ 'shop.example': ['127.0.0.1'] }) });
    expect(await open.post(at('shop.example'))).toMatchObject({ ok: true });
    expect(await open.post(at('127.0.0.1'))).toMatchObject({ ok: true });
    expect((await open.post(at('10.0.0.1'))).error).toMatch(refusal);
    expect((await open.post(at('[::1]'))).error).toMatch(refusal);
  });
});

test('proxy settings of the environment are ignored', async () => {
  const proxy = await endpoint((socket) => socket.end(ok));
  const target = await endpoint((socket) => socket.end(ok));
  for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'])
    vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`);
  vi.stubEnv('NODE_USE_ENV_PROXY', '1');
  expect(await poster().post(request(target.url))).toMatchObject({ ok: true });
  expect([proxy.connections, target.connections]).toEqual([0, 1]);
  vi.unstubAllEnvs();
});

const says200Close = 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
