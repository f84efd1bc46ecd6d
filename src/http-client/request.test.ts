import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type RequestTarget, RequestTargets, requestOf, UnsendableHeader } from './request.ts';

const destinations = new RequestTargets('Hermod/1.0');
const to = (url: string) => destinations.of(url) as RequestTarget;
const bytesOf = (headers: Record<string, string>, body: string) => {
  const request = requestOf(to('http://shop.example/').head, headers, body);
  if (request instanceof UnsendableHeader) throw request;
  return typeof request === 'string' ? Buffer.from(request, 'latin1') : request;
};

test('a whole request', () => {
  const { head } = to('https://Shop.Example:8443/a b?c=č#d');
  expect(requestOf(head, { 'webhook-id': 'x', 'content-type': 'text/plain' }, '{}')).toBe(
    [
      'POST /a%20b?c=%C4%8D HTTP/1.1',
      'host: shop.example:8443',
      'connection: keep-alive',
      'content-type: application/json',
      'user-agent: Hermod/1.0',
      'webhook-id: x',
      'content-length: 2',
      '',
      '{}',
    ].join('\r\n'),
  );
});

test.each([
  ['http://shop.example', { hostname: 'shop.example', port: 80, secure: false, origin: 'http://shop.example' }],
  ['https://shop.example', { hostname: 'shop.example', port: 443, secure: true, origin: 'https://shop.example' }],
  ['http://[::1]:81/', { hostname: '::1', host: '[::1]', port: 81, origin: 'http://[::1]:81' }],
  ['http://0x7f.1/', { hostname: '127.0.0.1', origin: 'http://127.0.0.1' }],
])('%s', (url, expected) => expect(to(url)).toMatchObject(expected));

test('where a URL leads is kept, for a thousand of them', () => {
  const first = to('http://kept.example/');
  expect(to('http://kept.example/')).toBe(first);
  for (let i = 0; i < 1_000; i++) to(`http://kept.example/${i}`);
  expect(to('http://kept.example/')).not.toBe(first);
  expect(to('http://kept.example/')).toEqual(first);
});

test('any URL makes a head of five lines, or none', () => {
  const urls = fc.oneof(
    fc.webUrl(),
    fc.string({ unit: 'binary' }).map((text) => `http://h/${text}`),
    fc.string(),
  );
  fc.assert(
    fc.property(urls, (url) => {
      const found = destinations.of(url);
      if (typeof found !== 'string') expect(found.head).toMatch(/^POST \/[!-~]* HTTP\/1\.1(\r\n[!-~ ]+){4}$/);
    }),
  );
});

test('any body is sent as it is, with its length in bytes, beside any header', () => {
  const text = fc.string({ unit: 'grapheme' });
  const values = fc.constantFrom('plain', 'caf\xe9', '\t \xff', '');
  fc.assert(
    fc.property(text, values, (body, value) => {
      const bytes = bytesOf({ x: value }, body);
      const size = Buffer.byteLength(body);
      const head = bytes.subarray(0, bytes.length - size).toString('latin1');
      expect(head.endsWith(`\r\nx: ${value}\r\ncontent-length: ${size}\r\n\r\n`)).toBe(true);
      expect(bytes.subarray(bytes.length - size).toString()).toBe(body);
    }),
  );
});

test('no header can be read as anything else than one header', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ':', ' ', '\r', '\n', '\0', '\t', 'é', 'č', '\x7f') });
  fc.assert(
    fc.property(text, text, (name, value) => {
      const request = requestOf('POST / HTTP/1.1', { [name]: value }, '');
      const good = /^a+$/.test(name) && /^[a: \té]*$/.test(value);
      if (good) expect(request).toBe(`POST / HTTP/1.1\r\n${name}: ${value}\r\ncontent-length: 0\r\n\r\n`);
      else expect(request).toBeInstanceOf(UnsendableHeader);
    }),
  );
});

test.each(['Host', 'connection', 'Content-Length', 'transfer-encoding', 'Keep-Alive', 'upgrade', 'expect'])(
  '%s is not for others to say',
  (name) => expect(requestOf('', { [name]: '1' }, '')).toBeInstanceOf(UnsendableHeader),
);
