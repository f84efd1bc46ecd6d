import { afterEach, expect, test, vi } from 'vitest';
import { Hermod } from './hermod.ts';

const apiKey = '11111111-2222-4333-8444-555555555555';
afterEach(() => vi.unstubAllEnvs());

/** A client whose requests go nowhere, and what it would have sent. */
function recorded(options = {}, answer = () => new Response('{"messages":[]}')) {
  const sent: { url: string; init: RequestInit }[] = [];
  const fetch = async (url: unknown, init: RequestInit = {}) => {
    sent.push({ url: String(url), init });
    return answer();
  };
  return { sent, hermod: new Hermod({ fetch: fetch as typeof globalThis.fetch, ...options }) };
}

test('key and address come from the environment, or from the options before it', async () => {
  vi.stubEnv('HERMOD_API_KEY', '');
  expect(() => new Hermod()).toThrow('the API key is missing: give apiKey or set HERMOD_API_KEY');
  vi.stubEnv('HERMOD_API_KEY', apiKey);
  vi.stubEnv('HERMOD_URL', 'https://sms.example.com/api//');
  const first = recorded();
  await first.hermod.account.get();
  expect(first.sent[0]).toMatchObject({
    url: 'https://sms.example.com/api/v1/account',
    init: { headers: { apikey: apiKey } },
  });
  const second = recorded({ apiKey: 'other', baseUrl: 'http://127.0.0.1:9' });
  await second.hermod.account.get();
  expect(second.sent[0]).toMatchObject({
    url: 'http://127.0.0.1:9/v1/account',
    init: { headers: { apikey: 'other' } },
  });
});

test.each([
  [{ apiKey: 'two\r\nlines' }, 'the API key holds'],
  [{ apiKey, baseUrl: 'sms.example.com' }, 'baseUrl must be such as'],
  [{ apiKey, baseUrl: 'https://anna:sesame@sms.example.com' }, 'must not hold a user name'],
  [{ apiKey, timeoutMs: 0 }, 'timeoutMs must be'],
  [{ apiKey, retries: -1 }, 'retries must be'],
])('%o is refused, without showing what may be a secret', (options, text) => {
  expect(() => new Hermod(options)).toThrow(text);
  expect(() => new Hermod(options)).not.toThrow(/sesame|two/);
});

test('a text that is not an id is refused in a path, and one that is not a key in a header', async () => {
  const { hermod, sent } = recorded({ apiKey });
  for (const id of ['', '..', 'a/b', 'a?b']) await expect(hermod.messages.get(id)).rejects.toThrow('is not an id');
  const request = { sender: 'Shop', destinations: ['+38640123456'], message: { content: 'Hello' } };
  const wrong = hermod.messages.send(request, { idempotencyKey: 'two words' });
  await expect(wrong).rejects.toThrow('idempotencyKey must be');
  expect(sent).toEqual([]);
});

test('filters are written as the service reads them', async () => {
  const { hermod, sent } = recorded({ apiKey });
  const from = new Date('2026-11-15T12:00:00Z');
  await hermod.messages
    .list({ from, destination: '+38640123456', content: true, status: undefined, pageSize: 10 })
    .first(1);
  const { searchParams } = new URL(sent[0]!.url);
  expect(Object.fromEntries(searchParams)).toEqual({
    from: '2026-11-15T12:00:00.000Z',
    destination: '+38640123456',
    content: 'true',
    limit: '10',
  });
});

test('a redirect is not followed, and what is not JSON is not Hermod', async () => {
  const elsewhere = recorded({ apiKey }, () => new Response(null, { status: 302, headers: { location: 'http://x' } }));
  await expect(elsewhere.hermod.account.get()).rejects.toMatchObject({ kind: 'Unexpected', status: 302 });
  expect(elsewhere.sent).toMatchObject([{ init: { redirect: 'manual' } }]);
  const page = recorded({ apiKey }, () => new Response('<html>'));
  await expect(page.hermod.account.get()).rejects.toMatchObject({ kind: 'Unexpected', status: 200 });
});

test('a signal ends a call with its own reason, also while it waits to try again', async () => {
  const { hermod, sent } = recorded(
    { apiKey },
    () => new Response('', { status: 503, headers: { 'retry-after': '30' } }),
  );
  const stop = new AbortController();
  const call = hermod.account.get({ signal: stop.signal });
  await expect.poll(() => sent.length).toBe(1);
  stop.abort(new Error('changed my mind'));
  await expect(call).rejects.toThrow('changed my mind');
  await expect(hermod.account.get({ signal: stop.signal })).rejects.toThrow('changed my mind');
  expect(sent).toHaveLength(1);
});

test('a call is not retried if Retry-After exceeds its time limit', async () => {
  const answer = () => new Response('', { status: 429, headers: { 'retry-after': '60' } });
  const { hermod, sent } = recorded({ apiKey, timeoutMs: 30_000 }, answer);
  await expect(hermod.account.get()).rejects.toMatchObject({ kind: 'TooManyRequests', retryAfter: 60 });
  expect(sent).toHaveLength(1);
});
