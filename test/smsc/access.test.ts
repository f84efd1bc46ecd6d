/** Binds by SMPP: their credentials, limits and allowed addresses; and what ends a bind. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, expect, test, vi } from 'vitest';
import { freePort } from '../../chaos/free-port.ts';
import { demoAccountId } from '../../src/flows/accounts/demo.ts';
import { changeCredential, revokeCredential, rotateCredential } from '../../src/flows/smpp/credentials.ts';
import { encode } from '../../src/smpp/protocol/pdu.ts';
import { CERT, KEY } from '../carriers/certificate.ts';
import { testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { patienceMs } from '../harness/patience.ts';
import { actor, anotherProcess, bound, connected, credential, hello, smscService } from './rig.ts';

const service = await smscService();
const { db, smppPort, url } = service;
const folder = mkdtempSync(join(tmpdir(), 'hermod-smpps-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'cert.pem'), CERT);
writeFileSync(join(folder, 'key.pem'), KEY);
const tlsPort = await freePort();
const other = await anotherProcess(url, {
  HERMOD_SMPPS_PORT: `${tlsPort}`,
  HERMOD_TLS_CERT: join(folder, 'cert.pem'),
  HERMOD_TLS_KEY: join(folder, 'key.pem'),
});
const admin = operator(service);

const until = (condition: () => unknown) => vi.waitFor(condition, { timeout: patienceMs, interval: 50 });
const waits = () => db.query(`DELETE FROM console_attempts WHERE subject LIKE 'smpp%'`);

test.each([
  ['transmitter', 0x33, false],
  ['receiver', 0x34, true],
  ['transceiver', 0x50, true],
] as const)('a %s of version %i binds, and gets our version if supported', async (mode, version, hasTlv) => {
  const client = await bound(smppPort, await credential(db), { mode, version });
  expect(client.answer).toMatchObject({
    status: 'ESME_ROK',
    system_id: 'hermod',
    tlvs: hasTlv ? { sc_interface_version: 0x34 } : {},
  });
  const { status } = await client.submit();
  expect(status).toBe(mode === 'receiver' ? 'ESME_RINVBNDSTS' : 'ESME_ROK');
  expect((await client.ask({ command: 'bind_transmitter' })).status).toBe('ESME_RALYBND');
});

test('binds with TLS, on a separate port', async () => {
  const { systemId: system_id, password } = await credential(db);
  const socket = connect({ port: tlsPort, host: '127.0.0.1', ca: CERT, checkServerIdentity: () => undefined });
  socket.write(encode({ command: 'bind_transmitter', system_id, password, interface_version: 0x34 }, 1));
  const answer = await new Promise<Buffer>((resolve, reject) => socket.once('data', resolve).once('error', reject));
  expect([answer.readUInt32BE(4), answer.readUInt32BE(8)]).toEqual([0x80000002, 0]);
  socket.destroy();
});

test('no command is served before a bind, and the tenth attempt closes the connection', async () => {
  const client = await connected(smppPort);
  for (let tries = 0; tries < 10; tries++) expect((await client.submit()).status).toBe('ESME_RINVBNDSTS');
  expect((await client.session.closed).kind).toBe('closed by peer');
});

test('a wrong password and an unknown name get the same status, and the connection is closed', async () => {
  const { systemId } = await credential(db);
  for (const login of [
    { systemId, password: 'wrong' },
    { systemId: 'unknown', password: 'x' },
    { systemId: 'no such name!', password: '' },
  ]) {
    const client = await bound(smppPort, login);
    expect(client.answer.status).toBe('ESME_RINVPASWD');
    expect((await client.session.closed).kind).toBe('closed by peer');
  }
  await waits();
});

const ports = [smppPort, other.smppPort];
const statusOf = async (place: number, login: { systemId: string; password: string }, from: string): Promise<string> =>
  (await bound(ports[place % 2]!, login, { from })).answer.status;

/** Wrong passwords from an address, until one is refused without a check. */
async function guess(systemId: string, from: string): Promise<string[]> {
  const tries: string[] = [];
  for (let count = 0; count < 40 && tries.at(-1) !== 'ESME_RTHROTTLED'; count++)
    tries.push(await statusOf(count, { systemId, password: `wrong${count}` }, from));
  return tries;
}

test('wrong passwords limit their address over all processes, and no customer at another address', async () => {
  const login = await credential(db);
  const attackers = Array.from({ length: 5 }, (_, index) => `127.0.1.${index + 1}`);
  for (const from of attackers) {
    const tries = await guess(login.systemId, from);
    expect(new Set(tries.slice(0, -1))).toEqual(new Set(['ESME_RINVPASWD']));
    expect(tries.at(-1)).toBe('ESME_RTHROTTLED');
  }
  // The first bind of this credential, and then one from another new address.
  for (const from of ['127.0.2.1', '127.0.2.2']) expect(await statusOf(0, login, from)).toBe('ESME_ROK');
  await waits();
});

test('a system_id that has bound from an address is not limited by wrong passwords for other names from there', async () => {
  const login = await credential(db);
  const from = '127.0.3.1';
  expect(await statusOf(0, login, from)).toBe('ESME_ROK');
  expect((await guess('absent', from)).at(-1)).toBe('ESME_RTHROTTLED');
  for (const place of [0, 1]) expect(await statusOf(place, login, from)).toBe('ESME_ROK');
  await waits();
});

test('while limited, the right password gets the same status as a wrong one, in every process', async () => {
  const login = await credential(db);
  const from = '127.0.4.1';
  for (const place of [0, 1]) expect(await statusOf(place, login, from)).toBe('ESME_ROK');
  expect((await guess(login.systemId, from)).at(-1)).toBe('ESME_RTHROTTLED');
  await db.query(`UPDATE console_attempts SET until = until + interval '1 minute' WHERE subject LIKE 'smpp%'`);
  for (const place of [0, 1, 0, 1]) expect(await statusOf(place, login, from)).toBe('ESME_RTHROTTLED');
  await waits();
});

test('concurrent wrong passwords count like consecutive ones', async () => {
  const { systemId } = await credential(db);
  const began = Date.now();
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, place) => statusOf(place, { systemId, password: `guess${place}` }, '127.0.5.1')),
  );
  // Eleven at first, then one per six seconds.
  const most = 11 + Math.ceil((Date.now() - began) / 6_000);
  expect(answers.filter((status) => status === 'ESME_RINVPASWD').length).toBeLessThanOrEqual(most);
  await waits();
});

test('an address outside of the allowed ranges is refused like a wrong password', async () => {
  const login = await credential(db, { allowedRanges: ['192.0.2.0/24'] });
  expect((await bound(smppPort, login)).answer.status).toBe('ESME_RINVPASWD');
  await changeCredential(db, actor, login.credentialId, { allowedRanges: ['192.0.2.0/24', '127.0.0.0/8'] });
  expect((await bound(smppPort, login)).answer.status).toBe('ESME_ROK');
  await waits();
});

test('concurrent binds of a customer count as one attempt', async () => {
  const login = await credential(db, { maxBinds: 40 });
  const clients = await Promise.all(Array.from({ length: 30 }, () => bound(smppPort, login)));
  expect(new Set(clients.map(({ answer }) => answer.status))).toEqual(new Set(['ESME_ROK']));
});

test('the maximum of binds holds over all processes, and an unbind frees a slot', async () => {
  const login = await credential(db, { maxBinds: 2 });
  const first = await bound(smppPort, login);
  const second = await bound(other.smppPort, login);
  expect([first.answer.status, second.answer.status]).toEqual(['ESME_ROK', 'ESME_ROK']);
  expect((await bound(smppPort, login)).answer.status).toBe('ESME_RBINDFAIL');
  await second.session.unbind(1_000);
  await until(async () => expect((await bound(smppPort, login)).answer.status).toBe('ESME_ROK'));
});

test('the binds of a process without a heartbeat do not count', async () => {
  const login = await credential(db, { maxBinds: 1 });
  await db.query(
    `INSERT INTO smpp_binds (id, worker_id, credential_id, account_id, system_id, mode, version, address, seen_at)
     VALUES (gen_random_uuid(), gen_random_uuid(), $1, $2, 'x', 'receiver', 52, '::1', now() - interval '11 seconds')`,
    [login.credentialId, demoAccountId],
  );
  expect((await bound(smppPort, login)).answer.status).toBe('ESME_ROK');
});

test('a revoked credential can no longer send, is unbound and cannot bind again', async () => {
  const login = await credential(db);
  const client = await bound(smppPort, login);
  expect((await client.submit()).status).toBe('ESME_ROK');
  await revokeCredential(db, actor, login.credentialId);
  const answer = await client.submit().catch((error: Error) => ({ status: error.message }));
  expect(answer.status).not.toBe('ESME_ROK');
  expect((await client.session.closed).kind).toBe('unbound by peer');
  expect((await bound(smppPort, login)).answer.status).toBe('ESME_RBINDFAIL');
});

test('a suspended account is unbound', async () => {
  const account = await testAccount(db);
  const login = await credential(db, {}, account.id);
  const client = await bound(smppPort, login);
  expect(client.answer.status).toBe('ESME_ROK');
  await admin({ method: 'PATCH', path: `/accounts/${account.id}`, body: { status: 'suspended' } });
  expect((await client.session.closed).kind).toBe('unbound by peer');
  expect((await bound(smppPort, login)).answer.status).toBe('ESME_RBINDFAIL');
});

test('after a rotation both passwords are valid for the overlap, and the old one is unbound after it', async () => {
  const login = await credential(db);
  const rotated = await rotateCredential(db, actor, login.credentialId, 3_600);
  const password = (rotated as { password: string }).password;
  const old = await bound(smppPort, login);
  expect([old.answer.status, (await bound(smppPort, { ...login, password })).answer.status]).toEqual([
    'ESME_ROK',
    'ESME_ROK',
  ]);
  await db.query('UPDATE smpp_credentials SET previous_until = now() WHERE id = $1', [login.credentialId]);
  expect((await old.session.closed).kind).toBe('unbound by peer');
  expect((await bound(smppPort, login)).answer.status).toBe('ESME_RINVPASWD');
  await waits();
});

test('an operator issues, lists, changes, rotates and revokes credentials; a password is shown once', async () => {
  const { id } = await testAccount(db);
  const body = {
    systemId: 'corner',
    label: 'shop',
    allowedRanges: ['127.0.0.1'],
    maxBinds: 3,
    rate: 10,
    country: 'SI',
  };
  const issued = await admin({ path: `/accounts/${id}/smpp-credentials`, body });
  expect(issued).toMatchObject({
    status: 201,
    body: { ...body, allowedRanges: ['127.0.0.1/32'], window: 50, status: 'live' },
  });
  const { password, credentialId, lastUsedAt, ...shown } = issued.body as Record<string, string>;
  expect(lastUsedAt).toBeNull();
  expect(password).toMatch(/^[A-Za-z0-9]{8}$/);
  expect((await bound(smppPort, { systemId: 'corner', password: password! })).answer.status).toBe('ESME_ROK');
  const again = await admin({ path: `/accounts/${demoAccountId}/smpp-credentials`, body: { systemId: 'corner' } });
  expect(again).toMatchObject({ status: 409 });
  expect(
    (await admin({ path: `/accounts/${id}/smpp-credentials`, body: { allowedRanges: ['nonsense'] } })).status,
  ).toBe(400);
  expect((await admin({ path: `/accounts/${id}/smpp-credentials`, body: { country: 'XX' } })).status).toBe(400);
  const path = `/smpp-credentials/${credentialId}`;
  const changed = await admin({ method: 'PATCH', path, body: { window: 7, rate: null } });
  expect(changed).toMatchObject({ status: 200, body: { window: 7, rate: null, label: 'shop' } });
  const list = await admin({ path: `/accounts/${id}/smpp-credentials` });
  expect(list.body).toMatchObject({ smppCredentials: [{ ...shown, window: 7, rate: null }] });
  const found = await admin({ path: '/smpp-credentials?systemId=corner' });
  expect(found.body).toMatchObject({ smppCredentials: [{ credentialId }] });
  const rotated = await admin({ method: 'POST', path: `${path}/rotate`, body: { overlapSeconds: 0 } });
  expect(rotated).toMatchObject({ status: 200, body: { credentialId, previousUntil: null } });
  expect(await admin({ method: 'POST', path: `${path}/revoke` })).toMatchObject({ body: { status: 'revoked' } });
  expect((await admin({ method: 'POST', path: `${path}/rotate` })).status).toBe(409);
  const audit = await admin({ path: `/audit?accountId=${id}` });
  expect((audit.body as { entries: { action: string }[] }).entries.map(({ action }) => action)).toEqual(
    ['revoke', 'rotate', 'change', 'issue'].map((verb) => `smpp credential ${verb}`),
  );
  expect(list.text + audit.text + found.text).not.toContain(password!);
});

test('a rate limit holds over all processes: each has a share by its number of binds', async () => {
  const login = await credential(db, { rate: 2 });
  const first = await bound(smppPort, login);
  const second = await bound(other.smppPort, login);
  await until(async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => (index % 2 === 0 ? first : second).submit()),
    );
    const throttled = answers.filter(({ status }) => status === 'ESME_RTHROTTLED').length;
    expect(throttled).toBeGreaterThanOrEqual(3);
  });
});

test('every process enforces the window: a client that exceeds it is not read', async () => {
  const login = await credential(db, { window: 1 });
  const client = await bound(smppPort, login);
  const answers = await Promise.all(Array.from({ length: 20 }, () => client.ask({ ...hello })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['ESME_ROK']));
});
