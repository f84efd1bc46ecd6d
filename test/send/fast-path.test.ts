/** The usual request bypasses the framework, with the same responses as through it. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { addKey, numbers, request, slovenian, testAccount, times } from '../harness/accounts.ts';
import { patienceMs } from '../harness/patience.ts';
import { type Answer, type Call, serviceOn, testService } from '../harness/service.ts';

const { db, url, call } = await testService();
const limited = await serviceOn(url, { HERMOD_RATE_LIMIT: '2' });
const poor = await testAccount(db, { balance: '0' });
const rich = await testAccount(db);

/** A content encoding is unusual, and sends a request through the framework. */
const longWay = (options: Call): Call => ({
  ...options,
  headers: { ...options.headers, 'content-encoding': 'identity' },
});

/** Ids differ every time, and the framework closes a connection whose body it cannot read; everything else must be equal. */
function comparable({ status, headers, text }: Answer) {
  const {
    'x-request-id': id,
    date,
    'content-length': length,
    ratelimit,
    connection: _,
    'keep-alive': __,
    ...rest
  } = headers;
  expect([id, date, length].every((value) => value !== undefined)).toBe(true);
  return {
    status,
    headers: rest,
    limited: ratelimit !== undefined,
    text: text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id'),
  };
}

const cases: [what: string, options: Partial<Call>][] = [
  ['a good one', { body: request() }],
  ['a scheduled one', { body: request({ scheduledTime: 4_000_000_000 }) }],
  ['several recipients', { body: request({ destinations: times(5, () => slovenian) }) }],
  ['Unicode', { body: request({ message: { content: 'Živjo 😀', isUnicode: true } }) }],
  ['unknown fields', { body: request({ extra: 1 } as object) }],
  ['no sender', { body: { destinations: [slovenian], message: { content: 'a' } } }],
  ['no content', { body: request({ message: {} }) }],
  ['an empty text', { body: request({ message: { content: ' ' } }) }],
  ['a wrong sender', { body: request({ sender: 'Unknown' }) }],
  ['a wrong type', { body: request({ destinations: slovenian }) }],
  ['null for a field', { body: request({ priceReport: null }) }],
  ['too many recipients', { body: request({ destinations: times(1_001, () => '+1') }) }],
  ['wrong numbers', { body: request({ destinations: ['+386', slovenian, 'x'] }) }],
  ['a wrong time', { body: request({ scheduledTime: -1 }) }],
  ['no money', { body: request(), key: poor.key }],
  ['an upper-case key', { body: request(), key: rich.key.toUpperCase() }],
  ['an unknown key', { body: request(), key: randomUUID() }],
  ['no key', { body: request(), key: null }],
  ['not JSON', { raw: '{"sender":' }],
  ['not an object', { raw: '[]' }],
  ['null', { raw: 'null' }],
  ['nothing', { raw: '' }],
  ['bytes that are not UTF-8', { raw: Buffer.from([0x22, 0xff, 0x22]) }],
  ['a byte order mark', { raw: `\ufeff${JSON.stringify(request())}` }],
  ['a charset', { raw: JSON.stringify(request()), headers: { 'content-type': 'application/json; charset=utf-8' } }],
  ['another type', { raw: JSON.stringify(request()), headers: { 'content-type': 'text/plain' } }],
];

test.each(cases)('%s is answered the same both ways', async (_what, fields) => {
  const options = { method: 'POST', path: '/v1/sms/messages', key: rich.key, ...fields };
  // Once before, so that the key is known and the first request really bypasses the framework.
  await call({ ...options, body: undefined, raw: '{}' });
  const [short, long] = [await call(options), await call(longWay(options))];
  expect(comparable(short)).toEqual(comparable(long));
});

describe('the short path', () => {
  test.each([
    ['it', (options: Call) => options],
    ['the long path', longWay],
  ])('shares the rate limit of a key with the long path: what %s uses counts for both', async (_what, taking) => {
    const { key } = await db.transaction((tx) => addKey(tx, rich.id));
    const ask = (options: Call) => limited.call({ key, ...options });
    // Known from now on, so that the following requests really bypass the framework.
    expect((await ask({ path: '/v1/account' })).status).toBe(200);
    const send = { path: '/v1/sms/messages', body: request() };
    // Worth fifty seconds; allowed as soon as the first token is refilled.
    const many = taking({ path: '/v1/sms/messages', body: request({ destinations: numbers(1_000) }) });
    await vi.waitFor(async () => expect((await ask(many)).status).toBe(202), { timeout: patienceMs });
    for (const options of [send, longWay(send), { path: '/v1/account' }]) {
      const { status, headers } = await ask(options);
      expect([status, headers['ratelimit-policy']]).toEqual([429, '"key";q=2;w=1']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(1);
    }
  });

  test('is counted like the long path', async () => {
    const { body } = await call({ path: '/v1/sms/messages', key: rich.key, body: request() });
    expect(body).toMatchObject({ status: 'accepted' });
    const { text } = await call({ path: '/metrics', key: null });
    expect(text).toMatch(/hermod_http_requests_total\{route="\/v1\/sms\/messages",method="POST",status="202"\} \d+/);
    expect(text).toMatch(/hermod_requests_refused_total\{code="1"\} \d+/);
  });
});
