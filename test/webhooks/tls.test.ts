/** TLS is verified against the name in the URL, whatever the environment says. */
import type { AddressInfo } from 'node:net';
import { createServer, getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dropCertificates, type Pair, selfSigned, signedBy } from './certificates.ts';
import { endpoint, names, ok, poster, request } from './endpoint.ts';

const endings: (() => void)[] = [];
const trusted = getCACertificates('default');
const zone = { 'shop.example': ['127.0.0.1'], 'shop.example.': ['127.0.0.1'], 'other.example': ['127.0.0.1'] };
const usual = poster({ lookup: names(zone) });
let good: Pair;

beforeAll(() => {
  const authority = selfSigned('authority');
  good = signedBy('authority', 'good', 'DNS:shop.example,IP:127.0.0.1');
  setDefaultCACertificates([authority.cert]);
});
afterAll(() => {
  for (const end of endings) end();
  setDefaultCACertificates(trusted);
  dropCertificates();
});

async function secureEndpoint(pair: Pair) {
  const seen = { names: [] as unknown[], requests: 0 };
  const server = createServer(pair, (socket: TLSSocket) => {
    seen.names.push(socket.servername);
    socket.on('error', () => {}).on('data', () => socket.end(ok, () => (seen.requests += 1)));
  });
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endings.push(() => server.close());
  return { port: (server.address() as AddressInfo).port, seen };
}

test('a good certificate, for a name and for an address', async () => {
  const { port, seen } = await secureEndpoint(good);
  for (const host of ['shop.example', 'SHOP.example', 'shop.example.', '127.0.0.1']) {
    expect(await usual.post(request(`https://${host}:${port}/`))).toMatchObject({ ok: true, status: 200 });
  }
  expect(seen.names).toEqual(['shop.example', 'shop.example', 'shop.example', false]);
});

test('a certificate for another name', async () => {
  const { port, seen } = await secureEndpoint(good);
  const { error } = await usual.post(request(`https://other.example:${port}/`));
  expect(error).toBe('the certificate is not for other.example');
  expect(seen.requests).toBe(0);
});

test('a self-signed certificate', async () => {
  const { port, seen } = await secureEndpoint(selfSigned('shop.example', ['subjectAltName=DNS:shop.example']));
  expect((await usual.post(request(`https://shop.example:${port}/`))).error).toBe('the certificate is self-signed');
  expect(seen.requests).toBe(0);
});

test('an expired certificate', async () => {
  const { port, seen } = await secureEndpoint(signedBy('authority', 'expired', 'DNS:shop.example', -1));
  expect((await usual.post(request(`https://shop.example:${port}/`))).error).toBe('the certificate has expired');
  expect(seen.requests).toBe(0);
});

test('a certificate from an unknown authority', async () => {
  selfSigned('unknown');
  const { port } = await secureEndpoint(signedBy('unknown', 'strange', 'DNS:shop.example'));
  const { error } = await usual.post(request(`https://shop.example:${port}/`));
  expect(error).toBe('the certificate is from an unknown authority, or the server leaves out its chain');
});

test('the environment cannot turn verification off', async () => {
  const { port, seen } = await secureEndpoint(selfSigned('off.example', ['subjectAltName=DNS:shop.example']));
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  expect((await usual.post(request(`https://shop.example:${port}/`))).error).toBe('the certificate is self-signed');
  vi.unstubAllEnvs();
  expect(seen.requests).toBe(0);
});

test('a port that does not speak TLS, and one that sends nothing', async () => {
  const plain = await endpoint(() => {});
  const { port } = await secureEndpoint(good);
  expect((await poster({ timeoutMs: 200 }).post(request(`https://127.0.0.1:${plain.port}/`))).error).toBe(
    'no connection within 0.2 s',
  );
  const chatty = await secureless();
  expect((await usual.post(request(`https://shop.example:${chatty}/`))).error).toBe(
    'the server does not speak TLS on this port',
  );
  expect((await usual.post(request(`http://shop.example:${port}/`))).ok).toBe(false);
});

/** Answers any first byte with plain HTTP. */
async function secureless(): Promise<number> {
  const { createServer: createPlain } = await import('node:net');
  const server = createPlain((socket) => socket.on('error', () => {}).once('data', () => socket.end(ok)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endings.push(() => server.close());
  return (server.address() as AddressInfo).port;
}
