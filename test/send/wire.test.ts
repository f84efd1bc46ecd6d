/** The request as bytes: keys, bodies that are not JSON, sizes, encodings, paths and methods. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { addKey, books, request, sender, slovenian, testAccount } from '../harness/accounts.ts';
import { patienceMs } from '../harness/patience.ts';
import { type Answer, adminToken, type Call, testService } from '../harness/service.ts';

const service = await testService();
const { call, db } = service;
const account = await testAccount(db);
const path = '/v1/sms/messages';

function post(options: Partial<Call>): Promise<Answer> {
  return call({ path, method: 'POST', key: account.key, headers: { 'content-type': 'application/json' }, ...options });
}

function expectOneField(answer: Answer, status: number, error: unknown): void {
  expect({ status: answer.status, body: answer.body }).toStrictEqual({ status, body: { error } });
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['x-request-id']).toMatch(/./);
}

const notJson = 'Error: 7 - Message rejected: the request body is not valid JSON';
const noObject = 'Error: 7 - Message rejected: the body must be an object';
const empty = 'Error: 7 - Message rejected: the request body is empty, a JSON object is expected';
const wrongType = 'Error: 7 - Message rejected: the Content-Type must be application/json';
const good = JSON.stringify(request());

test.each<[title: string, options: Partial<Call>, error: string]>([
  ['half an object', { raw: good.slice(0, -1) }, notJson],
  ['something behind the object', { raw: `${good}x` }, notJson],
  ['a byte order mark and no more', { raw: '\ufeff' }, notJson],
  ['an empty body', { raw: '' }, empty],
  ['a list', { raw: '[]' }, noObject],
  ['null', { raw: 'null' }, noObject],
  ['a text', { raw: '"Hello"' }, noObject],
  ['a number', { raw: '1' }, noObject],
  ['no body and no type', { headers: {} }, empty],
  ['plain text', { raw: good, headers: { 'content-type': 'text/plain;charset=UTF-8' } }, wrongType],
  ['a form', { raw: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, wrongType],
  ['XML', { raw: '<a/>', headers: { 'content-type': 'application/xml' } }, wrongType],
  ['a type that is none', { raw: good, headers: { 'content-type': 'json' } }, wrongType],
  ['bytes that are not UTF-8', { raw: Buffer.from(good.replace('Hello', 'H\xe9llo'), 'latin1') }, notJson],
  ['UTF-16', { raw: Buffer.from(good, 'utf16le') }, notJson],
  ['an empty object', { raw: '{}' }, 'Error: 2 - Invalid sender (from): sender is missing'],
])('%s is refused with 400', async (_, options, error) => {
  const before = await books(db, account);
  expectOneField(await post(options), 400, error);
  expect(await books(db, account)).toEqual(before);
});

test.each<[what: string, options: Partial<Call>]>([
  ['no JSON', { raw: '{' }],
  ['a form', { raw: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ['too much', { raw: ' '.repeat(2 ** 20 + 1) }],
])('%s in the body: a wrong path or method is still what is wrong', async (_, options) => {
  expectOneField(await post({ path: '/v2', ...options }), 404, 'error: 404 - Path not found: POST /v2');
  const put = await post({ method: 'PUT', ...options });
  expectOneField(put, 405, 'error: 405 - PUT is not possible here, but GET, HEAD, POST');
  expect(put.headers['allow']).toBe('GET, HEAD, POST');
});

test.each([`${path}/${slovenian}/cancel`, '/v1/webhooks/replay', '/admin/v1/accounts'])(
  'only sending has error codes: %s reports an unreadable body without one',
  async (other) => {
    const headers = { authorization: `Bearer ${adminToken}` };
    const broken = await post({ path: other, raw: '{', headers: { ...headers, 'content-type': 'application/json' } });
    expectOneField(broken, 400, 'error: 400 - The request body is not valid JSON');
    const form = await post({ path: other, raw: 'a=b', headers: { ...headers, 'content-type': 'text/plain' } });
    expectOneField(form, 400, 'error: 400 - The Content-Type must be application/json');
  },
);

test('a body over 1 MiB gets 413, one just below is read', async () => {
  const tooLarge = 'Error: 7 - Message rejected: the request body is larger than 1 MiB';
  const padded = (size: number) => `${good}${' '.repeat(size - good.length)}`;
  expectOneField(await post({ raw: padded(2 ** 20 + 1) }), 413, tooLarge);
  expect((await post({ raw: padded(2 ** 20) })).status).toBe(202);
});

test('half a million wrong destinations are refused without listing them', async () => {
  const raw = JSON.stringify(request({ destinations: Array(500_000).fill(1) }));
  const answer = await post({ raw });
  expect(answer.status).toBe(400);
  expect(answer.text.length).toBeLessThan(1_000);
});

test('a compressed body gets 415', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const error = 'Error: 7 - Message rejected: Content-Encoding is not supported, send the body as it is';
  expectOneField(await post({ raw: gzipSync(good), headers }), 415, error);
  const plain = { ...headers, 'content-encoding': 'Identity' };
  expect((await post({ raw: good, headers: plain })).status).toBe(202);
});

test.each([
  ['GET', '/v1/sms/message', 404, 'error: 404 - Path not found: GET /v1/sms/message', undefined],
  ['POST', '/v2/sms/messages?a=b', 404, 'error: 404 - Path not found: POST /v2/sms/messages', undefined],
  ['PUT', path, 405, 'error: 405 - PUT is not possible here, but GET, HEAD, POST', 'GET, HEAD, POST'],
  ['DELETE', path, 405, 'error: 405 - DELETE is not possible here, but GET, HEAD, POST', 'GET, HEAD, POST'],
  ['GET', `${path}/preview`, 405, 'error: 405 - GET is not possible here, but POST', 'POST'],
  ['POST', '/v1/account', 405, 'error: 405 - POST is not possible here, but GET, HEAD', 'GET, HEAD'],
  ['TRACE', '/v1/account', 405, 'error: 405 - TRACE is not possible here, but GET, HEAD', 'GET, HEAD'],
  ['PROPFIND', '/v1/account', 405, 'error: 405 - PROPFIND is not possible here, but GET, HEAD', 'GET, HEAD'],
  ['OPTIONS', `${path}/preview`, 405, 'error: 405 - OPTIONS is not possible here, but POST', 'POST'],
  ['PROPFIND', `${path}/${account.id}`, 405, 'error: 405 - PROPFIND is not possible here, but GET, HEAD', 'GET, HEAD'],
  ['PROPFIND', `${path}/`, 404, `error: 404 - Path not found: PROPFIND ${path}/`, undefined],
  ['MKCOL', '/docs/a/b', 405, 'error: 405 - MKCOL is not possible here, but GET, HEAD', 'GET, HEAD'],
  ['M-SEARCH', '/nowhere', 404, 'error: 404 - Path not found: M-SEARCH /nowhere', undefined],
  ['POST', `${path}/`, 404, `error: 404 - Path not found: POST ${path}/`, undefined],
  ['GET', `${path}/${'a'.repeat(2_000)}`, 404, 'error: 404 - Message not found', undefined],
  ['DELETE', `/v1/senders/${'a'.repeat(2_000)}`, 400, 'error: 400 - The id of a sender is a UUID', undefined],
  ['GET', '/v1/%ff', 400, 'error: 400 - The path is not a valid URL', undefined],
])('%s %s gives %i', async (method, url, status, error, allow) => {
  const answer = await call({ method, path: url, key: account.key });
  expectOneField(answer, status, error);
  expect(answer.headers['allow']).toBe(allow);
});

test.each([
  ['no key', null, 'error: 401 - The apikey header is missing'],
  ['an empty key', '', 'error: 401 - The API key is not a UUID'],
  ['a key that is not a UUID', 'secret', 'error: 401 - The API key is not a UUID'],
  ['a UUID in braces', `{${account.key}}`, 'error: 401 - The API key is not a UUID'],
  ['an unknown key', '00000000-0000-4000-8000-000000000000', 'error: 401 - The API key is not valid'],
])('%s gives 401, and speaks before everything else', async (_, key, error) => {
  expectOneField(await post({ key, raw: good }), 401, error);
  expectOneField(await post({ key, raw: 'no JSON' }), 401, error);
  expectOneField(await post({ key, raw: 'x'.repeat(2 ** 21) }), 401, error);
  expectOneField(await call({ key, path: '/v1/account' }), 401, error);
  expectOneField(await call({ key, path }), 401, error);
});

test.each(['revoked_at = now()', `expires_at = now() - interval '1 second'`])(
  'a key with %s no longer sends, from the moment of its commit',
  async (change) => {
    const { key, keyId } = await addKey(db, account.id);
    const send = () => call({ path, key, body: request() });
    expect((await send()).status).toBe(202);
    await db.query(`UPDATE api_keys SET ${change} WHERE id = $1`, [keyId]);
    expectOneField(await send(), 401, 'error: 401 - The API key is not valid');
    const fresh = await addKey(db, account.id);
    await db.query(`UPDATE api_keys SET ${change} WHERE id = $1`, [fresh.keyId]);
    expectOneField(await call({ path: '/v1/account', key: fresh.key }), 401, 'error: 401 - The API key is not valid');
  },
);

test('an expiring key stops by the clock alone', async () => {
  const { key, keyId } = await addKey(db, account.id);
  await db.query(`UPDATE api_keys SET expires_at = clock_timestamp() + interval '700 milliseconds' WHERE id = $1`, [
    keyId,
  ]);
  const send = () => call({ path, key, body: request() });
  expect((await send()).status).toBe(202);
  await expect.poll(async () => (await send()).status, { timeout: patienceMs, interval: 50 }).toBe(401);
});

test('a suspended account is refused with code 7, and sends again once it is reactivated', async () => {
  const suspended = await testAccount(db);
  const send = sender(service, suspended);
  expect((await send()).status).toBe(202);
  const become = (status: string) => db.query('UPDATE accounts SET status = $2 WHERE id = $1', [suspended.id, status]);
  await become('suspended');
  expectOneField(await send(), 400, 'Error: 7 - Message rejected: the account is suspended');
  await become('active');
  expect((await send()).status).toBe(202);
});

const changing: [method: string, path: string, body?: object][] = [
  ['POST', '/v1/senders', { value: 'Later', type: 0, channel: 'SMS' }],
  ['POST', '/v1/senders/confirm', { id: account.id, confirmationCode: '123456' }],
  ['PATCH', `/v1/senders/${account.id}`, { inboundUrl: null }],
  ['POST', `/v1/senders/${account.id}/code`],
  ['DELETE', `/v1/senders/${account.id}`],
  ['POST', `${path}/${account.id}/cancel`],
  ['POST', '/v1/webhooks/secret'],
  ['POST', '/v1/webhooks/sample', { kind: 'sender status', url: 'http://127.0.0.1:9/' }],
  ['POST', '/v1/webhooks/replay', { since: '2026-01-01T00:00:00Z' }],
  ['POST', `/v1/webhooks/deliveries/${account.id}/replay`],
];

test.each(changing)('a revoked key changes nothing from the moment of its commit: %s %s', async (method, url, body) => {
  const { key, keyId } = await addKey(db, account.id);
  // Cached by now: the service keeps it for two seconds.
  expect((await call({ path: '/v1/account', key })).status).toBe(200);
  await db.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [keyId]);
  expectOneField(await call({ method, path: url, key, body }), 401, 'error: 401 - The API key is not valid');
});

const nothing = { deliveryReportUrl: null, scheduledTime: null, priceReport: null };

test.each([
  ['the short way', {}],
  ['the long way', { 'content-encoding': 'identity' }],
])('%s: null for an optional field, and an empty URL, are as good as none', async (_, headers) => {
  const message = { content: 'Dober dan č', isUnicode: null };
  const given = [
    { ...nothing, message },
    { ...nothing, message, deliveryReportUrl: '' },
  ];
  for (const fields of given) {
    const answer = await call({ path, key: account.key, body: request(fields), headers });
    expect(answer).toMatchObject({ status: 202, body: { status: 'accepted', segmentCount: 1 } });
    const preview = await call({ path: `${path}/preview`, key: account.key, body: request(fields), headers });
    expect(preview).toMatchObject({ status: 200, body: { content: 'Dober dan c', encoding: 'GSM-7' } });
  }
  const once = { ...headers, 'idempotency-key': `nulls ${_}`.replaceAll(' ', '-') };
  const [with_, without] = [request(given[0]), request({ message: { content: message.content } })];
  const first = await call({ path, key: account.key, body: with_, headers: once });
  const second = await call({ path, key: account.key, body: without, headers: once });
  expect([first.status, second.status, second.text]).toEqual([202, 202, first.text]);
});

test.each([
  ['sender', 2],
  ['destinations', 3],
  ['message', 1],
])('null for %s, which is required, is refused', async (field, code) => {
  const answer = await post({ body: request({ [field]: null }) });
  expectOneField(answer, 400, expect.stringContaining(`Error: ${code} - `));
});
