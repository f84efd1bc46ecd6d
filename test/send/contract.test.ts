/** Accepted requests, and the fields of the response. */
import { expect, test } from 'vitest';
import { books, croatian, idsOf, numbers, request, sender, slovenian, testAccount } from '../harness/accounts.ts';
import { testService } from '../harness/service.ts';

const service = await testService();
const { call, db } = service;
const account = await testAccount(db, {
  senders: [
    { value: 'Shop' },
    { value: '+38640111222', type: 1 },
    { value: 'Twice', channel: 'Viber' },
    { value: 'Twice' },
  ],
});
const send = sender(service, account);
const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

async function stored(id: string | undefined) {
  const { rows } = await db.query<Record<string, unknown>>(
    `SELECT m.destination, m.country, m.price, m.state, m.due_at, s.* FROM messages m
     JOIN submissions s ON s.account_id = m.account_id AND s.id = m.submission_id WHERE m.id = $1`,
    [id],
  );
  return rows[0]!;
}

test('an unscheduled request is answered with 202 and exactly these fields', async () => {
  const answer = await send({ destinations: [slovenian, croatian] });
  expect(answer.status).toBe(202);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  const [first, second] = idsOf(answer);
  expect(first).toMatch(uuid7);
  expect(second).toMatch(uuid7);
  expect(answer.body).toStrictEqual({
    messages: [
      { messageId: first, destination: slovenian },
      { messageId: second, destination: croatian },
    ],
    status: 'accepted',
    segmentCount: 1,
  });
  expect(await stored(first)).toMatchObject({ state: 'QUEUED', country: 'SI', price: '0.010000', content: 'Hello' });
  expect(await stored(second)).toMatchObject({ country: 'HR', price: '0.020000', sender: 'Shop', scheduled_at: null });
});

test('omitted fields have their defaults', async () => {
  const [id] = idsOf(await send());
  const defaults = { encoding: 'GSM-7', price_report: false, delivery_report_url: null, scheduled_at: null };
  expect(await stored(id)).toMatchObject(defaults);
});

test('a scheduled message is answered with its time in both forms, beside the status', async () => {
  const scheduledTime = Math.floor(Date.now() / 1_000) + 3_600;
  const answer = await send({ scheduledTime });
  expect(answer.status).toBe(202);
  const [id] = idsOf(answer);
  expect(answer.body).toStrictEqual({
    messages: [{ messageId: id, destination: slovenian }],
    status: 'scheduled',
    scheduledTime,
    scheduledAt: `${new Date(scheduledTime * 1_000).toISOString().slice(0, 19)}Z`,
    segmentCount: 1,
  });
  expect(await stored(id)).toMatchObject({ state: 'SCHEDULED', due_at: new Date(scheduledTime * 1_000) });
});

test('the last second of the year 9999 is still a valid time', async () => {
  const { body } = await send({ scheduledTime: 253_402_300_799 });
  expect(body).toMatchObject({ status: 'scheduled', scheduledAt: '9999-12-31T23:59:59Z' });
});

test.each([
  ['now', () => Math.floor(Date.now() / 1_000)],
  ['a second ago', () => Math.floor(Date.now() / 1_000) - 1],
  ['1970', () => 0],
  ['minus zero', () => -0],
])('%s means immediately', async (_, time) => {
  const answer = await send({ scheduledTime: time() });
  expect(Object.keys(answer.body as object)).toEqual(['messages', 'status', 'segmentCount']);
  expect(answer.body).toMatchObject({ status: 'accepted' });
  expect(await stored(idsOf(answer)[0])).toMatchObject({ state: 'QUEUED', scheduled_at: null });
});

const e = (count: number) => 'é'.repeat(count);
test.each([
  { content: 'Žluťoučký kůň: čšžćđ', text: 'Zlutoucky kun: cszcd', encoding: 'GSM-7', segments: 1 },
  { content: '“Quoted” – and…', text: '"Quoted" - and...', encoding: 'GSM-7', segments: 1 },
  { content: e(160), text: e(160), encoding: 'GSM-7', segments: 1 },
  { content: e(161), text: e(161), encoding: 'GSM-7', segments: 2 },
  { content: '€'.repeat(80), text: '€'.repeat(80), encoding: 'GSM-7', segments: 1 },
  { content: '€'.repeat(81), text: '€'.repeat(81), encoding: 'GSM-7', segments: 2 },
  { content: 'a'.repeat(640), text: 'a'.repeat(640), encoding: 'GSM-7', segments: 5 },
  { content: '€'.repeat(640), text: '€'.repeat(640), encoding: 'GSM-7', segments: 9 },
  { content: 'Добрый день, č', text: 'Добрый день, c', encoding: 'UCS-2', segments: 1 },
  { content: 'č', isUnicode: true, text: 'č', encoding: 'UCS-2', segments: 1 },
  { content: 'a'.repeat(71), isUnicode: true, text: 'a'.repeat(71), encoding: 'UCS-2', segments: 2 },
  { content: '😀'.repeat(35), isUnicode: true, text: '😀'.repeat(35), encoding: 'UCS-2', segments: 1 },
  { content: '😀'.repeat(67), text: '😀'.repeat(67), encoding: 'UCS-2', segments: 3 },
  { content: '😀'.repeat(640), text: '😀'.repeat(640), encoding: 'UCS-2', segments: 20 },
  // 214 of them grow to 642 characters when replaced, but not when they are kept.
  { content: '…'.repeat(213), text: '...'.repeat(213), encoding: 'GSM-7', segments: 5 },
  { content: '…'.repeat(214), isUnicode: true, text: '…'.repeat(214), encoding: 'UCS-2', segments: 4 },
  // Too long as sent, within the limit once the marks are removed.
  { content: 'c\u030c'.repeat(640), text: 'c'.repeat(640), encoding: 'GSM-7', segments: 5 },
  { content: 'line\r\nbreak\ttab', isUnicode: true, text: 'line\r\nbreak\ttab', encoding: 'UCS-2', segments: 1 },
])('$encoding, $segments segments: $content', async ({ content, isUnicode, text, encoding, segments }) => {
  const answer = await send({ message: { content, ...(isUnicode === undefined ? {} : { isUnicode }) } });
  expect(answer).toMatchObject({ status: 202, body: { segmentCount: segments } });
  const price = `0.${String(segments).padStart(2, '0')}0000`;
  expect(await stored(idsOf(answer)[0])).toMatchObject({ content: text, encoding, segments, price });
});

test('a number given twice gets two messages, each with its own id and price', async () => {
  const before = await books(db, account);
  const answer = await send({ destinations: [slovenian, slovenian] });
  expect(new Set(idsOf(answer)).size).toBe(2);
  const after = await books(db, account);
  expect(after.messages - before.messages).toBe(2);
  expect((Number(before.balance) - Number(after.balance)).toFixed(6)).toBe('0.020000');
});

test('a thousand recipients are answered in the order of the request', async () => {
  const destinations = numbers(1_000);
  const { status, body } = await send({ destinations });
  expect(status).toBe(202);
  expect((body as { messages: { destination: string }[] }).messages.map((entry) => entry.destination)).toEqual(
    destinations,
  );
});

test.each(['+38640111222', 'Twice'])('the sender %s is accepted', async (value) => {
  expect(await send({ sender: value })).toMatchObject({ status: 202 });
});

test('reports go to the URL of the request, else to that of the sender, else nowhere', async () => {
  const own = 'https://example.com/reports?a=1#x';
  const kept = async (fields: object) => (await stored(idsOf(await send(fields))[0]))['delivery_report_url'];
  expect(await kept({})).toBeNull();
  expect(await kept({ deliveryReportUrl: own, priceReport: true })).toBe(own);
  await db.query(`UPDATE senders SET delivery_report_url = 'http://sender.example' WHERE value = '+38640111222'`);
  expect(await kept({ sender: '+38640111222' })).toBe('http://sender.example');
  expect(await kept({ sender: '+38640111222', deliveryReportUrl: own })).toBe(own);
});

test('unknown fields are ignored, whatever their names', async () => {
  const strange = '"__proto__":{"isUnicode":true},"constructor":{"prototype":{"a":1}},"toString":1,"price":0';
  const raw = `{${strange},"sender":"Shop","destinations":["${slovenian}"],"message":{${strange},"content":"Hello"}}`;
  const answer = await call({ path: '/v1/sms/messages', key: account.key, raw });
  expect(answer.status).toBe(202);
  expect(await stored(idsOf(answer)[0])).toMatchObject({ encoding: 'GSM-7', price: '0.010000' });
  expect(({} as { isUnicode?: boolean }).isUnicode).toBeUndefined();
});

test('the key may be in capital letters, the type may name its charset, the body may come in chunks', async () => {
  const call7 = (key: string, headers: Record<string, string>) =>
    call({ path: '/v1/sms/messages', key, body: request(), headers });
  expect((await call7(account.key.toUpperCase(), {})).status).toBe(202);
  expect((await call7(account.key, { 'content-type': 'application/json; charset=utf-8' })).status).toBe(202);
  expect((await call7(account.key, { 'content-encoding': 'identity' })).status).toBe(202);
});
