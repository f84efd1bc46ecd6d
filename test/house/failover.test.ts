/** A primary and its standby, both in DATABASE_URL: the writable server is used, without a restart. */
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startPair } from '../../chaos/pair.ts';
import { openDb } from '../../src/database/db.ts';
import { ensureDemo } from '../../src/flows/accounts/demo.ts';
import { ensureDefaultCarrier } from '../../src/flows/carriers/carriers.ts';
import { prepareSchema, withConnection } from '../../src/host/database.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { dataDir } from '../harness/command.ts';
import { doctorFindings } from '../harness/doctor.ts';
import { databaseFolder } from '../harness/folders.ts';
import { patienceMs } from '../harness/patience.ts';
import { demoKey, serviceOn } from '../harness/service.ts';

const folder = databaseFolder('hermod-pair-');
chmodSync(folder, 0o711);
const home = dataDir();
const pair = await startPair(folder);
// After the service, which is stopped first.
afterAll(async () => {
  await pair.stop();
  rmSync(folder, { recursive: true, force: true });
});
const log = createLog('silent');
const [first, second] = ['a', 'b'].map((each) => join(folder, each, 'postgres')) as [string, string];
const listed = (...hosts: string[]) =>
  `postgres://hermod@/hermod?host=${hosts.join(',')}&port=5432&target_session_attrs=read-write`;

// The standby is listed first, and skipped.
await withConnection(listed(second, first), log, async (db) => {
  await prepareSchema(db);
  await ensureDefaultCarrier(db, 'simulator:?receipt_delay=50');
  await ensureDemo(db, demoKey);
});
const { call } = await serviceOn(listed(second, first));

test('a connection that writes waits until the synchronous standby has all data it could read', async () => {
  const admin = new pg.Client({ connectionString: `postgres://hermod@/hermod?host=${first}&port=5432` });
  await admin.connect();
  onTestFinished(() => admin.end());
  const [{ synchronous_standby_names: standby }] = (await admin.query('SHOW synchronous_standby_names')).rows as [
    Record<string, string>,
  ];
  const replicateTo = async (names: string) => {
    await admin.query(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
    await admin.query('SELECT pg_reload_conf()');
  };
  await replicateTo('absent');
  const [writes, reads] = [{}, { isReadOnly: true }].map((options) =>
    openDb(listed(first), log, { ...options, connectSeconds: patienceMs / 1_000 }),
  ) as [ReturnType<typeof openDb>, ReturnType<typeof openDb>];
  onTestFinished(() => Promise.all([writes.close(), reads.close()]).then(() => {}));
  let isOpen = false;
  const opened = writes.query('SELECT 1').then(() => {
    isOpen = true;
  });
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE '%pg_logical_emit_message%'`;
  // Connections that the service opens meanwhile wait as well.
  await expect.poll(async () => (await admin.query(waiting)).rowCount, { timeout: patienceMs }).toBeGreaterThan(0);
  await reads.query('SELECT 1');
  expect(isOpen).toBe(false);
  await replicateTo(standby!);
  await opened;
});

test('a standby is skipped; alone it is a problem; after a failover it is used', async () => {
  const settings = { HERMOD_DATA_DIR: home, HERMOD_PORT: '0', HERMOD_SMTP_PORT: '0' };
  const findings = await doctorFindings({ ...settings, DATABASE_URL: listed(second) });
  expect(findings).toContainEqual({
    check: 'PostgreSQL',
    verdict: 'problem',
    text:
      'the database cannot be used (the server is a read-only standby). ' +
      'Point DATABASE_URL at the primary, or list all servers and add target_session_attrs=read-write',
  });
  const body = { sender: 'Hermod', destinations: ['+38640123456'], message: { content: 'Twice' } };
  const send = (key: string) => call({ path: '/v1/sms/messages', body, headers: { 'idempotency-key': key } });
  const before = await send('before');
  expect(before.status).toBe(202);

  await pair.failOver();
  // The same request again: it was accepted, and is known to the other server.
  await expect.poll(async () => (await send('before')).text, { timeout: patienceMs }).toBe(before.text);
  const after = await send('after');
  expect(after.status).toBe(202);
  const id = (after.body as { messages: { messageId: string }[] }).messages[0]!.messageId;
  const state = async () => ((await call({ path: `/v1/sms/messages/${id}` })).body as { status: string }).status;
  await expect.poll(state, { timeout: patienceMs }).toBe('DELIVERED');
  await expect.poll(async () => (await call({ path: '/health/ready' })).status, { timeout: patienceMs }).toBe(200);
});
