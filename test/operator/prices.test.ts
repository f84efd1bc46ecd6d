/** Price lists: created, filled by JSON or CSV, assigned to accounts and unassigned. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { idsOf, sender, slovenian, testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { testService } from '../harness/service.ts';

const service = await testService();
const { db } = service;
const call = operator(service);

type List = { priceListId: string; prices: { country: string; unitPrice: string }[] };
const create = async (fields: object = {}) =>
  (await call({ path: '/price-lists', body: { name: 'Retail', currency: 'EUR', ...fields } })).body as List;
const si = [{ country: 'SI', unitPrice: '0.01' }];
const pricesOf = async (id: string) => ((await call({ path: `/price-lists/${id}` })).body as List).prices;
const csv = { 'content-type': 'text/csv; charset=utf-8' };
const importCsv = (id: string, raw: string | Buffer, headers: Record<string, string> = csv) =>
  call({ path: `/price-lists/${id}/import`, raw, headers });
const assign = (accountId: string, priceListId: string, method = 'PUT') =>
  call({ method, path: `/accounts/${accountId}/price-lists/${priceListId}` });
const day = 86_400_000;
const at = (ms: number) => new Date(Date.now() + ms).toISOString();

test('a list is created with its prices, and shown with its accounts', async () => {
  const { id } = await testAccount(db, { prices: {} });
  const prices = [...si, { country: 'HR', unitPrice: '0.020500' }];
  const answer = await call({ path: '/price-lists', body: { name: 'Retail', currency: 'EUR', prices } });
  const shown = { name: 'Retail', currency: 'EUR', activeTo: null, countryCount: 2, accountCount: 0 };
  expect(answer).toMatchObject({ status: 201, body: shown });
  const { priceListId } = answer.body as List;
  expect(await assign(id, priceListId)).toMatchObject({ status: 204, text: '' });
  expect(await call({ path: `/price-lists/${priceListId}` })).toMatchObject({
    status: 200,
    body: {
      ...shown,
      accountCount: 1,
      prices: [{ country: 'HR', unitPrice: '0.0205' }, si[0]],
      accounts: [{ accountId: id, name: 'Test' }],
    },
  });
});

describe('a wrong field is named and creates nothing', () => {
  const wrong: [fields: object, text: string][] = [
    [{ name: '' }, 'name must not be empty'],
    [{ currency: 'euro' }, 'currency must be'],
    [{ activeFrom: 'today' }, 'activeFrom must be a time such as'],
    [{ activeFrom: null }, 'activeFrom must be a text'],
    [{ activeFrom: at(day), activeTo: at(0) }, 'activeTo must be after activeFrom'],
    [{ activeTo: at(-day) }, 'activeTo must be after activeFrom'],
    [{ prices: [{ country: 'si', unitPrice: '1' }] }, 'prices.0.country must be'],
    [{ prices: [{ country: 'SI', unitPrice: 0.01 }] }, 'prices.0.unitPrice must be a text'],
    [{ prices: [{ country: 'SI', unitPrice: '-1' }] }, 'prices.0.unitPrice must be'],
    [{ prices: [{ country: 'SI' }] }, 'prices.0.unitPrice is missing'],
    [{ prices: [{ country: 'ZZ', unitPrice: '1' }] }, 'prices: ZZ is not an ISO 3166 code of a country, such as SI'],
    [{ prices: [...si, ...si] }, 'prices: SI is there twice'],
    [{ id: 'x' }, 'id is not a field'],
  ];

  test.each(wrong)('%j', async (fields, text) => {
    const count = () => db.query('SELECT count(*) FROM price_lists').then(({ rows }) => rows[0].count);
    const before = await count();
    const answer = await call({ path: '/price-lists', body: { name: 'Retail', currency: 'EUR', ...fields } });
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(text) } });
    expect(await count()).toBe(before);
  });
});

test('an unknown list or account is not found', async () => {
  const { id } = await testAccount(db);
  const noList = { status: 404, body: { error: 'error: 404 - Price list not found' } };
  const path = `/price-lists/${randomUUID()}`;
  expect(await call({ path })).toMatchObject(noList);
  expect(await call({ method: 'PATCH', path, body: { name: 'x' } })).toMatchObject(noList);
  expect(await call({ method: 'PUT', path: `${path}/prices`, body: { prices: si } })).toMatchObject(noList);
  expect(await importCsv(randomUUID(), 'country,price\nSI,1')).toMatchObject(noList);
  expect(await assign(id, randomUUID())).toMatchObject(noList);
  const noAccount = { status: 404, body: { error: 'error: 404 - Account not found' } };
  expect(await assign(randomUUID(), (await create()).priceListId)).toMatchObject(noAccount);
  expect(await call({ path: `/accounts/${randomUUID()}/price-lists` })).toMatchObject(noAccount);
  expect(await assign(id, (await create()).priceListId, 'DELETE')).toMatchObject({
    status: 404,
    body: { error: 'error: 404 - Price list of the account not found' },
  });
});

test('lists are newest first, in pages, and found by name and currency', async () => {
  const mark = randomUUID().slice(0, 8);
  const made: string[] = [];
  for (const currency of ['EUR', 'USD', 'EUR'])
    made.unshift((await create({ name: `List ${mark}`, currency })).priceListId);
  const find = async (query: string) => {
    const { body } = await call({ path: `/price-lists?name=LIST%20${mark}${query}` });
    return body as { priceLists: List[]; nextCursor?: string };
  };
  const first = await find('&limit=2');
  const rest = await find(`&limit=2&cursor=${first.nextCursor}`);
  expect([...first.priceLists, ...rest.priceLists].map(({ priceListId }) => priceListId)).toEqual(made);
  expect((await find('&currency=USD')).priceLists).toMatchObject([{ priceListId: made[1], currency: 'USD' }]);
});

test('a change keeps the fields that it does not name', async () => {
  const from = at(-day);
  const { priceListId } = await create({ activeFrom: from, prices: si });
  const change = (body: object) => call({ method: 'PATCH', path: `/price-lists/${priceListId}`, body });
  const to = at(day);
  expect(await change({ activeTo: to })).toMatchObject({ body: { name: 'Retail', activeFrom: from, activeTo: to } });
  expect(await change({ name: 'Wholesale' })).toMatchObject({ body: { name: 'Wholesale', activeTo: to } });
  expect(await change({ activeTo: null })).toMatchObject({
    body: { activeFrom: from, activeTo: null, countryCount: 1 },
  });
  expect(await change({ activeFrom: at(0), activeTo: from })).toMatchObject({
    status: 400,
    body: { error: 'error: 400 - activeTo must be after activeFrom' },
  });
  expect(await change({})).toMatchObject({ status: 400 });
  expect(await change({ currency: 'USD' })).toMatchObject({ status: 400 });
});

describe('the import of a file', () => {
  test('replaces all prices', async () => {
    const { priceListId } = await create({ prices: [...si, { country: 'AT', unitPrice: '1' }] });
    const file = '\uFEFFCountry;Unit price\r\n"SI";"0,0125"\r\n\r\nhr;0,02\r\n';
    expect(await importCsv(priceListId, file)).toMatchObject({ status: 200, body: { imported: 2 } });
    expect(await pricesOf(priceListId)).toEqual([
      { country: 'HR', unitPrice: '0.02' },
      { country: 'SI', unitPrice: '0.0125' },
    ]);
  });

  const wrong: [what: string, file: string | Buffer, text: string][] = [
    ['nothing', '', 'Nothing was imported. the file is empty'],
    ['no header', 'SI,0.01\n', 'Nothing was imported. line 1: the header must be country,unit_price'],
    ['only a header', 'country,price\n', 'Nothing was imported. the file contains no price below the header'],
    [
      'all bad lines',
      'country,price\nSI,0.05\nXX,1\nHR,-1\nSI,2\n',
      'Nothing was imported. line 3: XX is not an ISO 3166 code of a country, such as SI; line 4: -1 is negative; ' +
        'line 5: SI stands on line 2 already',
    ],
    ['another encoding', Buffer.from('country,price\nSI,1\n\u00e8', 'latin1'), 'The file is not UTF-8'],
  ];

  test.each(wrong)('%s: nothing is imported', async (_what, file, text) => {
    const { priceListId } = await create({ prices: si });
    const answer = await importCsv(priceListId, file);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(`error: 400 - ${text}`) } });
    expect(await pricesOf(priceListId)).toEqual(si);
  });

  test('names the first twenty bad lines and counts the rest', async () => {
    const { priceListId } = await create({ prices: si });
    const answer = await importCsv(priceListId, `country,price\n${'SI,-1\n'.repeat(50)}`);
    const { error } = answer.body as { error: string };
    expect(error.match(/line \d+:/g)).toHaveLength(20);
    expect(error).toMatch(/line 21: -1 is negative; and 30 more$/);
  });

  test('accepts only text/csv of at most 1 MiB', async () => {
    const { priceListId } = await create({ prices: si });
    const other = { status: 415, body: { error: 'error: 415 - Send the prices as text/csv' } };
    for (const type of ['application/json', 'text/plain', 'application/vnd.ms-excel']) {
      expect(await importCsv(priceListId, 'country,price\nSI,1', { 'content-type': type })).toMatchObject(other);
    }
    const large = await importCsv(priceListId, `country,price\nSI,1${'\n'.repeat(2 ** 20)}`);
    expect(large).toMatchObject({ status: 413, body: { error: expect.stringContaining('larger than 1 MiB') } });
    const none = await call({ method: 'POST', path: `/price-lists/${priceListId}/import` });
    expect(none).toMatchObject({ status: 400, body: { error: expect.stringContaining('the file is empty') } });
    expect(await pricesOf(priceListId)).toEqual(si);
  });

  test('is the only endpoint that reads CSV', async () => {
    const { priceListId } = await create();
    const elsewhere = [`/price-lists/${priceListId}/prices`, `/price-lists/${priceListId}`];
    for (const [index, path] of elsewhere.entries()) {
      const answer = await call({ method: ['PUT', 'PATCH'][index]!, path, raw: 'country,price\nSI,1', headers: csv });
      expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining('application/json') } });
    }
  });
});

test('prices are replaced as a whole, also by JSON', async () => {
  const { priceListId } = await create({ prices: [...si, { country: 'AT', unitPrice: '1' }] });
  const replace = (prices: unknown) =>
    call({ method: 'PUT', path: `/price-lists/${priceListId}/prices`, body: { prices } });
  expect(await replace([{ country: 'HR', unitPrice: '999999.999999' }])).toMatchObject({
    status: 200,
    body: { imported: 1 },
  });
  expect(await pricesOf(priceListId)).toEqual([{ country: 'HR', unitPrice: '999999.999999' }]);
  expect(await replace([...si, ...si])).toMatchObject({ status: 400 });
  expect(await pricesOf(priceListId)).toHaveLength(1);
  expect(await replace([])).toMatchObject({ status: 200, body: { imported: 0 } });
  expect(await pricesOf(priceListId)).toEqual([]);
});

describe('an account', () => {
  const unsupported = { status: 400, body: { error: expect.stringContaining(`numbers: ${slovenian}`) } };

  test('cannot be assigned a list in another currency', async () => {
    const { id } = await testAccount(db);
    const { priceListId } = await create({ currency: 'USD', prices: si });
    expect(await assign(id, priceListId)).toMatchObject({
      status: 409,
      body: { error: 'error: 409 - The price list is in USD, the account in EUR; give it a list in EUR' },
    });
  });

  test('is charged by a list from its assignment until it is unassigned', async () => {
    const account = await testAccount(db, { prices: {} });
    const send = sender(service, account);
    const { priceListId } = await create({ prices: si });
    expect(await send()).toMatchObject(unsupported);
    for (let round = 0; round < 2; round++) expect((await assign(account.id, priceListId)).status).toBe(204);
    expect((await send()).status).toBe(202);
    const lists = await call({ path: `/accounts/${account.id}/price-lists` });
    expect(lists).toMatchObject({ status: 200, body: { priceLists: [{ priceListId, countryCount: 1 }] } });
    expect((await assign(account.id, priceListId, 'DELETE')).status).toBe(204);
    expect(await send()).toMatchObject(unsupported);
    expect((await call({ path: `/accounts/${account.id}/price-lists` })).body).toEqual({ priceLists: [] });
    const { body } = await call({ path: `/audit?accountId=${account.id}` });
    expect(body).toMatchObject({
      entries: [
        { action: 'price list unassign', subjectId: priceListId },
        { action: 'price list assign', subjectId: priceListId },
      ],
    });
  });

  test('is charged by a changed validity immediately', async () => {
    const account = await testAccount(db, { prices: {} });
    const send = sender(service, account);
    const { priceListId } = await create({ activeFrom: at(-2 * day), activeTo: at(-day), prices: si });
    await assign(account.id, priceListId);
    const change = (body: object) => call({ method: 'PATCH', path: `/price-lists/${priceListId}`, body });
    expect(await send()).toMatchObject(unsupported);
    await change({ activeTo: null });
    expect((await send()).status).toBe(202);
    await change({ activeFrom: at(day) });
    expect(await send()).toMatchObject(unsupported);
  });

  test('is charged by a list from its start to its end without a write at either time', async () => {
    const account = await testAccount(db, { prices: {} });
    const send = sender(service, account);
    const validity = { activeFrom: at(700), activeTo: at(1_600) };
    const { priceListId } = await create({ ...validity, prices: si });
    await assign(account.id, priceListId);
    const seen: number[] = [];
    while (new Date().toISOString() < validity.activeTo || seen.at(-1) === 202) seen.push((await send()).status);
    expect(seen.filter((status, index) => status !== seen[index - 1])).toEqual([400, 202, 400]);
    const { rows } = await db.query(
      `SELECT count(*)::integer AS outside FROM submissions WHERE account_id = $1 AND NOT (accepted_at >= $2 AND accepted_at < $3)`,
      [account.id, validity.activeFrom, validity.activeTo],
    );
    expect(rows).toEqual([{ outside: 0 }]);
  });

  test('gets the new prices of a list that changes while it is being assigned', async () => {
    const account = await testAccount(db, { prices: {} });
    const send = sender(service, account);
    const { priceListId } = await create({ prices: si });
    const changing = await db.pool.connect();
    await changing.query('BEGIN');
    await changing.query('UPDATE price_list_entries SET unit_price = 0.02 WHERE price_list_id = $1', [priceListId]);
    const assigning = assign(account.id, priceListId);
    // By now every process with the list has cached its old prices.
    for (let round = 0; round < 20; round++) await send();
    await changing.query('COMMIT');
    changing.release();
    expect((await assigning).status).toBe(204);
    const { rows } = await db.query('SELECT price FROM messages WHERE id = $1', [idsOf(await send())[0]]);
    expect(rows).toEqual([{ price: '0.020000' }]);
  });
});

test('every change is in the audit trail, prices included', async () => {
  const { priceListId } = await create({ prices: si });
  await call({ method: 'PATCH', path: `/price-lists/${priceListId}`, body: { name: 'Other' } });
  await importCsv(priceListId, 'country,price\nHR,0.5\n');
  await importCsv(priceListId, 'nonsense');
  const { body } = await call({ path: `/audit?subjectId=${priceListId}` });
  expect(body).toMatchObject({
    entries: [
      { action: 'price list replace', details: { prices: { HR: '0.5' } } },
      { action: 'price list change', details: { name: 'Other' } },
      { action: 'price list create', details: { name: 'Retail', currency: 'EUR', prices: { SI: '0.01' } } },
    ],
  });
});
