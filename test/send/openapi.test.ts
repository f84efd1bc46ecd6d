/** The reference: committed, complete, and equal to what the service really answers. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { idsOf, request, sender, testAccount, times } from '../harness/accounts.ts';
import { lockAccount, untilWaiting } from '../harness/locks.ts';
import { type Answer, type Call, serviceOn, testService } from '../harness/service.ts';

const service = await testService();
const { call, db, url } = service;
const limited = await serviceOn(url, { HERMOD_RATE_LIMIT: '1' });
const committed = join(import.meta.dirname, '../../docs/openapi.json');
const renew = 'docs/openapi.json is out of date; renew it with: UPDATE=1 npm test -- test/send/openapi.test.ts';

type Response = { description: string; content: Record<string, { examples?: Record<string, { value: unknown }> }> };
type Operation = { operationId: string; security?: unknown; responses: Record<string, Response> };
type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> };
  security: unknown[];
};

const { text, body } = await call({ path: '/openapi.json', key: null });
const document = body as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation })),
);

test('the committed document is the one that the service serves', () => {
  const pretty = `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
  if (process.env['UPDATE']) writeFileSync(committed, pretty);
  expect(readFileSync(committed, 'utf8'), renew).toBe(pretty);
});

test('it is OpenAPI 3.1 with a name for every schema, and every reference resolves', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(document.components.securitySchemes).toEqual({
    apikey: { type: 'apiKey', in: 'header', name: 'apikey' },
    session: { type: 'apiKey', in: 'cookie', name: 'hermod_session' },
  });
  expect(document.security).toEqual([{ apikey: [] }, { session: [] }]);
  const schemas = Object.keys(document.components.schemas);
  expect(schemas.sort()).toEqual([
    'Account',
    'AccountStatistics',
    'AccountStatisticsRows',
    'CancelledSelection',
    'ConsoleLink',
    'ConsoleSession',
    'ConsoleSessionList',
    'Delivery',
    'DeliveryList',
    'DeliveryReport',
    'DemoKey',
    'Email',
    'EmailList',
    'EmailTrial',
    'Endpoint',
    'EndpointList',
    'Error',
    'FailedDeliveries',
    'FirstSteps',
    'Inbound',
    'InboundList',
    'InboundMessage',
    'IssuedKey',
    'IssuedWebhookEndpoint',
    'Key',
    'KeyList',
    'LedgerLine',
    'LedgerLines',
    'Message',
    'MessageList',
    'Now',
    'OptOut',
    'OptOutList',
    'OptOutSettings',
    'OptOutsAdded',
    'Overview',
    'Preview',
    'Replayed',
    'ResendPreview',
    'ResentMessages',
    'SendRequest',
    'SendResponse',
    'Sender',
    'SenderConfirmation',
    'SenderDetails',
    'SenderList',
    'SenderRegistration',
    'SenderSettings',
    'SenderStatusEvent',
    'StreamEvent',
    'Template',
    'TemplateList',
    'TemplatePreview',
    'TemplateSummary',
    'TemplateVersion',
    'TemplateVersionList',
    'Timeline',
    'TimelineEntry',
    'TotpOffer',
    'Verdict',
    'VerifyApproved',
    'VerifyCheck',
    'VerifyStart',
    'VerifyStarted',
    'VerifyTemplate',
    'VerifyTemplateChange',
    'VerifyTemplateList',
    'WebhookEndpoint',
    'WebhookEndpointList',
    'WebhookSecret',
  ]);
  const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference!);
  expect(references.length).toBeGreaterThan(20);
  for (const reference of references) {
    expect(reference).toMatch(/^#\/components\/schemas\//);
    expect(schemas).toContain(reference.split('/').at(-1));
  }
});

test('every operation has a unique name and documents its errors, each with an example', () => {
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  for (const { name, responses, security } of operations) {
    // A sign-in has no credential yet.
    expect(security, name).toEqual(name === 'POST /console/v1/session' ? [] : undefined);
    expect(Object.keys(responses), name).toEqual(expect.arrayContaining(['401', '429', '500', '503']));
    for (const [status, response] of Object.entries(responses)) {
      if (Number(status) < 400) continue;
      expect(Object.keys(response.content['application/json']!.examples ?? {}), `${name} ${status}`).not.toEqual([]);
    }
  }
});

function examplesOf(name: string, status: number): string[] {
  const operation = operations.find((candidate) => candidate.name === name)!;
  const { examples = {} } = operation.responses[status]!.content['application/json']!;
  return Object.values(examples).map(({ value }) => (value as { error: string }).error);
}

const sendName = 'POST /v1/sms/messages';

test('the examples are real responses of the service', async () => {
  const account = await testAccount(db);
  const poor = await testAccount(db, { balance: '0' });
  const send = sender(service, account);
  const post = (options: Partial<Call>): Promise<Answer> =>
    call({ path: '/v1/sms/messages', method: 'POST', key: account.key, ...options });
  const said = async (answer: Promise<Answer>, name: string) => {
    const { status, body } = await answer;
    expect(examplesOf(name, status)).toContain((body as { error: string }).error);
  };
  await said(send({ message: { content: 'a'.repeat(641) } }), sendName);
  await said(send({ sender: 'Unknown' }), sendName);
  await said(send({ destinations: ['+386123', '+12015550123'] }), sendName);
  await said(send({ sender: '+38640999888' }), sendName);
  await said(send({ scheduledTime: -1 }), sendName);
  await said(sender(service, poor)(), sendName);
  await said(post({ raw: '{' }), sendName);
  await said(post({ raw: '{', key: null }), sendName);
  await said(post({ raw: '{', key: '00000000-0000-4000-8000-000000000000' }), sendName);
  await said(post({ raw: ' '.repeat(2 ** 20 + 1) }), sendName);
  await said(post({ raw: gzipSync('{}'), headers: { 'content-encoding': 'gzip' } }), sendName);
  await said(call({ path: '/v1/sms/messages?limit=0', key: account.key }), 'GET /v1/sms/messages');
  const nowhere = '/v1/sms/messages/01900000-0000-7000-8000-000000000000';
  await said(call({ path: nowhere, key: account.key }), 'GET /v1/sms/messages/{messageId}');
  const [id] = idsOf(await send());
  await db.query(`UPDATE messages SET state = 'SENT' WHERE id = $1`, [id]);
  const cancel = { method: 'POST', path: `/v1/sms/messages/${id}/cancel`, key: account.key };
  await said(call(cancel), 'POST /v1/sms/messages/{messageId}/cancel');
  for (const name of ['cancel', 'resend', 'resend/preview'].map((verb) => `POST /v1/sms/messages/${verb}`)) {
    const [, path = ''] = name.split(' ');
    await said(call({ path, key: account.key, body: { messageIds: [] } }), name);
    await said(call({ path, key: account.key, body: { messageIds: [nowhere.split('/').at(-1)] } }), name);
  }
});

test('so are those about missing and unwanted bodies', async () => {
  const { key } = await testAccount(db);
  const id = '01900000-0000-7000-8000-000000000000';
  const wrong: Partial<Call>[] = [
    { raw: '{', headers: { 'content-type': 'application/json' } },
    { raw: 'a=b', headers: { 'content-type': 'text/plain' } },
    { raw: ' '.repeat(2 ** 20 + 1) },
    { raw: gzipSync('{}'), headers: { 'content-encoding': 'gzip' } },
  ];
  const said = async (name: string, options: Partial<Call>) => {
    const [method = '', path = ''] = name.split(' ');
    const { status, body } = await call({ method, path: path.replace(/{\w+}/, id), key, ...options });
    expect(examplesOf(name, status), name).toContain((body as { error: string }).error);
  };
  for (const name of operations.map(({ name }) => name).filter((name) => /^POST .*(cancel|webhooks)/.test(name))) {
    for (const options of wrong) await said(name, options);
  }
  await said('POST /v1/webhooks/replay', { body: { since: 'yesterday' } });
  await said('POST /v1/webhooks/sample', { body: { kind: 'delivery report' } });
});

test('so are those about senders', async () => {
  const { key } = await testAccount(db, { senders: [] });
  const said = async (name: string, options: Partial<Call>) => {
    const [method = '', path = ''] = name.split(' ');
    const { status, body } = await call({ method, path, key, ...options });
    expect(examplesOf(name, status), name).toContain((body as { error: string }).error);
  };
  const [registering, confirming, deleting] = [
    'POST /v1/senders',
    'POST /v1/senders/confirm',
    'DELETE /v1/senders/{senderId}',
  ];
  const good = { value: 'Shop', type: 0, channel: 'SMS' };
  for (const fields of [{ value: '' }, { value: '040', type: 1 }, { type: 2 }, { channel: 'Fax' }]) {
    await said(registering, { body: { ...good, ...fields } });
  }
  await said(registering, { raw: '{' });
  await said(registering, { raw: '{', key: null });
  await said(registering, { raw: '{', key: 'secret' });
  await said(registering, { raw: '{', key: '00000000-0000-4000-8000-000000000000' });
  const { id } = (await call({ path: '/v1/senders', key, body: good })).body as { id: string };
  const mailed = await db.query<{ code: string }>(
    `SELECT substring(body FROM '[0-9]{6}') AS code FROM outgoing_mails WHERE subject_id = $1`,
    [id],
  );
  const { code } = mailed.rows[0]!;
  const unknown = '01900000-0000-7000-8000-000000000000';
  await said(confirming, { body: { id: unknown, confirmationCode: code } });
  await said(confirming, { body: { id, confirmationCode: 'wrong' } });
  await said('POST /v1/senders/{senderId}/code', { path: `/v1/senders/${unknown}/code` });
  const early = await call({ method: 'POST', path: `/v1/senders/${id}/code`, key });
  const [example] = examplesOf('POST /v1/senders/{senderId}/code', early.status);
  expect((early.body as { error: string }).error.replace(/\d+ s$/, '60 s')).toBe(example);
  expect((await call({ path: '/v1/senders/confirm', key, body: { id, confirmationCode: code } })).status).toBe(200);
  await said(confirming, { body: { id, confirmationCode: code } });
  await said('POST /v1/senders/{senderId}/code', { path: `/v1/senders/${id}/code` });
  await said(deleting, { path: `/v1/senders/${unknown}` });
  await said(deleting, { path: '/v1/senders/7' });
});

test('so are those about an early repetition, another body, and the rate limit', async () => {
  const account = await testAccount(db);
  const send = sender(service, account);
  const headers = { 'idempotency-key': 'one' };
  const release = await lockAccount(url, account);
  const first = send({}, headers);
  await untilWaiting(db, 1);
  const early = await send({}, headers);
  expect(examplesOf(sendName, 409)).toEqual([(early.body as { error: string }).error]);
  await release();
  expect((await first).status).toBe(202);
  const other = await send({ sender: 'Unknown' }, headers);
  expect({ status: other.status, errors: examplesOf(sendName, 422) }).toEqual({
    status: 422,
    errors: [(other.body as { error: string }).error],
  });
  const often = await Promise.all(times(3, () => sender(limited, account)()));
  const refused = often.find(({ status }) => status === 429)!.body as { error: string };
  expect(examplesOf(sendName, 429)).toContain(refused.error.replace('more than 1 ', 'more than 10000 '));
});

test('the example in the schema of a request is accepted by the demo account', async () => {
  const { properties } = document.components.schemas['SendRequest'] as { properties: Record<string, never> };
  const first = (schema: { examples: unknown[] }) => schema.examples[0];
  const { message, ...fields } = properties as Record<string, { examples: unknown[] }>;
  const content = first(
    (message as unknown as { properties: { content: { examples: unknown[] } } }).properties.content,
  );
  const example = request({
    sender: first(fields['sender']!),
    destinations: first(fields['destinations']!),
    message: { content },
  });
  expect((await call({ path: '/v1/sms/messages', body: example })).status).toBe(202);
});

test('the reference loads nothing from other hosts', async () => {
  const docs = await call({ path: '/docs', key: null });
  const page = await call({ path: String(docs.headers['location'] ?? '/docs'), key: null });
  expect(page.headers['content-type']).toContain('text/html');
  const loaded = [...page.text.matchAll(/\b(?:src|href)\s*=\s*["']?([^"'\s>]+)/g)].map(([, address]) => address!);
  expect(loaded.length).toBeGreaterThan(0);
  for (const address of loaded) {
    const target = new URL(address, `${service.base}/docs/`);
    expect(target.origin).toBe(service.base);
    expect((await call({ path: target.pathname, key: null })).status).toBe(200);
  }
  expect(page.text).not.toMatch(/@import|url\(|https?:\/\//);
});
