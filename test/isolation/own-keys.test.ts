/** Keys that customers manage: only in a session, only those of their account, and never with more rights than their own. */
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { issueKey } from '../../src/flows/accounts/issued-keys.ts';
import { type Browser, browser, linkIn } from '../console/browser.ts';
import { type TestAccount, testAccount } from '../harness/accounts.ts';
import { untilWaiting } from '../harness/locks.ts';
import { operator } from '../harness/operator.ts';
import { type Answer, testService } from '../harness/service.ts';
import { recordStatements } from './statements.ts';

type Key = { keyId: string; key: string; label: string; status: string; expiresAt: string | null; issuedWith: string };

const statementsAbout = recordStatements();
const service = await testService();
const { db, call } = service;
const admin = operator(service);
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** A person who signed in with a link that the key asked for. */
async function signedInWith(key: string): Promise<Browser> {
  const person = browser(service);
  await person.logIn({ link: linkIn(await call({ method: 'POST', path: '/v1/console/link', key })) });
  return person;
}

/** A person who signed in with a link of the operator. */
async function invited({ id }: TestAccount): Promise<Browser> {
  const person = browser(service);
  await person.logIn({ link: linkIn(await admin({ method: 'POST', path: `/accounts/${id}/console-links` })) });
  return person;
}

const issue = async (person: Browser, body: object = {}) => (await person.call({ path: '/v1/keys', body })).body as Key;
const rotate = (person: Browser, keyId: string, body: object = {}) =>
  person.call({ path: `/v1/keys/${keyId}/rotate`, body });
const revoke = (person: Browser, keyId: string) => person.call({ method: 'POST', path: `/v1/keys/${keyId}/revoke` });
const keysOf = async (person: Browser) => ((await person.call({ path: '/v1/keys' })).body as { keys: Key[] }).keys;
/** A request that would change something is authenticated by the database, not by the cache of two seconds. */
const works = async (key: string) => (await call({ path: '/v1/opt-outs', key, body: {} })).status === 400;
const refusal = (status: number, text: string) => ({ status, body: { error: `error: ${status} - ${text}` } });

describe('a customer', async () => {
  const account = await testAccount(db);
  // For each test, because a session may make 10 changes a second.
  const signedIn = () => signedInWith(account.key);

  test('issues a key that is shown once, changes it, and sees it in the list without its secret', async () => {
    const person = await signedIn();
    const answer = await person.call({ path: '/v1/keys', body: { label: 'web shop' } });
    const { key, ...rest } = answer.body as Key;
    expect(answer).toMatchObject({ status: 201, headers: { 'cache-control': 'no-store' } });
    expect(rest).toMatchObject({ label: 'web shop', status: 'live', issuedWith: account.keyId, expiresAt: null });
    expect(await works(key)).toBe(true);
    const path = `/v1/keys/${rest.keyId}`;
    const changed = await person.call({ method: 'PATCH', path, body: { label: 'till' } });
    expect(changed).toMatchObject({ status: 200, body: { label: 'till' } });
    const list = await person.call({ path: '/v1/keys' });
    expect((list.body as { keys: Key[] }).keys.map(({ label }) => label)).toEqual(['till', '']);
    for (const secret of [key, account.key]) expect(list.text).not.toContain(secret);
    expect((await person.call({ path })).body).toMatchObject({ keyId: rest.keyId, label: 'till' });
  });

  test('rotates a key: the old one is valid for the chosen time', async () => {
    const person = await signedIn();
    const old = await issue(person, { label: 'kiosk' });
    const kept = (await rotate(person, old.keyId, { overlapSeconds: 3_600 })).body as Key;
    expect(kept).toMatchObject({ label: 'kiosk', status: 'live', issuedWith: account.keyId });
    expect([await works(old.key), await works(kept.key)]).toEqual([true, true]);
    const last = (await rotate(person, kept.keyId, { overlapSeconds: 0 })).body as Key;
    expect([await works(kept.key), await works(last.key)]).toEqual([false, true]);
    expect(await rotate(person, kept.keyId)).toMatchObject(refusal(409, 'The key has expired; issue a new one'));
  });

  test('revokes a key', async () => {
    const person = await signedIn();
    const { keyId, key } = await issue(person);
    expect(await revoke(person, keyId)).toMatchObject({ status: 200, body: { status: 'revoked' } });
    expect(await works(key)).toBe(false);
    expect(await revoke(person, keyId)).toMatchObject({ status: 200 });
    const change = person.call({ method: 'PATCH', path: `/v1/keys/${keyId}`, body: { label: 'x' } });
    expect(await change).toMatchObject(refusal(409, 'The key is revoked; issue a new one'));
  });

  test('is in the audit log once for each change, by name', async () => {
    const person = await signedIn();
    const { keyId } = await issue(person, { label: 'audited' });
    await revoke(person, keyId);
    const { body } = await admin({ path: `/audit?subjectId=${keyId}` });
    const { entries } = body as { entries: object[] };
    expect(entries).toMatchObject([
      { action: 'key revoke', actor: 'Test', accountId: account.id },
      { action: 'key issue', actor: 'Test', details: { label: 'audited' } },
    ]);
    expect(entries).toHaveLength(2);
  });

  test('gets an error that names the field, and nothing is issued', async () => {
    const person = await signedIn();
    const before = await keysOf(person);
    for (const [body, text] of [
      [{ label: 7 }, 'label must be'],
      [{ expiresAt: inHours(-1) }, 'expiresAt must be in the future'],
      [{ allowedEmails: ['no address'] }, 'allowedEmails'],
      [{ rights: 'all' }, 'rights'],
    ] as const) {
      const answer = await person.call({ path: '/v1/keys', body });
      expect(answer.status).toBe(400);
      expect(answer.text).toContain(text);
    }
    expect(await keysOf(person)).toEqual(before);
  });

  test('has at most a hundred live keys', async () => {
    const full = await testAccount(db);
    const owner = await invited(full);
    await db.query(
      `INSERT INTO api_keys (id, account_id, hash, prefix)
       SELECT gen_random_uuid(), $1, sha256(gen_random_uuid()::text::bytea), 'filled00' FROM generate_series(1, 99)`,
      [full.id],
    );
    const text = 'The account has too many live keys; revoke those that are not used';
    expect(await owner.call({ path: '/v1/keys', body: {} })).toMatchObject(refusal(409, text));
    expect(await rotate(owner, full.keyId)).toMatchObject(refusal(409, text));
    await revoke(owner, full.keyId);
    expect(await owner.call({ path: '/v1/keys', body: {} })).toMatchObject({ status: 201 });
  });
});

test('an API key manages no keys, not even those of its own account', async () => {
  const { key, keyId } = await testAccount(db);
  const refused = refusal(403, 'Keys are managed in the console, or by the operator');
  for (const [method, path] of [
    ['GET', '/v1/keys'],
    ['POST', '/v1/keys'],
    ['GET', `/v1/keys/${keyId}`],
    ['POST', `/v1/keys/${keyId}/rotate`],
    ['POST', `/v1/keys/${keyId}/revoke`],
  ] as const)
    expect(await call({ method, path, key })).toMatchObject(refused);
  expect(await call({ method: 'PATCH', path: `/v1/keys/${keyId}`, key, body: { label: 'x' } })).toMatchObject(refused);
  expect(await works(key)).toBe(true);
});

test('a key of another account is unknown, with the same answer and the same statements', async () => {
  const [alder, birch] = [await testAccount(db), await testAccount(db)];
  const person = await invited(birch);
  const rows = async () => (await db.query('SELECT * FROM api_keys WHERE account_id = $1', [alder.id])).rows;
  const before = await rows();
  const asked: ((keyId: string) => Promise<Answer>)[] = [
    (keyId) => person.call({ path: `/v1/keys/${keyId}` }),
    (keyId) => person.call({ method: 'PATCH', path: `/v1/keys/${keyId}`, body: { label: 'mine' } }),
    (keyId) => rotate(person, keyId),
    (keyId) => revoke(person, keyId),
  ];
  for (const ask of asked) {
    const none = newId();
    const [theirs, unknown] = [await ask(alder.keyId), await ask(none)];
    expect(theirs).toMatchObject(refusal(404, 'Key not found'));
    expect(theirs.text).toBe(unknown.text);
    const made = statementsAbout(none);
    expect(statementsAbout(alder.keyId).slice(-made.length)).toEqual(made);
  }
  expect(await rows()).toEqual(before);
  expect((await keysOf(person)).map(({ keyId }) => keyId)).toEqual([birch.keyId]);
  expect(await works(alder.key)).toBe(true);
});

describe('in a session that a key has opened', () => {
  test('no key is valid longer than that key, or allows more addresses', async () => {
    const account = await testAccount(db);
    const [expiresAt, allowedEmails] = [inHours(2), ['anna@shop.example']];
    const limited = await admin({ path: `/accounts/${account.id}/keys`, body: { expiresAt, allowedEmails } });
    const { key, keyId } = limited.body as Key;
    const person = await signedInWith(key);
    expect(await issue(person)).toMatchObject({ expiresAt, allowedEmails, issuedWith: keyId });
    expect(await issue(person, { expiresAt: inHours(1) })).toMatchObject({ status: 'live', allowedEmails });
    const [later, more] = [
      refusal(403, 'The key may not be valid for longer than the key with which you signed in'),
      refusal(403, 'The key may not allow more addresses than the key with which you signed in'),
    ];
    const before = await keysOf(person);
    for (const body of [{ expiresAt: null }, { expiresAt: inHours(3) }]) {
      expect(await person.call({ path: '/v1/keys', body })).toMatchObject(later);
      expect(await person.call({ method: 'PATCH', path: `/v1/keys/${keyId}`, body })).toMatchObject(later);
    }
    for (const body of [{ allowedEmails: [] }, { allowedEmails: [...allowedEmails, 'bor@shop.example'] }])
      expect(await person.call({ path: '/v1/keys', body })).toMatchObject(more);
    // The first key of the account allows every address, and so would its successor.
    const again = await signedInWith(key);
    expect(await rotate(again, account.keyId)).toMatchObject(more);
    expect(await keysOf(again)).toEqual(before);
    expect((await rotate(again, keyId, { overlapSeconds: 60 })).body).toMatchObject({ expiresAt, allowedEmails });
  });

  test('keys are issued with it, and revoked with it', async () => {
    const account = await testAccount(db);
    const person = await signedInWith(account.key);
    const child = await issue(person, { label: 'child' });
    const grandchild = await issue(await signedInWith(child.key), { label: 'grandchild' });
    const owner = await invited(account);
    const other = await issue(owner, { label: 'other' });
    expect(other.issuedWith).toBeNull();
    await revoke(owner, account.keyId);
    const valid = await Promise.all([account, child, grandchild, other].map(({ key }) => works(key)));
    expect(valid).toEqual([false, false, false, true]);
    expect((await person.call({ path: '/v1/keys', body: {} })).status).toBe(401);
    const { body } = await admin({ path: `/audit?subjectId=${grandchild.keyId}` });
    expect(body).toMatchObject({ entries: [{ action: 'key revoke', details: { issuedWith: account.keyId } }, {}] });
  });

  test('no key is issued while that key is being revoked', async () => {
    const account = await testAccount(db);
    const person = await signedInWith(account.key);
    const { rows } = await db.query<{ id: string }>('SELECT id FROM console_sessions WHERE key_id = $1', [
      account.keyId,
    ]);
    const [locked, revoked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const other = db.transaction(async (tx) => {
      await tx.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [account.keyId]);
      locked.resolve();
      await revoked.promise;
    });
    // As if the session had been read before the key was revoked.
    const actor = { kind: 'customer', id: rows[0]!.id, name: 'Anna', address: undefined } as const;
    const manager = { actor, person: { accountId: account.id, sessionId: rows[0]!.id } };
    await locked.promise;
    const issued = issueKey(db, manager, account.id, {});
    await untilWaiting(db, 1);
    revoked.resolve();
    await other;
    expect(await issued).toBe('ended');
    expect((await person.call({ path: '/v1/keys', body: {} })).status).toBe(401);
    expect((await db.query('SELECT 1 FROM api_keys WHERE account_id = $1', [account.id])).rowCount).toBe(1);
  });

  test('the successor of that key takes its place: revoking the old key early ends nothing else', async () => {
    const account = await testAccount(db);
    const person = await signedInWith(account.key);
    const child = await issue(person);
    const successor = (await rotate(person, account.keyId)).body as Key;
    expect(successor.issuedWith).toBeNull();
    const owner = await invited(account);
    await revoke(owner, account.keyId);
    expect(await Promise.all([account, child, successor].map(({ key }) => works(key)))).toEqual([false, true, true]);
    await revoke(owner, successor.keyId);
    expect(await works(child.key)).toBe(false);
  });

  test('another key is not freed from it by being rotated', async () => {
    const account = await testAccount(db);
    const owner = await invited(account);
    const other = await issue(owner);
    const person = await signedInWith(account.key);
    const rotated = (await rotate(person, other.keyId)).body as Key;
    await revoke(owner, account.keyId);
    expect([await works(other.key), await works(rotated.key)]).toEqual([true, false]);
  });
});
