/** Messages found by their reason and by a part of their text, by customers and operators. */
import { expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { idsOf, numbers, sender, slovenian, testAccount, times } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { testService } from '../harness/service.ts';

const service = await testService();
const { call, db } = service;
const admin = operator(service);
const account = await testAccount(db);
const other = await testAccount(db);
const send = async (content: string, fields = {}, by = account) =>
  idsOf(await sender(service, by)({ message: { content, isUnicode: true }, ...fields }));

const texts = {
  discount: '100% off_today \\o/ at the Šmarna gora shop',
  near: '1000 offstoday o/',
  code: 'Your parcel has arrived',
};
const [discount] = await send(texts.discount);
const [near] = await send(texts.near);
const parcels = await send(texts.code, { destinations: numbers(3) });
const [theirs] = await send(texts.discount, {}, other);

type List = { messages: { messageId: string }[]; nextCursor?: string; searchedTo?: string };
const search = (query: Record<string, string>) => `?${new URLSearchParams({ limit: '1000', ...query }).toString()}`;
const idsIn = ({ body }: { body: unknown }) => (body as List).messages.map(({ messageId }) => messageId);
const own = async (query: Record<string, string>) =>
  idsIn(await call({ path: `/v1/sms/messages${search(query)}`, key: account.key }));
const all = async (query: Record<string, string>) => idsIn(await admin({ path: `/messages${search(query)}` }));

test('a part of the text is found in any case, also of letters outside ASCII', async () => {
  for (const text of ['parcel has', 'PARCEL', 'Your parcel has arrived', 'el'])
    expect(await own({ text })).toEqual(parcels.toReversed());
  for (const text of ['Šmarna', 'ŠMARNA', 'šmarna GORA']) expect(await own({ text })).toEqual([discount]);
  expect(await own({ text: 'Smarna' })).toEqual([]);
  expect(await own({ text: 'parcel', destination: '+38640100001' })).toEqual([parcels[1]]);
  expect(await own({ text: 'parcel', status: 'FAILED' })).toEqual([]);
  expect(await own({ text: 'shop', sender: 'Shop', country: 'SI' })).toEqual([discount]);
});

test('percent signs, underscores and backslashes are literal', async () => {
  for (const text of ['100%', '0% o', 'off_t', '\\o', '\\o/', '% off_today \\'])
    expect(await own({ text })).toEqual([discount]);
  for (const text of ['100%off', '%%', '__', 'of_', '\\\\']) expect(await own({ text })).toEqual([]);
  expect(await own({ text: 'off' })).toEqual([near, discount]);
});

test('a text has 2 to 160 characters', async () => {
  const refused = async (text: string) =>
    (await call({ path: `/v1/sms/messages${search({ text })}`, key: account.key })).body;
  expect(await refused('a')).toEqual({ error: 'error: 400 - text must have at least 2 characters' });
  expect(await refused('a'.repeat(161))).toEqual({ error: 'error: 400 - text must have at most 160 characters' });
  expect(await refused('a\0b')).toEqual({ error: 'error: 400 - text contains a NUL character' });
  expect(await own({ text: 'a'.repeat(160) })).toEqual([]);
});

test('operators find messages of all accounts, or of one', async () => {
  expect(await all({ text: 'off_today' })).toEqual([theirs, discount]);
  expect(await all({ text: 'off_today', accountId: other.id })).toEqual([theirs]);
  expect(await all({ text: 'parcel', destination: '+38640100002' })).toEqual([parcels[2]]);
});

test('a reason is compared exactly', async () => {
  const reasons = ['carrier error 100% (UNDELIV)', 'carrier error 1000 (UNDELIV)', 'carrier error 100'];
  const failed = await send('Failed', { destinations: numbers(3) });
  for (const [place, reason] of reasons.entries())
    await db.query(`UPDATE messages SET state = 'FAILED', queue = NULL, reason = $2 WHERE id = $1`, [
      failed[place],
      reason,
    ]);
  for (const [place, reason] of reasons.entries()) {
    expect(await own({ reason })).toEqual([failed[place]]);
    expect(await all({ reason, status: 'FAILED' })).toEqual([failed[place]]);
  }
  expect(await own({ reason: 'carrier error' })).toEqual([]);
  expect(await own({ reason: reasons[0]!, text: 'Failed' })).toEqual([failed[0]]);
  expect(await own({ reason: reasons[0]!, text: 'parcel' })).toEqual([]);
});

test('files have the same filters', async () => {
  const lines = async (answer: ReturnType<typeof call>) => (await answer).text.trim().split('\n').slice(1);
  const key = account.key;
  const found = await lines(call({ path: `/v1/sms/messages.csv?text=${encodeURIComponent('100% OFF_')}`, key }));
  expect(found.map((line) => line.split(',')[0])).toEqual([discount]);
  expect(await lines(call({ path: '/v1/sms/messages.csv?reason=nothing', key }))).toEqual([]);
  const theirFile = await lines(admin({ path: `/messages.csv?text=off_today&reason=` }));
  expect(theirFile).toEqual([]);
  const both = await lines(admin({ path: '/messages.csv?text=off_today' }));
  expect(both.map((line) => line.split(',')[1])).toEqual([theirs, discount]);
});

test('erased texts are not found, nor are the digits of a verification code', async () => {
  const number = '+38641800001';
  const [kept, erased] = await send('Result of the erased test', { destinations: [slovenian, number] });
  expect(await own({ text: 'erased test' })).toEqual([erased, kept]);
  await db.query(`UPDATE messages SET state = 'DELIVERED', queue = NULL WHERE id = ANY ($1)`, [[kept, erased]]);
  expect(await admin({ path: '/erasures', body: { phoneNumber: number } })).toMatchObject({ status: 200 });
  expect(await own({ text: 'erased' })).toEqual([kept]);
  expect(await all({ text: 'erased' })).toEqual([kept]);

  const { messageId } = (await call({ path: '/v1/verify', key: account.key, body: { to: number, sender: 'Shop' } }))
    .body as { messageId: string };
  const { rows } = await db.query<{ code: string }>(
    `SELECT substring(content FROM '[0-9]{6}') AS code FROM submissions s JOIN messages m ON m.submission_id = s.id WHERE m.id = $1`,
    [messageId],
  );
  const { code } = rows[0]!;
  expect(await own({ text: code })).toEqual([]);
  expect(await all({ text: code.slice(0, 3) })).toEqual([]);
});

test('a search without a match among many messages ends its pages in time and says how far it came', async () => {
  const many = await testAccount(db);
  const [submission, ...ids] = times(60_001, newId);
  await db.query(
    `INSERT INTO submissions SELECT $1, $2, $1, 'Many', 'Nothing here', 'GSM-7', 1, false, NULL, NULL, now()`,
    [many.id, submission],
  );
  await db.query(
    `INSERT INTO messages (account_id, id, submission_id, destination, country, price, state, due_at, state_at)
     SELECT $1, id, $2, '+38640999999', 'SI', 0.01, 'DELIVERED', now(), now() FROM unnest($3::uuid[]) id`,
    [many.id, submission, ids],
  );
  let cursor: string | undefined;
  let pages = 0;
  do {
    const path = `/v1/sms/messages${search({ text: 'absent', ...(cursor && { cursor }) })}`;
    const page = (await call({ path, key: many.key })).body as List;
    expect(page.messages).toEqual([]);
    expect('searchedTo' in page).toBe(page.nextCursor !== undefined);
    cursor = page.nextCursor;
    pages += 1;
  } while (cursor !== undefined);
  expect(pages).toBeGreaterThan(1);
});
