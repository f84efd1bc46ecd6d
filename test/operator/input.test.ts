import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { operator } from '../harness/operator.ts';
import { testService } from '../harness/service.ts';

const service = await testService();
const call = operator(service);

type Created = { accountId: string; carrierId: string; priceListId: string };
const create = async (path: string, body: object) => (await call({ path, body })).body as Created;
const { accountId } = await create('/accounts', { name: 'Bakery', currency: 'EUR' });
const { carrierId } = await create('/carriers', { name: 'Trial', url: 'simulator:' });
const refusal = (text: string) => ({ status: 400, body: { error: `error: 400 - ${text}` } });

describe('a text that cannot be stored is refused', () => {
  const notBlank = 'must be a text that is not blank, without control characters';
  const texts = ['\0', 'a\0b', '\ud800', 'x\udfff', '\u0007'];
  const fields: [method: string, path: string, body: (text: string) => object, refused: string][] = [
    ['POST', '/accounts', (name) => ({ name, currency: 'EUR' }), `name ${notBlank}`],
    ['PATCH', `/accounts/${accountId}`, (name) => ({ name }), `name ${notBlank}`],
    ['POST', '/price-lists', (name) => ({ name, currency: 'EUR' }), `name ${notBlank}`],
    ['POST', `/accounts/${accountId}/corrections`, (note) => ({ amount: '1', note }), `note ${notBlank}`],
    ['POST', `/accounts/${accountId}/keys`, (label) => ({ label }), 'label must be a text without control characters'],
    [
      'PATCH',
      `/accounts/${accountId}`,
      (text) => ({ contactEmail: `anna${text}@example.com` }),
      'contactEmail must be an e-mail address such as anna@example.com',
    ],
    [
      'PATCH',
      `/carriers/${carrierId}`,
      (name) => ({ name }),
      'name: 1 to 64 characters, without control characters or spaces at either end',
    ],
  ];
  const audited = () => service.db.query('SELECT count(*) FROM audit').then(({ rows }) => rows[0].count);

  test.each(fields)('%s %s', async (method, path, bodyWith, refused) => {
    const before = await audited();
    for (const text of texts) {
      expect(await call({ method, path, body: bodyWith(text) }), JSON.stringify(text)).toMatchObject(refusal(refused));
    }
    expect(await audited()).toBe(before);
  });
});

test('a filter with a NUL is refused', async () => {
  for (const name of ['subjectId', 'action']) {
    expect(await call({ path: `/audit?${name}=a%00` })).toMatchObject(refusal(`${name} contains a NUL character`));
  }
});

describe('an id in every path', () => {
  type Operation = { parameters?: { in: string; name: string; schema: { format?: string } }[]; requestBody?: unknown };
  const document = JSON.parse(readFileSync('docs/openapi-operator.json', 'utf8')) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const withIds = operations.filter(({ path }) => path.includes('Id}'));
  const csv = { 'content-type': 'text/csv' };

  test.each(withIds)('$method $path accepts only a UUID', async ({ method, path, operation }) => {
    for (const id of ['x', `urn:uuid:${randomUUID()}`, `{${randomUUID()}}`, '0'.repeat(300), '%00']) {
      const target = path.replace('/admin/v1', '').replace(/\{\w+\}/g, id);
      const body = operation.requestBody === undefined ? undefined : {};
      const headers = path.endsWith('/import') ? csv : {};
      const answer = await call({ method, path: target, headers, ...(body && { body }) });
      expect(answer, target).toMatchObject({ status: 400, body: { error: expect.stringMatching(/must be a UUID$/) } });
    }
  });

  const queries = operations.flatMap(({ path, operation }) =>
    (operation.parameters ?? [])
      .filter(({ in: place, schema }) => place === 'query' && schema.format === 'uuid')
      .map(({ name }) => ({ path: path.replace('/admin/v1', ''), name })),
  );

  test.each(queries)('$path?$name accepts only a UUID', async ({ path, name }) => {
    expect(await call({ path: `${path}?${name}=urn:uuid:${randomUUID()}` })).toMatchObject(
      refusal(`${name} must be a UUID`),
    );
  });
});

test('an id in capital letters is the same id, also in the audit trail', async () => {
  const path = `/carriers/${carrierId.toUpperCase()}`;
  expect(await call({ path })).toMatchObject({ status: 200, body: { carrierId } });
  expect(await call({ method: 'PATCH', path, body: { enabled: false } })).toMatchObject({ status: 200 });
  expect(
    await call({ path: '/routes', body: { carrierId: carrierId.toUpperCase(), country: 'SI', priority: 900 } }),
  ).toMatchObject({ status: 201, body: { carrierId } });
  expect(
    await call({ method: 'PATCH', path: `/accounts/${accountId.toUpperCase()}`, body: { name: 'B' } }),
  ).toMatchObject({ status: 200 });
  expect(await call({ path: `/audit?subjectId=${accountId.toUpperCase()}&limit=1` })).toMatchObject({
    body: { entries: [{ action: 'account change', subjectId: accountId }] },
  });
});

describe('errors are readable', () => {
  const wrong: [path: string, body: object, text: string][] = [
    ['/accounts', { name: 'A', currency: 'eur' }, 'currency must be three capital letters such as EUR'],
    ['/accounts', { name: '', currency: 'EUR' }, 'name must not be empty'],
    ['/accounts', { name: 'x'.repeat(101), currency: 'EUR' }, 'name must have at most 100 characters'],
    [`/accounts/${accountId}`, {}, 'the body must have at least one field'],
    [`/accounts/${accountId}`, { status: 'on' }, 'status must be one of active, suspended'],
    [`/accounts/${accountId}/keys`, { expiresAt: 'soon' }, 'expiresAt must be a time such as 2026-11-15T12:00:00Z'],
    [`/keys/${accountId}/rotate`, { overlapSeconds: -1 }, 'overlapSeconds must be at least 0'],
    ['/emails/try', { raw: 'From: anna@example.com', text: 'Hello' }, 'the body must have at most one field'],
    ['/erasures', { phoneNumber: '040' }, 'phoneNumber must be a phone number in E.164 form such as +38640123456'],
  ];

  test.each(wrong)('%s %j', async (path, body, text) => {
    const method = path === `/accounts/${accountId}` ? 'PATCH' : 'POST';
    expect(await call({ method, path, body })).toMatchObject(refusal(text));
  });

  test('a body that cannot be read is not counted as a rejected message', async () => {
    const packed = { path: '/accounts', raw: gzipSync('{}'), headers: { 'content-encoding': 'gzip' } };
    expect(await call({ method: 'POST', ...packed })).toMatchObject({
      status: 415,
      body: { error: 'error: 415 - Content-Encoding is not supported, send the body as it is' },
    });
    const send = (raw: string, type: string) =>
      call({ method: 'POST', path: '/accounts', raw, headers: { 'content-type': type } });
    expect(await send('{', 'application/json')).toMatchObject(refusal('The request body is not valid JSON'));
    expect(await send('{}', 'application/xml')).toMatchObject(refusal('The Content-Type must be application/json'));
  });
});
