/** API keys in the operator API: shown once, found by their first characters, changed, rotated and revoked. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { Keys } from '../../src/flows/accounts/keys.ts';
import type { Runtime } from '../../src/runtime.ts';
import { writeKeyUses } from '../../src/store/account/keys.ts';
import { addKey, request, testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { patienceMs } from '../harness/patience.ts';
import { demoKey, serviceOn, testService } from '../harness/service.ts';

const service = await testService();
const call = operator(service);

type Key = { key: string; keyId: string; prefix: string; expiresAt: string | null; lastUsedAt: string | null };
const issue = async (accountId: string, body: object = {}) =>
  (await call({ path: `/accounts/${accountId}/keys`, body })).body as Key;
const keyOf = async (keyId: string) => (await call({ path: `/keys/${keyId}` })).body as Key;
const account = (key: string) => service.call({ path: '/v1/account', key });
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

// Used now, so that its use has been stored by the last test.
await service.call({ path: '/v1/account' });

test('a key is shown once and is valid immediately; what is stored and listed is not the key', async () => {
  const { id } = await testAccount(service.db);
  const expiresAt = inHours(1);
  const body = { label: 'web shop', allowedEmails: ['Anna@Shop.example', 'anna@shop.EXAMPLE'], expiresAt };
  const answer = await call({ path: `/accounts/${id}/keys`, body });
  const shown = { accountId: id, label: 'web shop', allowedEmails: ['anna@shop.example'], expiresAt, status: 'live' };
  expect(answer).toMatchObject({ status: 201, body: { ...shown, lastUsedAt: null, revokedAt: null } });
  const { key, ...rest } = answer.body as Key;
  expect(rest.prefix).toBe(key.slice(0, 8));
  const sent = await service.call({ path: '/v1/sms/messages', key, body: request() });
  expect(sent.status).toBe(202);
  const list = await call({ path: `/accounts/${id}/keys` });
  expect(list).toMatchObject({ status: 200, body: { keys: [rest, { label: '', allowedEmails: [] }] } });
  const audit = await call({ path: `/audit?accountId=${id}` });
  expect(audit.body).toMatchObject({
    entries: [
      {
        action: 'key issue',
        subjectId: rest.keyId,
        details: { label: 'web shop', allowedEmails: ['anna@shop.example'] },
      },
    ],
  });
  expect(list.text + audit.text).not.toContain(key);
});

test('the body is optional', async () => {
  const { id } = await testAccount(service.db);
  const answer = await call({ method: 'POST', path: `/accounts/${id}/keys` });
  expect(answer).toMatchObject({ status: 201, body: { label: '', allowedEmails: [], expiresAt: null } });
  const { keyId } = answer.body as Key;
  expect(await call({ method: 'POST', path: `/keys/${keyId}/rotate` })).toMatchObject({ status: 201 });
});

describe('a wrong field is named and changes nothing', () => {
  const wrong: [body: object, text: string][] = [
    [{ label: 5 }, 'label must be a text'],
    [{ label: 'a\nb' }, 'label must be'],
    [{ label: 'x'.repeat(101) }, 'label must have at most 100 characters'],
    [{ allowedEmails: 'anna@shop.example' }, 'allowedEmails must be a list'],
    [{ allowedEmails: ['anna'] }, 'allowedEmails.0 must be'],
    [{ expiresAt: 'tomorrow' }, 'expiresAt must be a time such as'],
    [{ expiresAt: inHours(-1) }, 'expiresAt must be in the future; to end a key now, revoke it'],
    [{ key: demoKey }, 'key is not a field'],
  ];

  test.each(wrong)('%j', async (body, text) => {
    const { id, keyId } = await testAccount(service.db);
    const refused = { status: 400, body: { error: expect.stringContaining(text) } };
    expect(await call({ path: `/accounts/${id}/keys`, body })).toMatchObject(refused);
    expect(await call({ method: 'PATCH', path: `/keys/${keyId}`, body })).toMatchObject(refused);
    const { body: list } = await call({ path: `/accounts/${id}/keys` });
    expect(list).toMatchObject({ keys: [{ keyId, label: '', allowedEmails: [], expiresAt: null }] });
  });

  test.each([-1, 1.5, '5', 31_536_001])('overlapSeconds %j', async (overlapSeconds) => {
    const { id, keyId } = await testAccount(service.db);
    const answer = await call({ path: `/keys/${keyId}/rotate`, body: { overlapSeconds } });
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining('overlapSeconds must') } });
    expect((await call({ path: `/accounts/${id}/keys` })).body).toMatchObject({ keys: [{ expiresAt: null }] });
  });
});

test('an unknown account or key is reported', async () => {
  const noAccount = { status: 404, body: { error: 'error: 404 - Account not found' } };
  expect(await call({ path: `/accounts/${randomUUID()}/keys`, body: {} })).toMatchObject(noAccount);
  expect(await call({ path: `/accounts/${randomUUID()}/keys` })).toMatchObject(noAccount);
  const noKey = { status: 404, body: { error: 'error: 404 - Key not found' } };
  const path = `/keys/${randomUUID()}`;
  expect(await call({ path })).toMatchObject(noKey);
  expect(await call({ method: 'PATCH', path, body: { label: 'x' } })).toMatchObject(noKey);
  expect(await call({ path: `${path}/rotate`, body: {} })).toMatchObject(noKey);
  expect(await call({ method: 'POST', path: `${path}/revoke` })).toMatchObject(noKey);
  expect(await call({ path: '/keys/5' })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('keyId') },
  });
});

test('keys of all accounts are found by their first characters, in pages', async () => {
  const { id, key, keyId } = await testAccount(service.db);
  const found = await call({ path: `/keys?prefix=${key.slice(0, 7).toUpperCase()}` });
  expect(found).toMatchObject({
    status: 200,
    body: { keys: expect.arrayContaining([expect.objectContaining({ keyId })]) },
  });
  const whole = await call({ path: `/keys?prefix=${key}` });
  expect(whole).toMatchObject({ status: 400, body: { error: expect.stringContaining('prefix must be') } });
  const made = [keyId];
  for (let i = 0; i < 4; i++) made.unshift((await issue(id)).keyId);
  const first = (await call({ path: `/accounts/${id}/keys?limit=3` })).body as { keys: Key[]; nextCursor: string };
  const rest = (await call({ path: `/accounts/${id}/keys?cursor=${first.nextCursor}` })).body as { keys: Key[] };
  expect([...first.keys, ...rest.keys].map((each) => each.keyId)).toEqual(made);
  expect(rest).not.toHaveProperty('nextCursor');
});

test('a change keeps the fields that it does not name', async () => {
  const { id } = await testAccount(service.db);
  const { keyId } = await issue(id, { label: 'shop', allowedEmails: ['a@b.example'] });
  const change = (body: object) => call({ method: 'PATCH', path: `/keys/${keyId}`, body });
  const expiresAt = inHours(2);
  expect(await change({ expiresAt })).toMatchObject({
    status: 200,
    body: { label: 'shop', allowedEmails: ['a@b.example'], expiresAt },
  });
  expect(await change({ allowedEmails: ['B@C.example'] })).toMatchObject({
    body: { label: 'shop', allowedEmails: ['b@c.example'], expiresAt },
  });
  expect(await change({ expiresAt: null, allowedEmails: [] })).toMatchObject({
    body: { label: 'shop', allowedEmails: [], expiresAt: null },
  });
  expect(await change({})).toMatchObject({ status: 400 });
  const { body } = await call({ path: `/audit?subjectId=${keyId}&action=key%20change` });
  expect(body).toMatchObject({ entries: [{ details: { expiresAt: null } }, {}, { details: { expiresAt } }] });
});

test('a revoked key cannot be changed, rotated or revoked again', async () => {
  const { id, key, keyId } = await testAccount(service.db);
  const revoke = () => call({ method: 'POST', path: `/keys/${keyId}/revoke` });
  const first = await revoke();
  expect(first).toMatchObject({ status: 200, body: { status: 'revoked', revokedAt: expect.any(String) } });
  expect(await revoke()).toMatchObject({ status: 200, body: first.body });
  const over = { status: 409, body: { error: 'error: 409 - The key is revoked; issue a new one' } };
  expect(await call({ method: 'PATCH', path: `/keys/${keyId}`, body: { label: 'x' } })).toMatchObject(over);
  expect(await call({ path: `/keys/${keyId}/rotate`, body: {} })).toMatchObject(over);
  expect((await account(key)).status).toBe(401);
  const { body } = await call({ path: `/audit?accountId=${id}` });
  expect(body).toMatchObject({ entries: [{ action: 'key revoke', subjectId: keyId }] });
});

test('an expired key cannot be rotated, but its expiry can be extended', async () => {
  const { key, keyId } = await testAccount(service.db);
  await service.db.query(`UPDATE api_keys SET expires_at = now() - interval '1 hour' WHERE id = $1`, [keyId]);
  expect(await keyOf(keyId)).toMatchObject({ status: 'expired' });
  const answer = await call({ path: `/keys/${keyId}/rotate`, body: {} });
  expect(answer).toMatchObject({ status: 409, body: { error: 'error: 409 - The key has expired; issue a new one' } });
  expect((await account(key)).status).toBe(401);
  await call({ method: 'PATCH', path: `/keys/${keyId}`, body: { expiresAt: inHours(1) } });
  expect((await account(key)).status).toBe(200);
});

test('a rotation copies label and addresses, and never extends the old key', async () => {
  const { id } = await testAccount(service.db);
  const old = await issue(id, { label: 'shop', allowedEmails: ['a@b.example'], expiresAt: inHours(1) });
  const answer = await call({ path: `/keys/${old.keyId}/rotate`, body: {} });
  const shown = { accountId: id, label: 'shop', allowedEmails: ['a@b.example'], expiresAt: null, status: 'live' };
  expect(answer).toMatchObject({ status: 201, body: shown });
  const next = answer.body as Key;
  expect(next.key).not.toBe(old.key);
  expect(await keyOf(old.keyId)).toMatchObject({ expiresAt: old.expiresAt, status: 'live' });
  const last = (await call({ path: `/keys/${next.keyId}/rotate`, body: {} })).body as Key;
  const left = Date.parse((await keyOf(next.keyId)).expiresAt!) - Date.now();
  expect(Math.abs(left - 86_400_000)).toBeLessThan(60_000);
  for (const { key } of [old, next, last]) expect((await account(key)).status).toBe(200);
  const audit = await call({ path: `/audit?subjectId=${old.keyId}` });
  const details = { overlapSeconds: 86_400, newKeyId: next.keyId };
  expect(audit.body).toMatchObject({ entries: [{ action: 'key rotate', details }, { action: 'key issue' }] });
  expect(audit.text).not.toContain(next.key);
});

describe('the last use of a key', () => {
  test('is stored when the process stops', async () => {
    const other = await serviceOn(service.url);
    const { key, keyId } = await testAccount(service.db);
    const since = new Date();
    await other.call({ path: '/v1/account', key });
    await other.call({ path: '/v1/account', key: randomUUID() });
    await other.service.stop('immediate');
    const { lastUsedAt } = await keyOf(keyId);
    expect(Date.parse(lastUsedAt!)).toBeGreaterThanOrEqual(since.getTime() - 1_000);
    expect(Date.parse(lastUsedAt!)).toBeLessThanOrEqual(Date.now() + 1_000);
  });

  test('never decreases, whichever process writes last, and leaves the account unchanged', async () => {
    const { id, keyId } = await testAccount(service.db);
    const other = await addKey(service.db, id);
    const version = async () =>
      (await service.db.query('SELECT version FROM accounts WHERE id = $1', [id])).rows[0].version;
    const before = await version();
    await writeKeyUses(service.db, [keyId, other.keyId, newId()], [5_000, 60_000, 0]);
    const { lastUsedAt } = await keyOf(keyId);
    await writeKeyUses(service.db, [other.keyId, keyId], [0, 3_600_000]);
    expect((await keyOf(keyId)).lastUsedAt).toBe(lastUsedAt);
    expect(Date.parse((await keyOf(other.keyId)).lastUsedAt!)).toBeGreaterThan(Date.parse(lastUsedAt!));
    expect(await version()).toBe(before);
  });

  test('is not lost when it could not be stored, and never replaces a later one', async () => {
    const { key, keyId } = await testAccount(service.db);
    const other = await testAccount(service.db);
    let now = 1_000;
    const keys = new Keys({ db: service.db, clock: () => now } as Runtime);
    await keys.find(key);
    await keys.find(other.key);
    const unwritten = keys.uses.take();
    now = 1_500;
    expect(keys.kept(key)).toMatchObject({ keyId });
    keys.uses.giveBack(unwritten);
    expect(keys.uses.take()).toEqual(
      new Map([
        [keyId, 1_500],
        [other.keyId, 1_000],
      ]),
    );
    expect(keys.uses.take().size).toBe(0);
  });

  test('is stored after some seconds without a further request', async () => {
    const { body } = await call({ path: `/keys?prefix=${demoKey.slice(0, 8)}` });
    const [{ keyId }] = (body as { keys: [Key] }).keys;
    await vi.waitFor(async () => expect((await keyOf(keyId)).lastUsedAt).not.toBeNull(), {
      timeout: patienceMs,
      interval: 250,
    });
  });
});
