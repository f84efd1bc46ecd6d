/** Registering, confirming and deleting, with the exact responses. */
import { expect, test } from 'vitest';
import { countStatuses, sender, testAccount } from '../harness/accounts.ts';
import { demoKey, testService } from '../harness/service.ts';
import { codeOf, confirmer, expectError, idOf, number, registrar, wrong } from './codes.ts';

const service = await testService();
const { call, db } = service;
const account = await testAccount(db);
await db.query(`UPDATE accounts SET contact_email = 'owner@example.com' WHERE id = $1`, [account.id]);
const register = registrar(service, account.key);
const confirm = confirmer(service, account.key);
const remove = (id: string, key = account.key) => call({ method: 'DELETE', path: `/v1/senders/${id}`, key });
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

async function countSenders(): Promise<number> {
  const { rows } = await db.query<{ n: number }>('SELECT count(*)::int AS n FROM senders WHERE account_id = $1', [
    account.id,
  ]);
  return rows[0]!.n;
}

test('a new sender: 202 with id, value, status Pending and channel', async () => {
  const answer = await register({ value: 'New Shop', statusCallbackUrl: null });
  expect(answer.status).toBe(202);
  expect(answer.body).toStrictEqual({
    id: expect.stringMatching(uuid),
    value: 'New Shop',
    status: 'Pending',
    channel: 'SMS',
  });
});

test('the same sender again: 200 with the existing one; another channel or account creates another', async () => {
  const first = await register({ value: 'Twice' });
  const again = await register({ value: 'Twice', statusCallbackUrl: 'http://example.com' });
  expect(again.status).toBe(200);
  expect(again.body).toStrictEqual({ ...(first.body as object), status: 'Confirmation Pending' });
  const viber = await register({ value: 'Twice', channel: 'Viber' });
  expect([viber.status, viber.body]).toEqual([202, expect.objectContaining({ channel: 'Viber' })]);
  const other = await testAccount(db);
  const elsewhere = await registrar(service, other.key)({ value: 'Twice' });
  expect(elsewhere.status).toBe(202);
  expect(new Set([first, viber, elsewhere].map(idOf)).size).toBe(3);
});

test('concurrent registrations create one sender and one code', async () => {
  const value = number();
  const answers = await Promise.all(Array.from({ length: 12 }, () => register({ value, type: 1 })));
  expect(countStatuses(answers)).toEqual({ 200: 11, 202: 1 });
  expect(new Set(answers.map(idOf)).size).toBe(1);
  const { rows } = await db.query('SELECT 1 FROM sender_codes WHERE number = $1', [value]);
  expect(rows).toHaveLength(1);
});

test.each([
  ['+38640700001', '+38640700001'],
  ['+386 40 700 002', '+38640700002'],
  ['0038640700003', '+38640700003'],
  ['38640700004', '+38640700004'],
  ['040/700-005', '+38640700005'],
  ['(01) 425 55 55', '+38614255555'],
])('the number %s is registered as %s', async (value, stored) => {
  const answer = await register({ value, type: 1 });
  expect([answer.status, answer.body]).toEqual([202, expect.objectContaining({ value: stored })]);
});

test.each<[fields: Record<string, unknown>]>([
  [{ value: 'A' }],
  [{ value: 'Abcdefghijk' }],
  [{ value: 'A-B_c.d&e+1' }],
  [{ value: '1 A' }],
  [{ value: 'A'.repeat(28), channel: 'Viber' }],
  [{ value: 'Pošta Čas', channel: 'Viber' }],
  [{ value: 'With URL', statusCallbackUrl: 'not a url at all' }],
  [{ value: 'With NUL', statusCallbackUrl: 'http://a\0b' }],
  [{ value: 'Long URL', statusCallbackUrl: `http://${'a'.repeat(2_000)}.example/` }],
  [{ value: 'No URL', statusCallbackUrl: '' }],
  [{ value: 'More', unknown: 'field' }],
])('accepted: %j', async (fields) => {
  expect((await register(fields)).status).toBe(202);
});

const badNumber = 'value must be a valid Slovenian phone number such as +38640123456';
const badType = 'type must be 0 (alphanumeric) or 1 (MSISDN)';
const badChannel = 'channel must be SMS or Viber';
const badCharacters = 'value may hold the letters A to Z, digits, spaces and - _ . & + only';
const noLetter = 'value must hold at least one letter; a phone number has type 1';

test.each<[fields: Record<string, unknown>, error: string]>([
  [{ value: undefined }, 'value is missing'],
  [{ value: null }, 'value must be a text'],
  [{ value: 7 }, 'value must be a text'],
  [{ value: '' }, 'value must have 1 to 11 characters'],
  [{ value: 'Abcdefghijkl' }, 'value must have 1 to 11 characters'],
  [{ statusCallbackUrl: 'x'.repeat(50_000) }, 'statusCallbackUrl must have at most 2048 characters'],
  [{ value: 'a'.repeat(50_000) }, 'value must have 1 to 11 characters'],
  [{ value: 'A'.repeat(29), channel: 'Viber' }, 'value must have 1 to 28 characters'],
  [{ value: ' Shop' }, 'value must not begin or end with a space'],
  [{ value: 'Shop ' }, 'value must not begin or end with a space'],
  [{ value: '12345' }, noLetter],
  [{ value: '+38640123456', channel: 'Viber' }, noLetter],
  [{ value: '-_.' }, noLetter],
  [{ value: 'Žito' }, badCharacters],
  [{ value: 'Café' }, badCharacters],
  [{ value: 'Shop!' }, badCharacters],
  [{ value: 'Sh\0op' }, badCharacters],
  [{ value: 'Shop\n' }, badCharacters],
  [{ value: 'Shop😀', channel: 'Viber' }, 'value may hold letters, digits, spaces and - _ . & + only'],
  [{ type: undefined }, 'type is missing'],
  [{ type: 2 }, badType],
  [{ type: -1 }, badType],
  [{ type: 0.5 }, badType],
  [{ type: '0' }, badType],
  [{ type: null }, badType],
  [{ type: true }, badType],
  [{ channel: undefined }, 'channel is missing'],
  [{ channel: 'sms' }, badChannel],
  [{ channel: 'WhatsApp' }, badChannel],
  [{ channel: null }, badChannel],
  [{ statusCallbackUrl: 1 }, 'statusCallbackUrl must be a text or null'],
  [{ statusCallbackUrl: {} }, 'statusCallbackUrl must be a text or null'],
  [{ type: 1, value: '+385912345678' }, badNumber],
  [{ type: 1, value: '+4915123456789' }, badNumber],
  [{ type: 1, value: '+38600000000' }, badNumber],
  [{ type: 1, value: '+386 (0)40 123 456' }, badNumber],
  [{ type: 1, value: '40123456' }, badNumber],
  [{ type: 1, value: '+3864012345' }, badNumber],
  [{ type: 1, value: 'Shop' }, badNumber],
  [{ type: 1, value: '' }, badNumber],
  [{ type: 1, value: '0'.repeat(50_000) }, badNumber],
])('refused: %j', async (fields, error) => {
  const before = await countSenders();
  expectError(await register(fields), 400, `error: 400 - ${error}`);
  expect(await countSenders()).toBe(before);
});

test('the right code confirms with 200 and an empty body, and messages may then be sent from the sender', async () => {
  const id = idOf(await register({ value: 'Confirmed' }));
  const send = sender(service, account);
  expect((await send({ sender: 'Confirmed' })).status).toBe(400);
  const answer = await confirm(id.toUpperCase(), ` ${await codeOf(db, id)} `);
  expect([answer.status, answer.text, answer.headers['content-length']]).toEqual([200, '', '0']);
  expect((await send({ sender: 'Confirmed' })).status).toBe(202);
  expectError(await confirm(id, '123456'), 400, 'error: 400 - The sender is Confirmed and needs no confirmation');
});

test('a wrong code is refused with the number of tries left; then even the right one is refused', async () => {
  const id = idOf(await register({ value: 'Wrong' }));
  const code = await codeOf(db, id);
  for (const left of ['4 tries are', '3 tries are', '2 tries are', '1 try is', '0 tries are']) {
    expectError(await confirm(id, wrong(code)), 400, `error: 400 - The confirmation code is wrong; ${left} left`);
  }
  const used =
    'error: 400 - No code is valid any more (30 minutes, 5 tries); ask for a new one with POST /v1/senders/{id}/code';
  expectError(await confirm(id, code), 400, used);
  expectError(await confirm(id, code), 400, used);
});

test('a code is valid for 30 minutes', async () => {
  const [late, early] = [idOf(await register({ value: 'Late' })), idOf(await register({ value: 'Early' }))];
  for (const [id, seconds] of [
    [late, 1_800],
    [early, 1_770],
  ] as const) {
    await db.query("UPDATE sender_codes SET expires_at = expires_at - $2 * interval '1 second' WHERE sender_id = $1", [
      id,
      seconds,
    ]);
  }
  expect((await confirm(late, await codeOf(db, late))).status).toBe(400);
  expect((await confirm(early, await codeOf(db, early))).status).toBe(200);
});

test.each<[id: unknown, code: unknown, error: string]>([
  [undefined, '123456', 'id is missing'],
  ['7', '123456', 'id must be a UUID'],
  ['urn:uuid:01900000-0000-7000-8000-000000000000', '123456', 'id must be a UUID'],
  [7, '123456', 'id must be a UUID'],
  ['01900000-0000-7000-8000-000000000000', undefined, 'confirmationCode is missing'],
  ['01900000-0000-7000-8000-000000000000', 123_456, 'confirmationCode must be a text'],
  ['01900000-0000-7000-8000-000000000000', null, 'confirmationCode must be a text'],
  ['01900000-0000-7000-8000-000000000000', '123456', 'Sender not found'],
])('confirming %j with %j: 400', async (id, code, error) => {
  expectError(await confirm(id, code), 400, `error: 400 - ${error}`);
});

test('a sender that is Pending or Rejected cannot be confirmed', async () => {
  const other = await testAccount(db, {
    senders: [
      { value: 'P', status: 'Pending' },
      { value: 'R', status: 'Rejected' },
    ],
  });
  const { rows } = await db.query<{ id: string; status: string }>(
    'SELECT id, status FROM senders WHERE account_id = $1',
    [other.id],
  );
  for (const { id, status } of rows) {
    const answer = await confirmer(service, other.key)(id, '123456');
    expectError(answer, 400, `error: 400 - The sender is ${status} and needs no confirmation`);
  }
});

test('deleting gives 204 and no body; the sender is gone, its history is kept, and it can be registered again', async () => {
  const id = idOf(await register({ value: 'Gone' }));
  const code = await codeOf(db, id);
  const answer = await remove(id);
  expect([answer.status, answer.text]).toEqual([204, '']);
  expectError(await remove(id), 400, 'error: 400 - Sender not found');
  expectError(await confirm(id, code), 400, 'error: 400 - Sender not found');
  expect((await call({ path: `/v1/senders/${id}`, key: account.key })).status).toBe(404);
  const { rows } = await db.query<{ gone: boolean }>(
    'SELECT deleted_at IS NOT NULL AS gone FROM senders WHERE id = $1',
    [id],
  );
  expect(rows).toEqual([{ gone: true }]);
  const again = await register({ value: 'Gone' });
  expect(again.status).toBe(202);
  expect(idOf(again)).not.toBe(id);
  expect((await confirm(idOf(again), code)).status).toBe(400);
});

test.each([
  ['7', 'The id of a sender is a UUID'],
  ['%20', 'The id of a sender is a UUID'],
  ['a'.repeat(2_000), 'The id of a sender is a UUID'],
  ['', 'The id of a sender is a UUID'],
  ['01900000-0000-7000-8000-000000000000', 'Sender not found'],
])('deleting %j: 400', async (id, error) => {
  expectError(await remove(id), 400, `error: 400 - ${error}`);
});

test('deleting without an id: 400', async () => {
  for (const path of ['/v1/senders', '/v1/senders/confirm']) {
    const answer = await call({ method: 'DELETE', path, key: account.key });
    expectError(answer, 400, 'error: 400 - The id of the sender is missing: DELETE /v1/senders/{senderId}');
  }
});

test("another account's sender is answered like an unknown one", async () => {
  const mine = idOf(await register({ value: 'Mine' }));
  const code = await codeOf(db, mine);
  const theirs = confirmer(service, demoKey);
  const unknown = '01900000-0000-7000-8000-000000000000';
  expect((await theirs(mine, code)).text).toBe((await theirs(unknown, code)).text);
  expect((await remove(mine, demoKey)).text).toBe((await remove(unknown, demoKey)).text);
  for (const [method, tail] of [
    ['GET', ''],
    ['PATCH', ''],
    ['POST', '/code'],
  ] as const) {
    const ask = (id: string) =>
      call({ method, path: `/v1/senders/${id}${tail}`, key: demoKey, ...(method === 'PATCH' ? { body: {} } : {}) });
    const [foreign, none] = [await ask(mine), await ask(unknown)];
    expectError(foreign, 404, 'error: 404 - Sender not found');
    expect(foreign.text).toBe(none.text);
  }
  const { rows } = await db.query<{ tries: number }>('SELECT tries FROM sender_codes WHERE sender_id = $1', [mine]);
  expect(rows).toEqual([{ tries: 0 }]);
  expect((await confirm(mine, code)).status).toBe(200);
});

test('a suspended account cannot register a sender', async () => {
  const other = await testAccount(db);
  await db.query(`UPDATE accounts SET status = 'suspended' WHERE id = $1`, [other.id]);
  expectError(await registrar(service, other.key)(), 400, 'error: 400 - The account is suspended');
});
