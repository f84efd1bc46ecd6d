/** Logging in to the console, and what a session is worth: cookies, other sites, links, ends, limits, codes. */
import { expect, test, vi } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { codeAt } from '../../src/domain/access/totp.ts';
import { Passwords } from '../../src/flows/passwords.ts';
import { findCredentialsByName } from '../../src/store/console/operators.ts';
import { countStatuses, idsOf, request, testAccount, times } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { patienceMs } from '../harness/patience.ts';
import { adminToken, serviceOn, testService } from '../harness/service.ts';
import { type Browser, browser, linkIn } from './browser.ts';
import { openStream } from './stream-reader.ts';

/** Behind a proxy that says https and whom it speaks for; the other process has none. */
const service = await testService({ HERMOD_TRUSTED_PROXIES: '127.0.0.1' });
const other = await serviceOn(service.url, { HERMOD_TRUSTED_PROXIES: '127.0.0.1' });
/** After the operator has changed the token. */
const changed = await serviceOn(service.url, { HERMOD_ADMIN_TOKEN: 'another-token-of-the-operator' });
const { db } = service;
const admin = operator(service);
const password = 'correct horse battery';

const from = (address: string) => ({ 'x-forwarded-for': address });
const error = (status: number, text: string) => ({ status, body: { error: `error: ${status} - ${text}` } });
const loggedOut = error(401, 'You are not logged in, or the session has ended');

async function tokenSession(headers: Record<string, string> = {}): Promise<Browser> {
  const visitor = browser(service);
  expect(await visitor.logIn({ token: adminToken }, headers)).toMatchObject({ status: 200 });
  return visitor;
}

async function accountSession(accountId: string, name = 'Mia'): Promise<Browser> {
  const link = await admin({ path: `/accounts/${accountId}/console-links`, body: { name } });
  const visitor = browser(service);
  expect(await visitor.logIn({ link: linkIn(link) })).toMatchObject({ status: 200 });
  return visitor;
}

async function namedOperator(name: string, fields: object = {}): Promise<string> {
  const created = await admin({ path: '/operators', body: { name, role: 'admin', password, ...fields } });
  expect(created.status).toBe(201);
  return (created.body as { operatorId: string }).operatorId;
}

/** For attempts in their dozens: their number is limited, not their cost, and a usual hash occupies a processor for 250 ms. */
const cheap = new Passwords({ log2N: 10, r: 8, p: 1 });

async function guessedOperator(name: string): Promise<void> {
  const operatorId = await namedOperator(name, { password: undefined });
  const stored = await cheap.hash(password, name);
  await db.query('UPDATE console_operators SET password = $2 WHERE id = $1', [operatorId, stored]);
}

async function audited(action: string): Promise<{ actor: string; accountId: string; details: object }[]> {
  const { body } = await admin({ path: `/audit?action=${encodeURIComponent(action)}` });
  return (body as { entries: never[] }).entries;
}

test('the operator token opens a session that counts on every operator endpoint', async () => {
  const visitor = browser(service);
  expect(await visitor.call({ path: '/console/v1/session' })).toMatchObject(loggedOut);
  const answer = await visitor.logIn({ token: adminToken });
  expect(answer).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'no-store' },
    body: { kind: 'operator', name: 'operator', role: 'admin', service: { name: 'Hermod', simulator: false } },
  });
  expect(answer.headers['set-cookie']).toMatch(
    /^hermod_session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/,
  );
  const seen = await visitor.call({ path: '/console/v1/session' });
  expect(seen).toMatchObject({ status: 200, body: answer.body as object });
  expect((await visitor.call({ path: '/admin/v1/accounts' })).status).toBe(200);
  const created = await visitor.call({ path: '/admin/v1/accounts', body: { name: 'By cookie', currency: 'EUR' } });
  expect(created).toMatchObject({ status: 201, headers: { 'cache-control': 'no-store' } });
  expect(await visitor.call({ method: 'DELETE', path: '/console/v1/session' })).toMatchObject({ status: 204 });
  expect(visitor.cookie()).toBeUndefined();
});

test('where a proxy says https, the cookie is bound to the host and to TLS', async () => {
  const https = { 'x-forwarded-proto': 'https' };
  const visitor = browser(service);
  const { headers } = await visitor.logIn({ token: adminToken }, https);
  expect(headers['set-cookie']).toMatch(/^__Host-hermod_session=.*; Path=\/;.*; HttpOnly; SameSite=Strict; Secure$/);
  expect((await visitor.call({ path: '/console/v1/session', headers: https })).status).toBe(200);
  // The same value under the name that any page of the domain could have set counts for nothing there.
  const cookie = visitor.cookie()!.replace('__Host-', '');
  expect((await visitor.call({ path: '/console/v1/session', headers: { ...https, cookie } })).status).toBe(401);
});

test('what changes something must come from the console itself', async () => {
  const visitor = await tokenSession();
  const body = { name: 'Forged', currency: 'EUR' };
  const change = (headers: Record<string, string>) => visitor.call({ path: '/admin/v1/accounts', body, headers });
  expect(await change({ 'hermod-console': '' })).toMatchObject(error(403, 'Send the header hermod-console: 1'));
  for (const site of ['cross-site', 'same-site', 'none'])
    expect((await change({ 'sec-fetch-site': site })).status, site).toBe(403);
  const foreign = { 'sec-fetch-site': 'cross-site' };
  expect((await visitor.call({ path: '/admin/v1/accounts', headers: foreign })).status).toBe(403);
  expect((await browser(service).logIn({ token: adminToken }, foreign)).status).toBe(403);
  const { rows } = await db.query(`SELECT FROM accounts WHERE name = 'Forged'`);
  expect(rows).toEqual([]);
  const asked = await visitor.call({ method: 'OPTIONS', path: '/admin/v1/accounts', headers: foreign });
  expect(Object.keys(asked.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test('nothing that is stored opens anything, and no answer shows what is', async () => {
  const visitor = await tokenSession();
  const account = await testAccount(db);
  const link = linkIn(await admin({ path: `/accounts/${account.id}/console-links`, method: 'POST' }));
  await namedOperator('Stored');
  const secrets = [visitor.cookie()!.split('=')[1]!, link, password, adminToken];
  for (const table of ['console_sessions', 'console_links', 'console_operators', 'console_attempts', 'audit']) {
    const { rows } = await db.query<{ row: string }>(`SELECT row_to_json(t)::text AS row FROM ${table} t`);
    for (const secret of secrets) expect(JSON.stringify(rows)).not.toContain(secret);
  }
  const { text } = await visitor.call({ path: '/console/v1/sessions' });
  for (const secret of secrets) expect(text).not.toContain(secret);
});

test('a link logs in once, for ten minutes, and only as the account it is for', async () => {
  const account = await testAccount(db);
  const issued = await service.call({ path: '/v1/console/link', method: 'POST', key: account.key });
  expect(issued).toMatchObject({
    status: 201,
    body: { url: expect.stringMatching(`^${service.base}/login#[\\w-]{43}$`) },
  });
  const { expiresAt } = issued.body as { expiresAt: string };
  expect(Math.abs(Date.parse(expiresAt) - Date.now() - 600_000)).toBeLessThan(patienceMs);
  const link = linkIn(issued);
  const both = await Promise.all([browser(service), browser(other)].map((visitor) => visitor.logIn({ link })));
  expect(countStatuses(both)).toEqual({ 200: 1, 401: 1 });
  expect(both.find(({ status }) => status === 200)!.body).toMatchObject({
    ...{ kind: 'account', accountId: account.id, accountName: 'Test', name: 'Test', currency: 'EUR' },
  });
  expect(await browser(service).logIn({ link })).toMatchObject(error(401, 'The link is not valid any more'));
  const late = linkIn(await admin({ path: `/accounts/${account.id}/console-links`, method: 'POST' }));
  await db.query(`UPDATE console_links SET expires_at = now() - interval '1 second'`);
  expect((await browser(service).logIn({ link: late })).status).toBe(401);
  expect((await admin({ path: `/accounts/${newId()}/console-links`, method: 'POST' })).status).toBe(404);
});

test('an account’s session sends, is recorded by name, and is not an operator', async () => {
  const account = await testAccount(db);
  const visitor = await accountSession(account.id, 'Mia');
  const sent = await visitor.call({ path: '/v1/sms/messages', body: request() });
  expect(sent).toMatchObject({ status: 202, headers: { 'cache-control': 'no-store' } });
  const repeated = { path: '/v1/sms/messages', body: request(), headers: { 'idempotency-key': 'twice' } };
  expect((await visitor.call(repeated)).text).toBe((await visitor.call(repeated)).text);
  const [id] = idsOf(sent);
  expect((await visitor.call({ path: `/v1/sms/messages/${id}` })).status).toBe(200);
  const preview = { path: '/v1/sms/messages/preview', body: request() };
  expect((await visitor.call(preview)).status).toBe(200);
  const entries = (await audited('send messages')).filter(({ accountId }) => accountId === account.id);
  expect(entries.map(({ actor }) => actor)).toEqual(['Mia', 'Mia', 'Mia']);
  expect(await audited('preview messages')).toEqual([]);
  expect(await visitor.call({ path: '/admin/v1/accounts' })).toMatchObject(error(403, 'Only operators may call this'));
  expect((await visitor.call({ path: '/v1/console/link', method: 'POST' })).status).toBe(403);
  // Whose it is cannot be said by the caller.
  const elsewhere = { 'hermod-account': (await testAccount(db)).id };
  expect((await visitor.call({ path: '/v1/account', headers: elsewhere })).body).toMatchObject({
    accountId: account.id,
  });
});

test('the audit trail says what kind of actor made a change, whatever name it goes by', async () => {
  const operatorId = await namedOperator('Vera');
  const { id: accountId, key, keyId } = await testAccount(db);
  const issued = await service.call({ path: '/v1/console/link', key, body: { name: 'Vera' } });
  const customer = browser(service);
  const { sessionId } = (await customer.logIn({ link: linkIn(issued) })).body as { sessionId: string };
  const sent = await customer.call({ path: '/v1/sms/messages', body: request() });
  const vera = browser(service);
  await vera.logIn({ name: 'Vera', password });
  const headers = { 'hermod-account': accountId };
  const acted = await vera.call({ path: '/v1/sms/messages', body: request(), headers });
  const top = { path: `/accounts/${accountId}/top-ups`, body: { amount: '1.00' }, headers: { 'x-operator': 'Vera' } };
  expect((await admin(top)).status).toBe(201);
  await vera.call({ path: `/admin/v1${top.path}`, body: top.body });
  const tokens = await tokenSession({ 'x-operator': 'Vera' });
  await tokens.call({ path: `/admin/v1${top.path}`, body: top.body });
  await db.query(`INSERT INTO audit (id, actor, action, account_id) VALUES ($1, 'Vera', 'account change', $2)`, [
    newId(),
    accountId,
  ]);
  const { entries } = (await admin({ path: `/audit?accountId=${accountId}` })).body as { entries: Written[] };
  type Written = { action: string; actor: string; actorKind: string | null; actorId: string | null };
  const written = entries.map(({ action, actor, actorKind, actorId }) => [action, actor, actorKind, actorId]);
  expect(written.toReversed()).toEqual([
    ['console link', 'API key', 'api-key', keyId],
    ['console login', 'Vera', 'customer', sessionId],
    ['send messages', 'Vera', 'customer', sessionId],
    ['send messages', 'Vera', 'operator', operatorId],
    ['balance top up', 'Vera', 'operator-token', null],
    ['balance top up', 'Vera', 'operator', operatorId],
    ['balance top up', 'Vera', 'operator-token', expect.any(String)],
    ['account change', 'Vera', null, null],
  ]);
  const asked = async (answer: Parameters<typeof idsOf>[0]) => {
    const { body } = await service.call({ path: `/v1/sms/messages/${idsOf(answer)[0]}/timeline`, key });
    return (body as { entries: object[] }).entries[0];
  };
  expect(await asked(sent)).toMatchObject({ by: 'Vera', byKind: 'customer' });
  expect(await asked(acted)).toMatchObject({ by: 'Vera', byKind: 'operator' });
});

test('a page of an earlier session gets no stream by the cookie of a later one', async () => {
  const [first, second] = [await testAccount(db), await testAccount(db)];
  const earlier = await accountSession(first.id);
  const later = await accountSession(second.id);
  const idOf = async (visitor: Browser) =>
    ((await visitor.call({ path: '/console/v1/session' })).body as { sessionId: string }).sessionId;
  const path = `/v1/stream?session=${await idOf(earlier)}`;
  expect((await later.call({ path })).status).toBe(401);
  expect((await later.call({ path: '/v1/stream?session=&session=' })).status).toBe(401);
  const stream = await openStream(service.base, path, { cookie: earlier.cookie()! });
  await stream.until(() => stream.of('now').length > 0);
  await stream.close();
});

test('a suspended account’s session is refused where its keys are', async () => {
  const account = await testAccount(db);
  const visitor = await accountSession(account.id);
  await admin({ method: 'PATCH', path: `/accounts/${account.id}`, body: { status: 'suspended' } });
  const byKey = await service.call({ path: '/v1/sms/messages', key: account.key, body: request() });
  const bySession = await visitor.call({ path: '/v1/sms/messages', body: request() });
  expect(byKey.status).toBe(400);
  expect([bySession.status, bySession.text]).toEqual([byKey.status, byKey.text]);
  const looked = await service.call({ path: '/v1/account', key: account.key });
  expect((await visitor.call({ path: '/v1/account' })).text).toBe(looked.text);
});

test('a session that a key has issued ends with the key', async () => {
  const account = await testAccount(db);
  const issue = () => service.call({ path: '/v1/console/link', method: 'POST', key: account.key });
  const visitor = browser(service);
  await visitor.logIn({ link: linkIn(await issue()) });
  const unused = linkIn(await issue());
  expect((await visitor.call({ path: '/v1/account' })).status).toBe(200);
  await admin({ method: 'POST', path: `/keys/${account.keyId}/revoke` });
  await vi.waitUntil(async () => (await visitor.call({ path: '/v1/account' })).status === 401, { timeout: patienceMs });
  expect((await browser(service).logIn({ link: unused })).status).toBe(401);
});

test('an operator acts for an account that they name, under their own name', async () => {
  await namedOperator('Olga');
  const visitor = browser(service);
  await visitor.logIn({ name: 'olga', password });
  const account = await testAccount(db);
  const headers = { 'hermod-account': account.id.toUpperCase() };
  expect((await visitor.call({ path: '/v1/account', headers })).body).toMatchObject({ accountId: account.id });
  expect((await visitor.call({ path: `/v1/account?account=${account.id}` })).status).toBe(200);
  const sent = await visitor.call({ path: '/v1/sms/messages', headers, body: request() });
  expect(sent.status).toBe(202);
  const [{ messageId }] = (sent.body as { messages: [{ messageId: string }] }).messages;
  const timeline = await visitor.call({ path: `/v1/sms/messages/${messageId}/timeline`, headers });
  const [asked] = (timeline.body as { entries: object[] }).entries;
  expect(asked).toMatchObject({ kind: 'request', via: 'console', by: 'Olga' });
  expect(asked).not.toHaveProperty('keyId');
  expect((await audited('send messages'))[0]).toMatchObject({ actor: 'Olga', accountId: account.id });
  expect(await visitor.call({ path: '/v1/account' })).toMatchObject({ status: 400 });
  const query = `/v1/sms/messages?account=${account.id}`;
  expect((await visitor.call({ path: query, body: request() })).status).toBe(400);
  for (const id of [newId(), '00000000-0000-7000-8000-000000000001'])
    expect(await visitor.call({ path: '/v1/account', headers: { 'hermod-account': id } })).toMatchObject({
      status: 404,
    });
});

test('sessions are listed, and one that is ended stops everywhere, immediately for changes', async () => {
  const account = await testAccount(db);
  const [mia, leo] = [await accountSession(account.id, 'Mia'), await accountSession(account.id, 'Leo')];
  const outsider = await accountSession((await testAccount(db)).id, 'Outsider');
  type Listed = { sessionId: string; name: string; current: boolean };
  const listed = async (visitor: Browser) =>
    ((await visitor.call({ path: '/console/v1/sessions' })).body as { sessions: Listed[] }).sessions;
  const own = await listed(mia);
  expect(own.map(({ name, current }) => [name, current])).toEqual([
    ['Leo', false],
    ['Mia', true],
  ]);
  const { sessionId } = own[0]!;
  const end = (visitor: Browser, id = sessionId) =>
    visitor.call({ method: 'DELETE', path: `/console/v1/sessions/${id}` });
  expect(await end(outsider)).toMatchObject(error(404, 'Session not found'));
  expect((await end(outsider, newId())).text).toBe((await end(outsider)).text);
  const leoThere = leo.at(other);
  expect((await leoThere.call({ path: '/v1/account' })).status).toBe(200);
  expect((await end(mia)).status).toBe(204);
  expect((await leo.call({ path: '/v1/sms/messages', body: request() })).status).toBe(401);
  for (const visitor of [leo, leoThere])
    await vi.waitUntil(async () => (await visitor.call({ path: '/v1/account' })).status === 401, {
      timeout: patienceMs,
    });
  expect((await audited('session revoke'))[0]).toMatchObject({ actor: 'Mia', accountId: account.id });
  const operatorsView = await listed(await tokenSession());
  expect(operatorsView.map(({ name }) => name)).toEqual(expect.arrayContaining(['Mia', 'Outsider', 'operator']));
});

test('a session ends when it is not used, after seven days, and with the token that opened it', async () => {
  const ends = [`last_seen_at = now() - interval '13 hours'`, `created_at = now() - interval '8 days'`];
  for (const change of ends) {
    const visitor = await tokenSession();
    const { sessionId } = (await visitor.call({ path: '/console/v1/session' })).body as { sessionId: string };
    await db.query(`UPDATE console_sessions SET ${change} WHERE id = $1`, [sessionId]);
    const there = visitor.at(other);
    expect(await there.call({ path: '/console/v1/session' })).toMatchObject(loggedOut);
  }
  const visitor = await tokenSession();
  expect((await visitor.at(changed).call({ path: '/admin/v1/accounts' })).status).toBe(401);
  expect((await visitor.at(other).call({ path: '/admin/v1/accounts' })).status).toBe(200);
});

/** The statuses of wrong passwords from an address, six at a time in both processes, until one is not compared any more. */
async function guess(name: string, address: string): Promise<number[]> {
  const guesses: number[] = [];
  // An attempt is charged before its password is hashed. On a slow machine, some of the debt is paid between two rounds.
  while (!guesses.includes(429) && guesses.length < 60) {
    const round = times(6, (n) =>
      browser(n % 2 === 0 ? service : other).logIn({ name, password: 'wrong' }, from(address)),
    );
    guesses.push(...(await Promise.all(round)).map(({ status }) => status));
  }
  return guesses;
}

test('wrong passwords limit their address over all processes, and keep no person out by name', async () => {
  await guessedOperator('Guessed');
  const home = { name: 'Guessed', password };
  for (const address of ['192.0.2.10', '192.0.2.11', '192.0.2.12']) {
    const guesses = await guess('Guessed', address);
    expect(guesses.filter((status) => status === 401).length).toBeGreaterThan(10);
    expect(guesses).toContain(429);
  }
  // The first log-in of this name, from an address that is new.
  expect((await browser(other).logIn(home, from('192.0.2.99'))).status).toBe(200);
  // The token from any address.
  expect((await browser(other).logIn({ token: adminToken }, from('192.0.2.10'))).status).toBe(200);
  const refused = await audited('console login refused');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(14);
  expect(refused[0]!.details).toEqual({ by: 'password', name: 'Guessed' });
});

test('while limited, the right password is answered like a wrong one; other names known there are not limited', async () => {
  for (const name of ['Right', 'Beside']) await guessedOperator(name);
  const there = from('192.0.2.40');
  for (const name of ['Right', 'Beside'])
    expect((await browser(service).logIn({ name, password }, there)).status).toBe(200);
  expect(await guess('Right', '192.0.2.40')).toContain(429);
  await db.query(`UPDATE console_attempts SET until = until + interval '1 minute' WHERE subject LIKE 'name %'`);
  for (const process of [service, other]) {
    const right = await browser(process).logIn({ name: 'Right', password }, there);
    expect(right).toMatchObject({ status: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } });
    expect((await browser(process).logIn({ name: 'Beside', password }, there)).status).toBe(200);
  }
});

test('wrong tokens and links make their address wait, and never the right ones', async () => {
  const there = from('192.0.2.20');
  const tries = await Promise.all(
    times(20, (n) => browser(service).logIn(n % 2 ? { token: 'x' } : { link: 'x' }, there)),
  );
  expect(tries.filter(({ status }) => status === 429).length).toBeGreaterThan(3);
  expect((await browser(service).logIn({ token: adminToken }, there)).status).toBe(200);
  const account = await testAccount(db);
  const link = linkIn(await admin({ path: `/accounts/${account.id}/console-links`, method: 'POST' }));
  expect((await browser(service).logIn({ link }, there)).status).toBe(200);
});

test('an unknown name is refused like a wrong password', async () => {
  const wrong = error(401, 'Name, password or code is wrong');
  const there = from('192.0.2.30');
  expect(await browser(service).logIn({ name: 'Unknown', password }, there)).toMatchObject(wrong);
  await namedOperator('Existing');
  expect(await browser(service).logIn({ name: 'Existing', password: 'not that' }, there)).toMatchObject(wrong);
  for (const body of [{}, { name: 'Existing' }, { link: 'a', token: 'b' }, { password: 'x' }])
    expect((await browser(service).logIn(body, there)).status).toBe(400);
});

test('a second factor: its code is asked for, counts once, and can be taken back', async () => {
  await namedOperator('Tara');
  const visitor = browser(service);
  await visitor.logIn({ name: 'Tara', password });
  const offer = await visitor.call({ method: 'POST', path: '/console/v1/totp' });
  expect(offer.body).toMatchObject({
    uri: expect.stringMatching(/^otpauth:\/\/totp\/Hermod:Tara\?secret=[A-Z2-7]{32}&/),
  });
  const offered = (await findCredentialsByName(db, 'Tara'))!;
  const secret = offered.totp_new_secret!;
  const step = () => Math.floor(Date.now() / 30_000);
  const confirm = (code: string) => visitor.call({ method: 'PUT', path: '/console/v1/totp', body: { code } });
  const wrong = ['000000', '111111', '222222', '333333'].find(
    (code) => ![-2, -1, 0, 1, 2].some((near) => codeAt(secret, step() + near) === code),
  )!;
  expect(await confirm(wrong)).toMatchObject(error(400, 'code is wrong'));
  const first = step();
  expect((await confirm(codeAt(secret, first))).status).toBe(204);
  expect((await visitor.call({ path: '/console/v1/session' })).body).toMatchObject({ hasTotp: true });
  const logIn = (body: object) => browser(service).logIn({ name: 'Tara', password, ...body });
  expect(await logIn({})).toMatchObject({ status: 401, headers: { 'hermod-totp': 'required' } });
  expect((await logIn({ totp: wrong })).status).toBe(401);
  // Good for half a minute at least, and later than the one before.
  const code = codeAt(secret, first + 1);
  expect((await logIn({ totp: code })).status).toBe(200);
  expect((await logIn({ totp: code })).status).toBe(401);
  const off = (given: string) =>
    visitor.call({ method: 'DELETE', path: '/console/v1/totp', body: { password: given } });
  expect(await off('not that')).toMatchObject(error(403, 'The password is wrong'));
  expect((await off(password)).status).toBe(204);
  expect((await logIn({})).status).toBe(200);
  expect((await audited('totp on'))[0]).toMatchObject({ actor: 'Tara' });
});

test('a password is set by a link, changed with the old one, and ends all other sessions', async () => {
  const created = await admin({ path: '/operators', body: { name: 'Paul', role: 'support' } });
  expect(created).toMatchObject({ status: 201, body: { hasPassword: false, link: { url: expect.any(String) } } });
  const { operatorId } = created.body as { operatorId: string };
  const first = browser(service);
  await first.logIn({ link: linkIn(created) });
  const set = (visitor: Browser, body: object) => visitor.call({ path: '/console/v1/password', body });
  expect(await set(first, { new: 'short' })).toMatchObject(error(400, 'new must have 12 to 200 characters'));
  expect((await set(first, { new: password })).status).toBe(204);
  const second = browser(service);
  expect((await second.logIn({ name: 'PAUL', password })).status).toBe(200);
  expect((await set(second, { new: `${password}!` })).status).toBe(403);
  expect((await set(second, { current: password, new: `${password}!` })).status).toBe(204);
  await vi.waitUntil(async () => (await first.call({ path: '/console/v1/session' })).status === 401, {
    timeout: patienceMs,
  });
  expect((await second.call({ path: '/console/v1/session' })).status).toBe(200);
  expect((await set(await tokenSession(), { new: password })).status).toBe(409);
  expect((await admin({ path: '/operators', body: { name: 'pauL', role: 'admin' } })).status).toBe(409);
  expect((await admin({ method: 'DELETE', path: `/operators/${operatorId}` })).status).toBe(204);
  expect((await second.call({ path: '/console/v1/password', body: { current: 'x', new: password } })).status).toBe(401);
  const trail = ['operator create', 'password change', 'operator delete', 'console login'];
  for (const action of trail) expect((await audited(action)).length, action).toBeGreaterThan(0);
});
