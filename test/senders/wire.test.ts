/** The request as bytes: keys, bodies that are not JSON, sizes, encodings, paths and methods; and random input. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testAccount } from '../harness/accounts.ts';
import { isNightly } from '../harness/nightly.ts';
import { type Call, testService } from '../harness/service.ts';
import { expectError, registrar } from './codes.ts';

const service = await testService();
const { call, db } = service;
const account = await testAccount(db);

const paths: [method: string, path: string][] = [
  ['POST', '/v1/senders'],
  ['POST', '/v1/senders/confirm'],
  ['DELETE', '/v1/senders/01900000-0000-7000-8000-000000000000'],
  ['DELETE', '/v1/senders'],
  ['GET', '/v1/senders'],
  ['GET', '/v1/senders/01900000-0000-7000-8000-000000000000'],
  ['PATCH', '/v1/senders/01900000-0000-7000-8000-000000000000'],
  ['POST', '/v1/senders/01900000-0000-7000-8000-000000000000/code'],
];

test.each(paths)(
  '%s %s: 400 without a key or with one that is not a UUID, 401 with one that is not valid',
  async (method, path) => {
    const ask = (key: string | null) => call({ method, path, key, ...(method === 'POST' ? { raw: '{' } : {}) });
    expectError(await ask(null), 400, 'error: 400 - The apikey header is missing');
    expectError(await ask(''), 400, 'error: 400 - The API key is not a UUID');
    expectError(await ask('secret'), 400, 'error: 400 - The API key is not a UUID');
    expectError(await ask('00000000-0000-4000-8000-000000000000'), 401, 'error: 401 - The API key is not valid');
  },
);

test('a revoked and an expired key give 401', async () => {
  for (const change of ['revoked_at = now()', `expires_at = now() - interval '1 second'`]) {
    const { key, keyId } = await testAccount(db);
    await db.query(`UPDATE api_keys SET ${change} WHERE id = $1`, [keyId]);
    expectError(await registrar(service, key)(), 401, 'error: 401 - The API key is not valid');
  }
});

test('a key that is not a UUID is still 401 on the SMS endpoint', async () => {
  expectError(
    await call({ path: '/v1/sms/messages', key: 'secret', raw: '{' }),
    401,
    'error: 401 - The API key is not a UUID',
  );
});

const json = { 'content-type': 'application/json' };
test.each<[title: string, path: string, options: Partial<Call>, status: number, error: string]>([
  ['half an object', '/v1/senders', { raw: '{' }, 400, 'The request body is not valid JSON'],
  ['an empty body', '/v1/senders', { raw: '' }, 400, 'The request body is empty, a JSON object is expected'],
  ['no body', '/v1/senders/confirm', {}, 400, 'The request body is empty, a JSON object is expected'],
  ['a list', '/v1/senders', { raw: '[]' }, 400, 'The body must be an object'],
  ['null', '/v1/senders/confirm', { raw: 'null' }, 400, 'The body must be an object'],
  [
    'XML',
    '/v1/senders',
    { raw: '<a/>', headers: { 'content-type': 'application/xml' } },
    400,
    'The Content-Type must be application/json',
  ],
  ['not UTF-8', '/v1/senders', { raw: Buffer.from([0x22, 0xff, 0x22]) }, 400, 'The request body is not valid JSON'],
  ['a large body', '/v1/senders', { raw: ' '.repeat(2 ** 20 + 1) }, 413, 'The request body is larger than 1 MiB'],
  [
    'a body larger than it can be',
    '/v1/senders',
    { raw: ' '.repeat(2 ** 16 + 1) },
    400,
    'The request body is larger than 64 KiB',
  ],
  [
    'one elsewhere',
    '/v1/webhooks/sample',
    { raw: ' '.repeat(2 ** 16 + 1) },
    400,
    'The request body is larger than 64 KiB',
  ],
  ['no body at its limit', '/v1/senders', { raw: ' '.repeat(2 ** 16) }, 400, 'The request body is not valid JSON'],
  [
    'gzip',
    '/v1/senders',
    { raw: gzipSync('{}'), headers: { ...json, 'content-encoding': 'gzip' } },
    415,
    'Content-Encoding is not supported, send the body as it is',
  ],
  ['PUT', '/v1/senders', { method: 'PUT' }, 405, 'PUT is not possible here, but DELETE, GET, HEAD, POST'],
  ['GET confirm', '/v1/senders/confirm', { method: 'GET' }, 405, 'GET is not possible here, but DELETE, POST'],
  ['another path', '/v1/sender', {}, 404, 'Path not found: POST /v1/sender'],
])('%s', async (_, path, options, status, error) => {
  expectError(
    await call({ path, method: 'POST', key: account.key, ...options }),
    status,
    `error: ${status} - ${error}`,
  );
});

const anyText = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ unit: 'grapheme', maxLength: 60 }));
const anyValue = fc.oneof(
  anyText,
  fc.jsonValue({ maxDepth: 1 }),
  fc.constantFrom(null, 0, 1, -0, 1e308, '\0', '\ud800'),
);
const anyUrl = fc.oneof(
  anyText.map((text) => `http://${text}`),
  fc.webUrl(),
  anyValue,
);
const registration = fc.record(
  {
    value: fc.oneof(fc.string({ unit: fc.constantFrom(...'aB3 +-.'), maxLength: 13 }), anyValue),
    type: fc.oneof(fc.constant(0), anyValue),
    channel: fc.oneof(fc.constantFrom('SMS', 'Viber'), anyValue),
    statusCallbackUrl: anyUrl,
  },
  { requiredKeys: [] },
);
const confirmation = fc.record({ id: fc.oneof(fc.uuid(), anyValue), confirmationCode: anyValue }, { requiredKeys: [] });
const settings = fc.record(
  { deliveryReportUrl: anyUrl, inboundUrl: anyUrl, statusCallbackUrl: anyUrl },
  { requiredKeys: [] },
);

test('any input gets a success or one clear sentence, never a 500', async () => {
  const { id } = (await registrar(service, account.key)({ value: 'Fuzzed' })).body as { id: string };
  const calls: fc.Arbitrary<Call> = fc.oneof(
    registration.map((body): Call => ({ path: '/v1/senders', body })),
    confirmation.map((body): Call => ({ path: '/v1/senders/confirm', body })),
    settings.map((body): Call => ({ method: 'PATCH', path: `/v1/senders/${id}`, body })),
    anyText.map((text): Call => ({ method: 'DELETE', path: `/v1/senders/${encodeURIComponent(text.toWellFormed())}` })),
  );
  await fc.assert(
    fc.asyncProperty(calls, async (options) => {
      const { status, body } = await call({ ...options, key: account.key });
      expect([200, 202, 400]).toContain(status);
      if (status === 400) expect(body).toStrictEqual({ error: expect.stringMatching(/^error: 400 - ./) });
    }),
    { numRuns: isNightly ? 2_000 : 300 },
  );
});
