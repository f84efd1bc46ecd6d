/** Searching through messages as the console does, and the same as files. */
import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { addCarrier, until, untilState } from '../dispatch/carrier.ts';
import { croatian, idsOf, numbers, sender, slovenian, testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { adminToken, testService } from '../harness/service.ts';
import { walk } from '../operator/walk.ts';

const service = await testService();
const { db, base } = service;
const call = operator(service);
const mobile = await addCarrier(db, 'simulator:?receipt_delay=20', [{ prefix: '+38640', priority: 1 }]);
const others = await addCarrier(db, 'simulator:?receipt_delay=20&timeout=50&unanswered=unknown', [{}]);
const bakery = await testAccount(db, { senders: [{}, { value: '=Danger' }] });
const garage = await testAccount(db);
const send = async (account: typeof bakery, destinations: string[], fields: object = {}) =>
  idsOf(await sender(service, account)({ destinations, ...fields }));

const [first, second, foreign] = await send(bakery, [slovenian, numbers(1)[0]!, croatian]);
const [theirs, foreignToo] = await send(garage, [slovenian, croatian]);
const byId = [first, second, foreign, theirs, foreignToo] as string[];
for (const id of byId) await untilState(db, id, 'DELIVERED');

type Row = { messageId: string; acceptedAt: string };
const ids = async (query: Record<string, string>) =>
  (await walk<Row>(call, '/messages', 'messages', query)).map(({ messageId }) => messageId);
const newestFirst = (...wanted: (string | undefined)[]) => (wanted as string[]).toSorted().reverse();

test('by the carrier that took them, alone and with every other filter', async () => {
  expect(await ids({ carrierId: mobile })).toEqual(newestFirst(first, second, theirs));
  expect(await ids({ carrierId: others })).toEqual(newestFirst(foreign, foreignToo));
  expect(await ids({ carrierId: mobile, limit: '1' })).toEqual(newestFirst(first, second, theirs));
  expect(await ids({ carrierId: mobile, accountId: bakery.id })).toEqual(newestFirst(first, second));
  expect(await ids({ carrierId: mobile, destination: slovenian })).toEqual(newestFirst(first, theirs));
  expect(await ids({ carrierId: mobile, destination: slovenian, accountId: garage.id })).toEqual([theirs]);
  expect(await ids({ carrierId: others, destination: slovenian })).toEqual([]);
  expect(await ids({ carrierId: others, country: 'HR', status: 'DELIVERED', sender: 'Shop' })).toHaveLength(2);
  expect(await ids({ carrierId: randomUUID() })).toEqual([]);
  expect(await call({ path: '/messages?carrierId=main' })).toMatchObject({ status: 400 });
});

test('also those that it was handed and never answered', async () => {
  await db.query(`UPDATE routes SET prefix = '+38640000' WHERE carrier_id = $1`, [mobile]);
  await db.query(`UPDATE routes SET priority = 0 WHERE carrier_id = $1`, [others]);
  const account = await testAccount(db);
  const silent = '+38640000009';
  // Until the new routes are known, they go the old way.
  await until(async () => {
    const [id] = await send(account, [silent]);
    await until(async () => {
      const { rows } = await db.query('SELECT state FROM messages WHERE id = $1', [id]);
      return rows[0].state === 'UNKNOWN' || rows[0].state === 'DELIVERED';
    });
    return (await ids({ carrierId: others, status: 'UNKNOWN' })).includes(id!);
  });
  expect(await ids({ carrierId: others, destination: silent, status: 'UNKNOWN' })).toHaveLength(1);
});

test('customers find theirs by country', async () => {
  const list = async (query: string) =>
    ((await service.call({ path: `/v1/sms/messages?${query}`, key: bakery.key })).body as { messages: Row[] }).messages;
  expect((await list('country=HR')).map(({ messageId }) => messageId)).toEqual([foreign]);
  expect(await list('country=SI')).toHaveLength(2);
  expect(await list('country=AT')).toEqual([]);
  const wrong = await service.call({ path: '/v1/sms/messages?country=Slovenia', key: bakery.key });
  expect(wrong).toMatchObject({ status: 400, body: { error: expect.stringContaining('country') } });
});

test('a page that is not the last says how far back it has looked', async () => {
  for (const [path, key] of [
    ['/admin/v1/messages', null],
    ['/v1/sms/messages', bakery.key],
  ] as const) {
    const headers: Record<string, string> = key === null ? { authorization: `Bearer ${adminToken}` } : {};
    const page = async (query: string) =>
      (await service.call({ path: `${path}?${query}`, key, headers })).body as {
        messages: Row[];
        searchedTo?: string;
        nextCursor?: string;
      };
    const { messages, searchedTo, nextCursor } = await page('limit=1');
    expect(nextCursor).toBeDefined();
    expect(Math.abs(Date.parse(searchedTo!) - Date.parse(messages[0]!.acceptedAt))).toBeLessThan(60_000);
    const last = await page('limit=1000');
    expect([last.searchedTo, last.nextCursor]).toEqual([undefined, undefined]);
  }
});

/** Enough that no buffer between two programs holds it. */
async function fill(accountId: string, count: number): Promise<void> {
  await db.query(
    `WITH request AS (
       INSERT INTO submissions (account_id, id, sender_id, sender, content, encoding, segments, price_report, accepted_at)
       VALUES ($1, $2, $1, 'Shop', repeat('=', 600), 'GSM-7', 4, false, now()))
     INSERT INTO messages (account_id, id, submission_id, destination, country, price, state, due_at, state_at)
     SELECT $1, uuid_after($2, n), $2, '+38641' || 100000 + n, 'SI', 0.04, 'DELIVERED', now(), now() FROM generate_series(1, $3) n`,
    [accountId, newId(), count],
  );
}

const file = (path: string, key: string) => request(base + path, { headers: { apikey: key } });
const lines = (text: string) => text.split('\r\n').slice(0, -1);

test('the same as a file, without formulas', async () => {
  const account = await testAccount(db, { senders: [{ value: '=Danger' }] });
  const content = '=HYPERLINK("http://evil.example","a,b")\n"quoted"';
  const [id] = await send(account, [slovenian], { sender: '=Danger', message: { content } });
  await untilState(db, id!, 'DELIVERED');
  const { status, headers, text } = await service.call({
    path: '/v1/sms/messages.csv?content=true',
    key: account.key,
  });
  expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(headers['content-disposition']).toBe('attachment; filename="messages.csv"');
  const [head, row] = lines(text);
  expect(head).toBe(
    'messageId,status,sender,destination,country,segmentCount,encoding,price,scheduledAt,acceptedAt,updatedAt,reason,reasonText,reference,content',
  );
  expect(row).toContain(`${id},DELIVERED,'=Danger,${slovenian},SI,1,GSM-7,0.01,,`);
  expect(row).toContain(`,"'=HYPERLINK(""http://evil.example"",""a,b"")\n""quoted"""`);
});

test('with filters, of all accounts for the operator and of one’s own for a customer', async () => {
  const all = await call({ path: `/messages.csv?country=HR` });
  expect(all.headers['content-type']).toBe('text/csv; charset=utf-8');
  const rows = lines(all.text);
  expect(rows[0]).toMatch(/^accountId,messageId,status,/);
  expect(rows.slice(1).map((row) => row.split(',').slice(0, 3))).toEqual(
    newestFirst(foreign, foreignToo).map((id) => [id === foreign ? bakery.id : garage.id, id, 'DELIVERED']),
  );
  const own = await service.call({ path: '/v1/sms/messages.csv?country=HR', key: garage.key });
  expect(lines(own.text).map((row) => row.split(',')[0])).toEqual(['messageId', foreignToo]);
  expect(await call({ path: '/messages.csv?status=QUEUED' })).toMatchObject({ status: 400 });
  expect(await call({ path: '/messages.csv', token: null })).toMatchObject({ status: 401 });
  expect(await service.call({ path: '/v1/sms/messages.csv', key: null })).toMatchObject({ status: 401 });
});

test('of any length, one at a time, and no longer than it is read', async () => {
  const account = await testAccount(db);
  const count = 30_000;
  await fill(account.id, count);
  const path = '/v1/sms/messages.csv?content=true';
  // It is not read: writing pauses, and the export stays open.
  const slow = await file(path, account.key);
  expect(slow.statusCode).toBe(200);
  expect(await service.call({ path, key: account.key })).toMatchObject({
    status: 429,
    headers: { 'retry-after': '10' },
    body: { error: 'error: 429 - Another file is being written for you; wait for its end' },
  });
  expect(await service.call({ path, key: garage.key })).toMatchObject({ status: 200 });
  // A reader that disconnects makes room.
  slow.body.on('error', () => {}).destroy();
  let whole = '';
  await until(async () => {
    const { statusCode, body } = await file(path, account.key);
    whole = await body.text();
    return statusCode === 200;
  });
  const found = lines(whole).slice(1);
  expect(found).toHaveLength(count);
  expect(new Set(found.map((line) => line.split(',')[0])).size).toBe(count);
});
