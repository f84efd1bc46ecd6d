/** Verification codes: how they are sent, what is shown of them, and that a right code counts once, on whichever process. */
import { expect, test, vi } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { triesPerCode } from '../../src/domain/verify/limits.ts';
import { ensureDefaultCarrier } from '../../src/flows/carriers/carriers.ts';
import { dropOldVerifications } from '../../src/store/verify/verifications.ts';
import { books, countStatuses, testAccount, times } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { patienceMs } from '../harness/patience.ts';
import { serviceOn, testService } from '../harness/service.ts';
import { age, checker, codeIn, number, startedOf, starter, wrong } from './codes.ts';

const service = await testService();
const { call, db, url } = service;
const second = await serviceOn(url);
await ensureDefaultCarrier(db, 'simulator:?receipt_delay=50');
const admin = operator(service);
const account = await testAccount(db);
const other = await testAccount(db);
const start = starter(service, account.key);
const check = checker(service, account.key);
const elsewhere = checker(second, account.key);
const denied = { status: 422, body: { error: 'error: 422 - The code is not right, or does not count any more' } };

async function rowsOf(accountId: string) {
  const { rows } = await db.query<{ number: string; tries: number; live: boolean; confirmed: boolean }>(
    `SELECT number, tries, hash IS NOT NULL AS live, confirmed_at IS NOT NULL AS confirmed FROM verifications
     WHERE account_id = $1 ORDER BY id`,
    [accountId],
  );
  return rows;
}

test('a code is an ordinary SMS, charged, and approved once', async () => {
  const own = await testAccount(db);
  const to = number();
  const answer = await starter(service, own.key)({ to, language: 'sl', service: 'Trgovina', lifetimeSeconds: 120 });
  expect(answer).toMatchObject({ status: 202, body: { to, status: 'pending' } });
  const { id, messageId, expiresAt } = startedOf(answer);
  const { rows } = await db.query<{ content: string; seconds: number }>(
    `SELECT s.content, extract(epoch FROM m.expires_at - s.accepted_at)::float8 AS seconds FROM messages m
     JOIN submissions s ON s.account_id = m.account_id AND s.id = m.submission_id WHERE m.id = $1`,
    [messageId],
  );
  expect(rows).toEqual([{ content: expect.stringMatching(/^\d{6} je vasa koda za Trgovina\. /), seconds: 120 }]);
  expect(new Date(expiresAt).getTime()).toBeGreaterThan(Date.now());
  expect(await books(db, own)).toMatchObject({ balance: '999.990000', messages: 1 });
  const code = await codeIn(db, messageId);
  expect(await checker(service, own.key)({ id, code })).toMatchObject({
    status: 200,
    body: { id, status: 'approved' },
  });
  expect(await checker(service, own.key)({ id, code })).toMatchObject(denied);
  expect(await rowsOf(own.id)).toEqual([{ number: to, tries: 1, live: false, confirmed: true }]);
});

test('the code is shown only on the phone', async () => {
  const to = number();
  // Ten digits do not occur by chance in an id or a time.
  const { messageId } = startedOf(await start({ to, length: 10 }));
  const code = await codeIn(db, messageId);
  const state = async () => (await call({ path: `/v1/sms/messages/${messageId}`, key: account.key })).body;
  await vi.waitFor(async () => expect(await state()).toMatchObject({ status: 'DELIVERED' }), patienceMs);
  expect(await state()).toMatchObject({ content: expect.stringMatching(/^\*{10} is your Test verification code/) });
  const asked = [
    call({ path: '/v1/sms/messages?content=true', key: account.key }),
    call({ path: `/v1/sms/messages?content=true&destination=${encodeURIComponent(to)}`, key: account.key }),
    call({ path: `/v1/sms/messages/${messageId}/timeline`, key: account.key }),
    call({ path: '/v1/sms/messages.csv?content=true', key: account.key }),
    admin({ path: `/messages?content=true&accountId=${account.id}` }),
    admin({ path: `/messages/${messageId}` }),
    admin({ path: `/messages/${messageId}/timeline` }),
  ];
  for (const { text } of await Promise.all(asked)) expect(text).not.toContain(code);
  // The simulated phone shows the code.
  const phone = await admin({ path: `/simulator/phones/${encodeURIComponent(to)}` });
  expect(phone.text).toContain(code);
});

test('a right code checked by two processes at the same time is approved once', async () => {
  for (const _ of times(3, () => 0)) {
    const { id, messageId } = startedOf(await start({ to: number() }));
    const code = await codeIn(db, messageId);
    const answers = await Promise.all(times(4, (index) => (index % 2 === 0 ? check : elsewhere)({ id, code })));
    expect(countStatuses(answers)).toEqual({ 200: 1, 422: 3 });
  }
});

test('wrong codes use tries, over all processes together, and then the right one is denied too', async () => {
  const to = number();
  const { id, messageId } = startedOf(await start({ to }));
  const code = await codeIn(db, messageId);
  const guesses = times(12, (index) => (index % 2 === 0 ? check : elsewhere)({ id, code: wrong(code, index + 1) }));
  expect(countStatuses(await Promise.all(guesses))).toEqual({ 422: 12 });
  const { rows } = await db.query('SELECT tries FROM verifications WHERE id = $1', [id]);
  expect(rows).toEqual([{ tries: triesPerCode }]);
  expect(await check({ id, code })).toMatchObject(denied);
});

test('every reason to deny a code gets the same response', async () => {
  const used = startedOf(await start({ to: number() }));
  const usedCode = await codeIn(db, used.messageId);
  await check({ id: used.id, code: usedCode });
  const expired = startedOf(await start({ to: number() }));
  await db.query(`UPDATE verifications SET expires_at = now() - interval '1 second' WHERE id = $1`, [expired.id]);
  const theirs = startedOf(await starter(service, other.key)({ to: number() }));
  const theirCode = await codeIn(db, theirs.messageId);
  const living = startedOf(await start({ to: number() }));
  const answers = [
    await check({ id: newId(), code: '123456' }),
    await check({ to: number(), code: '123456' }),
    await check({ id: used.id, code: usedCode }),
    await check({ id: expired.id, code: await codeIn(db, expired.messageId) }),
    await check({ id: theirs.id, code: theirCode }),
    await check({ to: theirs.to, code: theirCode }),
    await check({ id: living.id, code: wrong(await codeIn(db, living.messageId)) }),
  ];
  const said = answers.map(({ status, body }) => JSON.stringify({ status, body }));
  expect(new Set(said)).toEqual(new Set([JSON.stringify(denied)]));
  // Checks by other accounts use none of the tries.
  expect(await checker(service, other.key)({ to: theirs.to, code: theirCode })).toMatchObject({ status: 200 });
});

test('after a second request the new code is valid and the previous one is not, by either id', async () => {
  const own = await testAccount(db);
  const [begin, verify] = [starter(service, own.key), checker(service, own.key)];
  const to = number();
  const first = startedOf(await begin({ to }));
  const early = await begin({ to });
  expect(early).toMatchObject({ status: 429, body: { error: expect.stringContaining('too many codes were sent') } });
  expect(Number(early.headers['retry-after'])).toBeGreaterThan(0);
  await age(db, own.id, '31 seconds');
  const next = startedOf(await begin({ to, length: 8 }));
  expect(next.id).not.toBe(first.id);
  expect(await verify({ id: first.id, code: await codeIn(db, first.messageId) })).toMatchObject(denied);
  const code = await codeIn(db, next.messageId);
  expect(code).toMatch(/^\d{8}$/);
  expect(await verify({ id: first.id, code })).toMatchObject({ status: 200, body: { id: next.id } });
});

test('a request with an Idempotency-Key sends one message, also if it was cut off', async () => {
  const own = await testAccount(db);
  const begin = starter(service, own.key);
  const to = number();
  const headers = { 'idempotency-key': 'sign-up-1' };
  const first = await begin({ to }, headers);
  const again = await starter(second, own.key)({ to }, headers);
  expect(again).toMatchObject({ status: 202, body: first.body as object });
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect((await begin({ to, length: 4 }, headers)).status).toBe(422);
  expect(await books(db, own)).toMatchObject({ messages: 1 });
  // A process that dies between the row and the message leaves a row without one.
  const cut = { 'idempotency-key': 'sign-up-2' };
  const orphan = startedOf(await begin({ to: number() }, cut));
  await db.query('UPDATE verifications SET submission_id = $2 WHERE id = $1', [orphan.id, newId()]);
  expect((await begin({ to: orphan.to }, cut)).status).toBe(409);
  await age(db, own.id, '2 minutes');
  const recovered = await begin({ to: orphan.to }, cut);
  expect(recovered.status).toBe(202);
  const { id, messageId } = startedOf(recovered);
  expect(await checker(service, own.key)({ id, code: await codeIn(db, messageId) })).toMatchObject({ status: 200 });
});

test('a refused request sends no message, is not counted, and keeps the previous code valid', async () => {
  const poor = await testAccount(db, { balance: '0.01' });
  const begin = starter(service, poor.key);
  const to = number();
  const first = startedOf(await begin({ to }));
  await age(db, poor.id, '31 seconds');
  const refusals = [
    await begin({ to }),
    await begin({ to: '+386123' }),
    await begin({ sender: 'Unknown' }),
    await begin({ language: 'xx' }),
    await begin({ length: 3 }),
    await begin({ lifetimeSeconds: 3_601 }),
    await begin({ appHash: 'FA+9qCX9VSu', domain: 'shop.example.com' }),
  ];
  expect(refusals.map(({ body }) => (body as { error: string }).error)).toEqual([
    'Error: 6 - Balance too low to send',
    expect.stringMatching(/^Error: 3 - /),
    expect.stringMatching(/^Error: 2 - /),
    expect.stringMatching(/^Error: 7 - .*this language has no text/),
    'Error: 7 - Message rejected: length must be a whole number from 4 to 10',
    'Error: 7 - Message rejected: lifetimeSeconds must be a whole number from 60 to 3600',
    'Error: 7 - Message rejected: give appHash or domain, not both',
  ]);
  expect(await rowsOf(poor.id)).toHaveLength(1);
  const { rows } = await db.query(
    `SELECT sum(started)::integer AS started FROM verify_counts WHERE account_id = $1 AND scope = ''`,
    [poor.id],
  );
  expect(rows).toEqual([{ started: 1 }]);
  const code = await codeIn(db, first.messageId);
  expect(await checker(service, poor.key)({ to, code })).toMatchObject({ status: 200 });
});

test('an account can have its own texts', async () => {
  const own = await testAccount(db);
  const at = (language: string) => `/v1/verify/templates/${language}`;
  const put = (template: string, language = 'sl') =>
    call({ method: 'PUT', path: at(language), key: own.key, body: { template } });
  expect(await put('Koda: {code}.')).toMatchObject({ status: 400 });
  expect(await put('{code} je koda', 'slovene')).toMatchObject({ status: 400 });
  expect(await put('{code} je koda za {service}')).toMatchObject({ status: 200, body: { own: true } });
  const sent = startedOf(
    await starter(service, own.key)({ to: number(), language: 'sl-SI', domain: 'shop.example.com' }),
  );
  const code = await codeIn(db, sent.messageId);
  const { rows } = await db.query(
    'SELECT content FROM submissions s JOIN messages m ON m.submission_id = s.id WHERE m.id = $1',
    [sent.messageId],
  );
  expect(rows).toEqual([{ content: `${code} je koda za Test\n\n@shop.example.com #${code}` }]);
  expect((await call({ method: 'DELETE', path: at('sl'), key: own.key })).status).toBe(204);
  expect((await call({ method: 'DELETE', path: at('sl'), key: own.key })).status).toBe(404);
  const { body } = await call({ path: '/v1/verify/templates', key: own.key });
  expect((body as { templates: { own: boolean }[] }).templates.some((each) => each.own)).toBe(false);
});

test('an hour after a code has expired it is erased from its text; two days later its row is deleted', async () => {
  const own = await testAccount(db);
  const { messageId } = startedOf(await starter(service, own.key)({ to: number() }));
  const code = await codeIn(db, messageId);
  const text = async () => (await db.query('SELECT content FROM submissions WHERE account_id = $1', [own.id])).rows;
  await dropOldVerifications(db);
  expect(JSON.stringify(await text())).toContain(code);
  await age(db, own.id, '2 hours');
  await dropOldVerifications(db);
  expect(await text()).toEqual([{ content: expect.stringMatching(/^\*{6} is your/) }]);
  expect(await rowsOf(own.id)).toMatchObject([{ live: false }]);
  await age(db, own.id, '2 days');
  await dropOldVerifications(db);
  expect(await rowsOf(own.id)).toEqual([]);
});
