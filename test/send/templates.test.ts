/** Templates: their content and versions, and messages sent with them. */
import { expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { books, croatian, idsOf, request, sender, slovenian, testAccount } from '../harness/accounts.ts';
import { type Answer, serviceOn, testService } from '../harness/service.ts';

const service = await testService();
const { call, db, url } = service;
const second = await serviceOn(url);
const account = await testAccount(db);
const { key } = account;

type Body = Record<string, unknown>;
const variables = [
  { name: 'name', type: 'text', maxLength: 20 },
  { name: 'amount', type: 'number' },
  { name: 'day', type: 'date', default: '2026-12-01' },
];
const texts = {
  en: 'Hi {{name}}, {{amount}} EUR are due on {{day}}.',
  sl: 'Pozdravljeni, {{ name }}: {{amount}} EUR do {{day}}.',
};
const values = { name: 'Ana', amount: 12_345.5 };

let made = 0;
async function create(fields: Body = {}, owner = key): Promise<Body> {
  const body = { name: `template ${++made}`, defaultLanguage: 'en', texts, variables, ...fields };
  const answer = await call({ path: '/v1/templates', key: owner, body });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body as Body;
}
const pathOf = ({ templateId }: Body, more = '') => `/v1/templates/${String(templateId)}${more}`;
const change = (template: Body, body: Body) => call({ path: pathOf(template), method: 'PATCH', key, body });
const remove = (template: Body) => call({ path: pathOf(template), method: 'DELETE', key });
const preview = (template: Body, body: Body) => call({ path: pathOf(template, '/preview'), key, body });

const withTemplate = (template: Body, fields: Body = {}) => {
  const { message: _, ...others } = request();
  return { ...others, template: { variables: values, ...template }, ...fields };
};
const send = (template: Body, fields: Body = {}, headers: Record<string, string> = {}) =>
  call({ path: '/v1/sms/messages', key, body: withTemplate(template, fields), headers });
async function textOf(answer: Answer): Promise<unknown> {
  expect(answer).toMatchObject({ status: 202 });
  return ((await call({ path: `/v1/sms/messages/${idsOf(answer)[0]!}`, key })).body as Body)['content'];
}
const refused = (detail: string) => ({ status: 400, body: { error: `Error: 7 - Message rejected: ${detail}` } });

test('a template is created, read, listed, changed and deleted', async () => {
  const template = await create({ name: ' Reminder ' });
  expect(template).toMatchObject({ name: 'Reminder', version: 1, defaultLanguage: 'en', texts, variables });
  expect((await call({ path: pathOf(template), key })).body).toEqual(template);
  const { templates } = (await call({ path: '/v1/templates?limit=1', key })).body as { templates: Body[] };
  expect(templates).toMatchObject([{ templateId: template['templateId'], name: 'Reminder', languages: ['en', 'sl'] }]);
  expect((await change(template, { name: 'Payment reminder' })).body).toMatchObject({
    name: 'Payment reminder',
    version: 1,
  });
  expect(await change(template, { texts: { 'de-at': 'Hallo {{name}}', sl: null } })).toMatchObject({
    status: 200,
    body: { version: 2, texts: { en: texts.en, 'de-AT': 'Hallo {{name}}' } },
  });
  expect((await remove(template)).status).toBe(204);
  for (const answer of [await remove(template), await change(template, { name: 'x' }), await preview(template, {})])
    expect(answer).toMatchObject({ status: 404, body: { error: 'error: 404 - Template not found' } });
});

test('a name is taken in any case, in one account only', async () => {
  const template = await create({ name: 'Order shipped' });
  const other = await create();
  const taken = { status: 409, body: { error: 'error: 409 - The account has another template with this name' } };
  const body = { name: 'ORDER shipped', texts };
  expect(await call({ path: '/v1/templates', key, body: { ...body, defaultLanguage: 'en', variables } })).toMatchObject(
    taken,
  );
  expect(await change(other, { name: 'order SHIPPED' })).toMatchObject(taken);
  expect(await change(template, { name: 'ORDER SHIPPED' })).toMatchObject({ status: 200 });
  await create({ name: 'Order shipped' }, (await testAccount(db)).key);
});

test.each<[Body, string]>([
  [{ texts: { en: 'Hi {{name' } }, 'texts.en must close the {{ at character 4 with }}'],
  [{ texts: { en: 'Hi {{nme}}' } }, 'texts.en must use declared variables only: {{nme}} at character 4 is not one'],
  [{ texts: { en: 'x'.repeat(641) } }, 'texts.en must have at most 640 characters'],
  [{ texts: {} }, 'texts must hold a text in at least one language'],
  [{ texts: { english: 'Hi' } }, 'texts: "english" is not a language'],
  [{ texts: { sl: 'a', SL: 'b' } }, 'texts: the language sl is given twice'],
  [{ defaultLanguage: 'fr' }, 'defaultLanguage must be a language of texts'],
  [{ defaultLanguage: undefined }, 'defaultLanguage must be a language of texts'],
  [{ variables: [...variables, { name: 'name', type: 'url' }] }, 'variables: name is declared twice'],
  [{ variables: [{ name: 'name', type: 'colour' }] }, 'variables.0.type must be one of text, number, date, url, code'],
  [{ variables: [{ name: 'name', type: 'date', default: 'soon' }] }, 'variables: the default of name must be a date'],
  [{ variables: Array.from({ length: 51 }, (_, n) => ({ name: `v${n}`, type: 'text' })) }, 'at most 50 entries'],
  [{ name: 'x'.repeat(65) }, 'name must have at most 64 characters'],
  [{ name: ' ' }, 'name must be a text that is not blank'],
])('%# is not a template', async (fields, fault) => {
  const body = { name: 'wrong', defaultLanguage: 'en', texts, variables, ...fields };
  expect(await call({ path: '/v1/templates', key, body })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining(fault) },
  });
});

test('old versions stay readable, and a hundred are kept', async () => {
  const template = await create({ texts: { en: 'Version 1' }, variables: [] });
  expect((await change(template, { texts: { en: 'Version 1' } })).body).toMatchObject({ version: 1 });
  await change(template, { texts: { en: 'Version 2' } });
  const versions = async () =>
    ((await call({ path: pathOf(template, '/versions'), key })).body as { versions: Body[] }).versions;
  expect(await versions()).toMatchObject([
    { version: 2, texts: { en: 'Version 2' } },
    { version: 1, texts: { en: 'Version 1' } },
  ]);
  const { templateId: id } = template;
  expect(await textOf(await send({ id, version: 1, variables: {} }))).toBe('Version 1');
  expect(await textOf(await send({ id, variables: {} }))).toBe('Version 2');
  expect(await send({ id, version: 3, variables: {} })).toMatchObject(
    refused('the template has no version 3; the newest is 2'),
  );
  await db.query('UPDATE message_templates SET version = 100 WHERE id = $1', [id]);
  await db.query('UPDATE message_template_versions SET version = 100 WHERE template_id = $1 AND version = 2', [id]);
  await change(template, { texts: { en: 'Version 101' } });
  expect((await versions()).map(({ version }) => version)).toEqual([101, 100]);
});

test('a message with a template, by name or id, in the language or the nearest one', async () => {
  const { templateId: id, name } = await create();
  expect(await textOf(await send({ name, language: 'sl-SI' }))).toBe(
    'Pozdravljeni, Ana: 12.345,5 EUR do 1. dec. 2026.',
  );
  const upper = String(name).toUpperCase();
  const english = 'Hi Ana, 12,345.5 EUR are due on Dec 1, 2026.';
  for (const template of [{ id }, { id, language: 'fr' }, { name: upper }, { name, language: 'EN-gb' }])
    expect(await textOf(await send(template))).toBe(english);
  const other = await second.call({ path: '/v1/sms/messages', key, body: withTemplate({ id }) });
  expect(await textOf(other)).toBe(english);
});

test('isUnicode and the other fields apply as to a text', async () => {
  const { templateId: id } = await create({
    texts: { sl: 'Živjo {{name}}' },
    defaultLanguage: 'sl',
    variables: [{ name: 'name', type: 'text' }],
  });
  const template = { id, variables: { name: 'Žan' } };
  expect(await textOf(await send(template))).toBe('Zivjo Zan');
  expect(await textOf(await send(template, { message: { isUnicode: true } }))).toBe('Živjo Žan');
  expect(await textOf(await send(template, { message: null }))).toBe('Zivjo Zan');
  const body = withTemplate(template, { destinations: [slovenian, croatian] });
  expect((await call({ path: '/v1/sms/messages/preview', key, body })).body).toMatchObject({
    content: 'Zivjo Zan',
    segmentCount: 1,
    total: 0.03,
  });
});

const anyId = newId();
test.each<[string, Body, Body]>([
  ['give either message.content or template, not both', {}, { message: { content: 'Hi' } }],
  ['template must have either id or name', { id: undefined }, {}],
  ['template must have either id or name', { name: 'both' }, {}],
  ['the account has no template with this id', { id: anyId }, {}],
  ['the account has no template with this name', { id: undefined, name: 'missing' }, {}],
  ['template.id must be a UUID', { id: 'x' }, {}],
  ['template.version must be at least 1', { version: 0 }, {}],
  ['template.language must be a language such as sl or pt-BR', { language: '?' }, {}],
  ['template.colour is not a field', { colour: 'red' }, {}],
  ['template must be an object', {}, { template: 'x' }],
  ['template.variables.name must be a text or a number', { variables: { name: true } }, {}],
  ['the template variable amount is missing', { variables: { name: 'Ana' } }, {}],
  ['the template variable amount is missing', { variables: { name: 'Ana', amount: null } }, {}],
  ['the template variable amount must be a number', { variables: { name: 'Ana', amount: '5' } }, {}],
  [
    'the template variable name must have at most 20 characters',
    { variables: { ...values, name: 'x'.repeat(21) } },
    {},
  ],
  ['the template variable other is not declared', { variables: { ...values, other: 'x' } }, {}],
])('a request is refused: %s', async (detail, fields, others) => {
  const { templateId: id } = await create();
  const before = await books(db, account);
  expect(await send({ id, ...fields }, others)).toMatchObject(refused(detail));
  expect(await books(db, account)).toEqual(before);
});

test('neither text nor template, and a text that is too long', async () => {
  const path = '/v1/sms/messages';
  const { message: _, ...nothing } = request();
  const empty = 'Error: 1 - Message too long or empty: ';
  for (const body of [nothing, { ...nothing, template: null }])
    expect(await call({ path, key, body })).toMatchObject({
      status: 400,
      body: { error: `${empty}message is missing` },
    });
  const { templateId: id } = await create({ texts: { en: '{{a}}{{a}}' }, variables: [{ name: 'a', type: 'text' }] });
  expect(await send({ id, variables: { a: 'x'.repeat(321) } })).toMatchObject({
    body: { error: `${empty}the message has more than 640 characters` },
  });
});

test('the preview of a template has text, segments, what forces Unicode, and the price', async () => {
  const template = await create();
  expect((await preview(template, { language: 'sl-SI', variables: { ...values, name: '😀' } })).body).toEqual({
    language: 'sl',
    version: 1,
    content: 'Pozdravljeni, 😀: 12.345,5 EUR do 1. dec. 2026.',
    encoding: 'UCS-2',
    segmentCount: 1,
    forcesUnicode: [{ character: '😀', positions: [14] }],
    price: { from: 0.01, to: 0.02 },
    currency: 'EUR',
  });
  const one = await preview(template, { variables: values, destinations: [croatian] });
  expect(one.body).toMatchObject({ encoding: 'GSM-7', forcesUnicode: [], price: { from: 0.02, to: 0.02 } });
  expect(await preview(template, { variables: {} })).toMatchObject({
    status: 400,
    body: { error: 'error: 400 - The template variable name is missing' },
  });
  expect(await preview(template, { variables: values, version: 7 })).toMatchObject({ status: 400 });
});

test('templates of other accounts do not exist', async () => {
  const other = await testAccount(db);
  const template = await create({}, other.key);
  expect(await send({ id: template['templateId'] })).toMatchObject(refused('the account has no template with this id'));
  expect(await send({ name: template['name'] })).toMatchObject(refused('the account has no template with this name'));
  for (const answer of [
    await call({ path: pathOf(template), key }),
    await call({ path: pathOf(template, '/versions'), key }),
    await preview(template, { variables: values }),
    await change(template, { name: 'mine' }),
    await remove(template),
  ])
    expect(answer).toMatchObject({ status: 404, body: { error: 'error: 404 - Template not found' } });
  expect((await call({ path: pathOf(template), key: other.key })).body).toEqual(template);
});

test('a repeated request gets its response after the template has changed or is deleted', async () => {
  const template = await create();
  const { templateId: id } = template;
  const once = { 'idempotency-key': 'reminder-1' };
  const first = await send({ id }, {}, once);
  const before = await books(db, account);
  const mixed = { amount: values.amount, name: values.name };
  await change(template, { texts: { en: 'Other' } });
  expect(await send({ id, variables: mixed }, {}, once)).toMatchObject({ status: 202, text: first.text });
  await remove(template);
  const again = await send({ id }, {}, once);
  expect(again).toMatchObject({ status: 202, text: first.text });
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(await books(db, account)).toEqual(before);
  for (const use of [
    { id, variables: { ...values, amount: 1 } },
    { id, language: 'sl' },
    { id, version: 1 },
  ])
    expect(await send(use, {}, once)).toMatchObject({ status: 422 });
  expect(await textOf(first)).toBe('Hi Ana, 12,345.5 EUR are due on Dec 1, 2026.');
});

test('a scheduled message keeps its text when the template is deleted', async () => {
  const template = await create();
  const sent = await send({ id: template['templateId'] }, { scheduledTime: 4_000_000_000 });
  expect((await remove(template)).status).toBe(204);
  expect(await textOf(sent)).toContain('Hi Ana');
});

test('an account has at most a thousand templates', async () => {
  const { id, key: owner } = await testAccount(db);
  await db.query(
    `INSERT INTO message_templates (account_id, id, name)
     SELECT $1, gen_random_uuid(), 'template ' || n FROM generate_series(1, 1000) n`,
    [id],
  );
  const body = { name: 'one more', texts: { en: 'Hi' } };
  expect(await call({ path: '/v1/templates', key: owner, body })).toMatchObject({
    status: 409,
    body: { error: 'error: 409 - The account has 1000 templates, which is the limit; delete one first' },
  });
});

test('many requests with templates at the same time', async () => {
  const { templateId: id } = await create();
  const sent = await Promise.all(
    Array.from({ length: 40 }, (_, n) => send({ id, variables: { ...values, name: `No. ${n}` } })),
  );
  const found = await Promise.all(sent.map(textOf));
  expect(found).toEqual(sent.map((_, n) => `Hi No. ${n}, 12,345.5 EUR are due on Dec 1, 2026.`));
  expect((await sender(service, account)()).status).toBe(202);
});
