/** POSTs that succeed, and those that must not be sent at all. */
import fc from 'fast-check';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { patienceMs } from '../harness/patience.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { endpoint, names, ok, poster, request, says } from './endpoint.ts';

const usual = poster();
const receiver = await webhookReceiver();
/** Closes before the receiver, which waits for connections that never carried a request. */
afterAll(() => usual.close());

describe('the request', () => {
  test('has the given method, path, headers and body', async () => {
    const headers = { 'webhook-id': 'evt', 'X-Message-Id': 'abc' };
    const attempt = await usual.post({ url: `${receiver.url}/a%20b?c=d&e#f`, headers, body: '{"text":"čš🙂"}' });
    expect(attempt).toEqual({ ok: true, status: 200, durationMs: expect.any(Number), answer: '' });
    const got = receiver.received.at(-1)!;
    expect(got).toMatchObject({ method: 'POST', path: '/a%20b?c=d&e', body: '{"text":"čš🙂"}' });
    expect(got.headers).toMatchObject({
      host: new URL(receiver.url).host,
      'webhook-id': 'evt',
      'x-message-id': 'abc',
      'content-type': 'application/json',
      'user-agent': 'Hermod/1.2.3',
      'content-length': '19',
    });
    expect(got.headers).not.toHaveProperty('accept-encoding');
  });

  test('keeps the name in Host although it connects to the address', async () => {
    const { port } = new URL(receiver.url);
    const named = poster({ lookup: names({ 'shop.example': ['127.0.0.1'] }) });
    expect(await named.post(request(`http://Shop.Example:${port}/`))).toMatchObject({ ok: true });
    expect(receiver.received.at(-1)!.headers.host).toBe(`shop.example:${port}`);
  });

  test('reuses connections, one request at a time, no more than its share', async () => {
    const here = await endpoint((socket) => setTimeout(() => socket.write(ok), 5));
    const limited = poster({ connections: 3 });
    const attempts = await Promise.all(Array.from({ length: 30 }, () => limited.post(request(here.url))));
    expect(attempts.every((attempt) => attempt.ok)).toBe(true);
    expect(here.connections).toBe(3);
  });

  test('opens a new connection when the endpoint has closed the old one', async () => {
    const here = await endpoint((socket) => socket.end(ok));
    for (let i = 0; i < 3; i++) {
      expect(await usual.post(request(here.url))).toMatchObject({ ok: true });
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(here.connections).toBe(3);
  });

  test('a service name in any script makes a valid header', async () => {
    const named = poster({ userAgent: 'Pošta ✉/1.0\r\nX: y' });
    expect(await named.post(request(receiver.url))).toMatchObject({ ok: true });
    expect(receiver.received.at(-1)!.headers['user-agent']).toBe('Po?ta ?/1.0??X: y');
  });

  test.each<[Record<string, string>, string]>([
    [{ 'x-message-id': 'a\r\nx-evil: 1' }, 'a line break in a value'],
    [{ 'x-evil\r\nx': 'a' }, 'a line break in a name'],
    [{ 'x-message-id': 'č' }, 'a letter no header can carry'],
    [{ 'content-length': '1' }, 'a length that is not true'],
    [{ 'transfer-encoding': 'chunked' }, 'another framing'],
  ])('%j is not sent: %s', async (headers) => {
    const before = receiver.received.length;
    expect(await usual.post(request(receiver.url, headers))).toMatchObject({ ok: false });
    expect(receiver.received.length).toBe(before);
  });

  test.each([
    ['not a url', 'the URL is not valid'],
    ['/relative', 'the URL is not valid'],
    ['', 'the URL is not valid'],
    ['ftp://shop.example/', 'the URL is neither http nor https'],
    ['file:///etc/passwd', 'the URL is neither http nor https'],
    ['javascript:alert(1)', 'the URL is neither http nor https'],
    ['unix:/var/run/docker.sock', 'the URL is neither http nor https'],
    ['http://user:secret@shop.example/', 'the URL holds a user name or password, which is not supported'],
    ['http://127.0.0.1@shop.example/', 'the URL holds a user name or password, which is not supported'],
  ])('%j is refused: %s', async (url, error) => {
    expect(await usual.post(request(url))).toEqual({ ok: false, final: true, error, durationMs: 0, answer: '' });
  });

  test('no URL makes it throw', async () => {
    const nowhere = poster({ allow: [], lookup: names({}) });
    const url = fc
      .tuple(fc.constantFrom('', 'http://', 'https://[', 'http://h/'), fc.string())
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(url, async (text) => {
        expect(await nowhere.post(request(text))).toMatchObject({ ok: false });
      }),
      { numRuns: 100 },
    );
  });
});

describe('the response', () => {
  test.each([200, 201, 202, 204, 205, 299])('%i is success', async (status) => {
    receiver.answer = () => status;
    expect(await usual.post(request(receiver.url))).toMatchObject({ ok: true, status });
  });

  test.each([400, 401, 404, 410, 429, 500, 503, 599])('%i is a failure', async (status) => {
    receiver.answer = () => status;
    expect(await usual.post(request(receiver.url))).toMatchObject({
      ok: false,
      status,
      error: `answered with status ${status}`,
    });
  });

  test.each([301, 302, 303, 307, 308])('%i is a failure, and not followed', async (status) => {
    const target = await endpoint((socket) => socket.end(ok));
    const here = await endpoint((socket) =>
      socket.end(says(`HTTP/1.1 ${status} Go`, `Location: ${target.url}`, 'Content-Length: 0')),
    );
    const error = `answered with status ${status}; redirects are not followed`;
    expect(await usual.post(request(here.url))).toMatchObject({ ok: false, status, error });
    expect(target.connections).toBe(0);
  });

  test.each([
    ['a short text', Buffer.from('thanks'), 'thanks'],
    ['a long one', Buffer.from('a'.repeat(10_000)), 'a'.repeat(4096)],
    ['a letter cut in half', Buffer.from(`a${'č'.repeat(4_000)}`), `a${'č'.repeat(2047)}`],
    ['an emoji cut in half', Buffer.from(`ab${'🙂'.repeat(2_000)}`), `ab${'🙂'.repeat(1023)}`],
    ['NUL', Buffer.from('a\0b'), 'a\ufffdb'],
    ['half a surrogate pair', Buffer.from([0x61, 0xed, 0xa0, 0x80, 0x62]), 'a\ufffd\ufffd\ufffdb'],
    ['bytes that are no text', Buffer.alloc(5_000, 0xff), '\ufffd'.repeat(1365)],
    ['only NUL', Buffer.alloc(16_000), '\ufffd'.repeat(1365)],
  ])('of %s, what can be stored is kept', async (_what, body, kept) => {
    const here = await endpoint((socket) => {
      socket.write(says('HTTP/1.1 200 OK', `Content-Length: ${body.length}`));
      socket.write(body.subarray(0, 3));
      setTimeout(() => socket.write(body.subarray(3)), 5);
    });
    const { ok: taken, answer } = await usual.post(request(here.url));
    expect([taken, answer]).toEqual([true, kept]);
    expect(answer.isWellFormed()).toBe(true);
    expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(4096);
  });

  test('a connection is kept after 16 KiB, and closed after more', async () => {
    const sized = (bytes: number) => `${says('HTTP/1.1 200 OK', `Content-Length: ${bytes}`)}${'b'.repeat(bytes)}`;
    const fits = await endpoint((socket) => socket.write(sized(16 * 1024)));
    const exceeds = await endpoint((socket) => socket.write(sized(16 * 1024 + 1)));
    for (let i = 0; i < 3; i++) {
      expect(await usual.post(request(fits.url))).toMatchObject({ ok: true });
      expect(await usual.post(request(exceeds.url))).toMatchObject({ ok: true });
    }
    expect([fits.connections, exceeds.connections]).toEqual([1, 3]);
  });
});

describe('stopping', () => {
  test('running requests may finish within the grace period; later ones are refused', async () => {
    const here = await endpoint((socket) => setTimeout(() => socket.write(ok), 100));
    const ending = poster();
    const running = ending.post(request(here.url));
    const closed = ending.close(1_000);
    expect(await ending.post(request(here.url))).toMatchObject({
      ok: false,
      error: 'Hermod was stopping',
      stopped: true,
    });
    expect(await running).toMatchObject({ ok: true });
    await closed;
    await ending.close();
    expect(here.connections).toBe(1);
  });

  test('requests that hang, in any phase, are ended immediately and marked as stopped', async () => {
    const here = await endpoint(() => {});
    const lookup = (name: string) =>
      name === 'slow.example' ? new Promise<never>(() => {}) : names({ x: ['127.0.0.1'] })('x');
    const ending = poster({ lookup, connections: 1, timeoutMs: 3_600_000 });
    const running = [here.url, here.url, 'http://slow.example/'].map((url) => ending.post(request(url)));
    await vi.waitFor(() => expect(here.connections).toBe(1), patienceMs);
    await ending.close();
    for (const attempt of await Promise.all(running)) {
      expect(attempt).toMatchObject({ ok: false, error: 'Hermod was stopping', stopped: true });
    }
  });
});
