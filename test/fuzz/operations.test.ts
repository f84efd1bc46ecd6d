/**
 * Every operation of both OpenAPI documents, with values generated from their schemas and with invalid values: the response is
 * never a 500. A new operation is covered as soon as it is documented.
 */
import fc from 'fast-check';
import { Pool } from 'undici';
import { afterAll, expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { addKey, addPriceList, idsOf, sender, slovenian, testAccount, times } from '../harness/accounts.ts';
import { isNightly } from '../harness/nightly.ts';
import { operator } from '../harness/operator.ts';
import { testTimeoutMs } from '../harness/patience.ts';
import { adminToken, testService } from '../harness/service.ts';
import type { Document, Known, Operation } from '../security/operations.ts';
import { boundariesOf, hostile, hostileText, mutated, placesOf, valid, withValue } from './schema-values.ts';

const perOperation = Number(process.env['FUZZ_REQUESTS'] ?? (isNightly ? 20 : 3));
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_115);
/** `npm test` sends every fifth boundary value, starting at a different one in each operation. */
const stride = isNightly ? 1 : 5;
const concurrency = 8;

const service = await testService({ HERMOD_RATE_LIMIT: '0', HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8' });
const { db, base, call } = service;
const admin = operator(service);
const pool = new Pool(base, { connections: concurrency });
afterAll(() => pool.close());

/** One object of each kind, of an account whose key is not used: the operator may delete any of them. */
async function belongings(): Promise<{ key: string; known: Known }> {
  const account = await testAccount(db, { balance: '1000' });
  const url = 'http://127.0.0.1:9/';
  const sent = await sender(service, account)({ scheduledTime: 4_000_000_000, deliveryReportUrl: url });
  const sampled = await call({ path: '/v1/webhooks/sample', key: account.key, body: { kind: 'inbound message', url } });
  const named = await call({ path: '/v1/senders', key: account.key, body: { value: 'Fuzz', type: 0, channel: 'SMS' } });
  const mails = (await admin({ path: `/mails?accountId=${account.id}` })).body as { mails: { mailId: string }[] };
  return {
    key: account.key,
    known: {
      accountId: account.id,
      keyId: (await addKey(db, account.id)).keyId,
      priceListId: await addPriceList(db, account.id, { DE: '0.05' }),
      messageId: idsOf(sent)[0],
      deliveryId: (sampled.body as { deliveryId: string }).deliveryId,
      senderId: (named.body as { id: string }).id,
      mailId: mails.mails[0]!.mailId,
      ...{ sender: 'Shop', destinations: [slovenian], content: 'Hello' },
    },
  };
}

const created = await admin({ path: '/carriers', body: { name: 'fuzz', url: 'simulator:' } });
const { carrierId } = created.body as { carrierId: string };
const customer = await belongings();
const victim = await belongings();
const ways = [
  { document: '/openapi.json', known: customer.known, headers: { apikey: customer.key } },
  {
    document: '/admin/openapi.json',
    known: { ...victim.known, carrierId },
    headers: { authorization: `Bearer ${adminToken}` },
  },
];

type Sent = { method: string; path: string; headers: Record<string, string>; body: string | null };

/** Percent-encoded UTF-8; half a surrogate pair has none, and is sent as the three bytes of a careless encoder. */
const percent = (text: string) =>
  text.replace(/[^\w.~-]/gu, (character) =>
    character.isWellFormed()
      ? encodeURIComponent(character).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
      : '%ED%A0%80',
  );
const raw = fc.constantFrom('%', '%zz', '%00', '%ff', '%ED%A0%80', '..%2f..', '%0d%0a', 'a'.repeat(3_000));

function written(value: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  return value.map((one) => percent(typeof one === 'string' ? one : (JSON.stringify(one) ?? '')).slice(0, 4_000));
}

/** A value of the parameter's type, or an invalid one. */
function parameter(schema: object, name: string, document: Document, known: Known): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 6, arbitrary: written(valid(schema, name, document, known)) },
    { weight: 3, arbitrary: written(hostileText) },
    { weight: 1, arbitrary: raw },
  );
}

function requestsTo(path: string, method: string, operation: Operation, document: Document, known: Known) {
  const { parameters = [], requestBody } = operation;
  const named = (where: string) =>
    Object.fromEntries(
      parameters
        .filter((each) => each.in === where)
        .map(({ name, schema = {} }) => [name, parameter(schema, name, document, known)]),
    );
  const odd = fc.option(fc.constantFrom('limit=1&limit=2', 'limit[]=1', '__proto__=x', '=', '&&', 'a=%', 'cursor='), {
    freq: 6,
    nil: '',
  });
  return fc
    .record({
      inPath: fc.record(named('path')),
      inQuery: fc.record(named('query'), { requiredKeys: [] }),
      inHeader: fc.record(named('header'), { requiredKeys: [] }),
      odd,
      body: bodyOf(requestBody, document, known),
      note: fc.option(hostileText, { freq: 8, nil: undefined }),
    })
    .map(({ inPath, inQuery, inHeader, odd, body, note }): Sent => {
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => (inPath as Record<string, string>)[name] ?? '');
      const query = [...Object.entries(inQuery).map(([name, value]) => `${name}=${value}`), odd]
        .filter(Boolean)
        .join('&');
      const headers = { ...inHeader, ...(note === undefined ? {} : { 'x-operator': note, 'x-request-id': note }) };
      return {
        method: method.toUpperCase(),
        path: query === '' ? filled : `${filled}?${query}`,
        headers: {
          ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, headerText(value)])),
          ...(body === undefined ? {} : { 'content-type': body.type }),
        },
        body: body?.text ?? null,
      };
    });
}

/** Whether a client can put the value into a header at all. */
const headerText = (text: string) => text.replace(/[^\t\x20-\x7e\x80-\xff]/gu, '?').slice(0, 3_000);

type Body = { type: string; text: string };
const broken = fc.constantFrom('', '{', '[1e400]', '"\\ud800"', '['.repeat(5_000), '{"a":1,"a":2}', '\ufeff{}', 'null');

function bodyOf(wanted: Operation['requestBody'], document: Document, known: Known): fc.Arbitrary<Body | undefined> {
  const kinds = Object.entries(wanted?.content ?? {}).map(([type, { schema = {} }]) => {
    const value = valid(schema, '', document, known);
    const text = type.includes('json')
      ? fc.oneof(
          { weight: 3, arbitrary: value.map((one) => JSON.stringify(one) ?? 'null') },
          { weight: 12, arbitrary: mutated(value).map((one) => JSON.stringify(one) ?? 'null') },
          { weight: 1, arbitrary: hostile.map((one) => JSON.stringify(one) ?? 'null') },
          { weight: 1, arbitrary: broken },
        )
      : fc.tuple(hostileText, hostileText).map(([a, b]) => `country,unit_price\nSI,0.01\n${a},${b}\n`);
    return text.map((one): Body => ({ type, text: one }));
  });
  if (kinds.length > 0) return fc.oneof(...kinds);
  return fc.option(
    broken.map((text): Body => ({ type: 'application/json', text })),
    { freq: 8, nil: undefined },
  );
}

/** Valid except for one field, for every documented field and every known bad value of its type. */
function boundariesTo(path: string, method: string, operation: Operation, document: Document, known: Known): Sent[] {
  const { parameters = [], requestBody } = operation;
  const [type = '', { schema = {} } = {}] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const isJson = type.includes('json');
  // The request with the most fields: no field is missing.
  const bodies = isJson ? fc.sample(valid(schema, '', document, known), { numRuns: 20, seed }) : [];
  const full = bodies.reduce<unknown>((most, one) => (sizeOf(one) > sizeOf(most) ? one : most), bodies[0]);
  const one = (values: Record<string, unknown>, query: string, body: unknown): Sent => ({
    method: method.toUpperCase(),
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => textOf(values[name] ?? known[name] ?? newId())) + query,
    headers: isJson ? { 'content-type': type } : {},
    body: isJson ? (JSON.stringify(body) ?? 'null') : null,
  });
  const inParameters = parameters
    .filter((each) => each.in !== 'header')
    .flatMap(({ name, in: where, schema: kind = {} }) =>
      boundariesOf(kind, name).map((value) =>
        where === 'path' ? one({ [name]: value }, '', full) : one({}, `?${name}=${textOf(value)}`, full),
      ),
    );
  const inBody = isJson
    ? placesOf(schema, '', document).flatMap((place) =>
        place.values.map((value) => one({}, '', withValue(full, place.path, value))),
      )
    : [];
  return [...inParameters, ...inBody];
}

const sizeOf = (value: unknown) => JSON.stringify(value)?.length ?? 0;
const textOf = (value: unknown) => percent(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

type Failure = Sent & { status: number; answer: string };

async function tryOne({ method, path, headers, body }: Sent, credentials: object): Promise<Failure | undefined> {
  const sent = { method: method as 'GET', path, headers: { ...headers, ...credentials } };
  const answer = await pool.request({ ...sent, ...(body === null ? {} : { body }) });
  const isStream = [answer.headers['content-type']].flat()[0]?.startsWith('text/event-stream') ?? false;
  // An event stream would never end.
  if (isStream) answer.body.on('error', () => {}).destroy();
  const text = isStream ? '' : await answer.body.text();
  statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
  const fault = { method, path, headers, body: body?.slice(0, 2_000) ?? null, status: answer.statusCode, answer: text };
  if (answer.statusCode >= 500) return fault;
  return answer.statusCode < 400 || /^\{"error":".+"\}$/s.test(text) ? undefined : fault;
}

const statuses = new Map<number, number>();

const boundaries = stride === 1 ? 'every boundary' : `one in ${stride} boundaries`;
test(`${boundaries} of every parameter and field, and ${perOperation} requests at random to each operation, seed ${seed}`, {
  timeout: 5 * testTimeoutMs,
}, async () => {
  const failures: Failure[] = [];
  let operations = 0;
  for (const { document: path, known, headers } of ways) {
    const document = (await call({ path, key: null })).body as Document;
    for (const [where, methods] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        operations += 1;
        const requests = requestsTo(where, method, operation, document, known);
        const waiting = [
          ...fc.sample(requests, { numRuns: perOperation, seed: seed + operations }),
          ...boundariesTo(where, method, operation, document, known).filter(
            (_, place) => (place + operations) % stride === 0,
          ),
        ];
        const client = async () => {
          for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
            const failure = await tryOne(next, headers);
            if (failure !== undefined) failures.push(failure);
          }
        };
        await Promise.all(times(concurrency, client));
      }
    }
  }
  console.log(`seed ${seed}: ${operations} operations`, Object.fromEntries(statuses));
  expect(failures).toEqual([]);
  // Enough requests pass validation to reach the code after it.
  const answered = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  expect((statuses.get(200) ?? 0) + (statuses.get(202) ?? 0)).toBeGreaterThan(answered / 20);
});
