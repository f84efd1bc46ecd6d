/** Without a database connection or disk space: a clear 503, no data loss, and recovery without intervention once there is space. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { numbers } from '../harness/accounts.ts';
import { dataDir } from '../harness/command.ts';
import { patienceMs } from '../harness/patience.ts';
import { reasonToSkip } from '../harness/peers.ts';
import { postgresProcesses } from '../harness/processes.ts';
import { get, postmaster, sql, type Up, untilReady, up } from '../harness/running.ts';
import { demoKey } from '../harness/service.ts';

const settings = { HERMOD_PROCESSES: '1', HERMOD_SMTP_PORT: '0', HERMOD_DEMO_KEY: demoKey };
const folder = dataDir();

type Sent = { status: number; text: string; ids: string[] };

async function send({ base }: Up, recipients = 1): Promise<Sent> {
  const answer = await fetch(`${base}/v1/sms/messages`, {
    method: 'POST',
    headers: { apikey: demoKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      sender: 'Hermod',
      destinations: numbers(recipients),
      message: { content: 'x'.repeat(160) },
    }),
  });
  const text = await answer.text();
  const { messages = [] } = JSON.parse(text) as { messages?: { messageId: string }[] };
  return { status: answer.status, text, ids: messages.map(({ messageId }) => messageId) };
}

/** Every message that was answered with 202 is stored, and ledger, balance and prices agree. */
async function expectSound(place: string, accepted: readonly string[]): Promise<void> {
  const stored = new Set((await sql(place, 'SELECT id FROM messages')).map(({ id }) => id));
  expect(accepted.filter((id) => !stored.has(id))).toEqual([]);
  expect(
    await sql(
      place,
      `SELECT id FROM accounts a WHERE balance <> (SELECT sum(amount) FROM ledger l WHERE l.account_id = a.id)
       UNION ALL SELECT id FROM submissions s WHERE (SELECT -sum(amount) FROM ledger l WHERE l.id = s.id)
         IS DISTINCT FROM (SELECT sum(price) FROM messages m WHERE m.submission_id = s.id)`,
    ),
  ).toEqual([]);
}

/** Opens connections until PostgreSQL refuses more. */
async function takeWhatIsLeft(url: string, hog: pg.Client[]): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url, application_name: 'hog' });
    client.on('error', () => {});
    try {
      await client.connect();
    } catch {
      return;
    }
    hog.push(client);
  }
}

/**
 * Takes all connections, including those of the service. The service may reopen some meanwhile, so this repeats until the test holds
 * all of them. pg_stat_activity does not list a connection that is being opened, so the test counts its own.
 */
async function takeAllConnections(url: string): Promise<() => Promise<void>> {
  const admin = new pg.Client({ connectionString: url });
  admin.on('error', () => {});
  await admin.connect();
  const hog = [admin];
  const terminate = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'hermod%'`;
  const { rows } = await admin.query<{ most: number }>(`SELECT current_setting('max_connections')::integer AS most`);
  for (;;) {
    await takeWhatIsLeft(url, hog);
    if (hog.length === rows[0]!.most) break;
    await admin.query(terminate);
  }
  return () => Promise.all(hog.map((client) => client.end())).then(() => {});
}

test('without a connection it responds with 503, and continues as soon as there is one', async () => {
  const running = await up({ ...settings, HERMOD_DATA_DIR: folder });
  const accepted = (await send(running)).ids;
  const { url } = postmaster(folder);
  const release = await takeAllConnections(url);
  const refused = await send(running);
  expect(refused.status).toBe(503);
  // On a busy machine the request has waited long enough before PostgreSQL refuses a connection.
  expect((JSON.parse(refused.text) as { error: string }).error).toMatch(
    /^Error: 8 - Internal server error: (the database accepts no more connections|no connection to the database was free in time), try again$/,
  );
  await release();
  await expect.poll(async () => (await send(running)).status, { timeout: patienceMs }).toBe(202);
  await untilReady(running.base);
  await expectSound(folder, accepted);
  expect(await running.stop()).toBe(0);
});

const full = { status: 503, reason: 'the database has no disk space left' };

async function readiness({ base }: Up): Promise<{ status: number; reason: unknown }> {
  const { status, text } = await get(`${base}/health/ready`);
  return { status, reason: (JSON.parse(text) as { reason?: string }).reason };
}

/** A small filesystem; undefined if the test may not mount one. */
function smallDisk(): string | undefined {
  const place = mkdtempSync(join(tmpdir(), 'hermod-small-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=711', 'tmpfs', place]).status === 0;
  if (mounted) return place;
  rmSync(place, { recursive: true });
  return undefined;
}

/** After a failed test, PostgreSQL is still running on it. */
function unmount(place: string): void {
  for (const pid of postgresProcesses(join(place, 'data'))) process.kill(pid, 'SIGKILL');
  expect(spawnSync('umount', ['--lazy', place]).status).toBe(0);
  rmSync(place, { recursive: true });
}

test('on a full disk it responds with 503, loses nothing, and continues once there is space', async ({ skip }) => {
  const disk = smallDisk();
  if (disk === undefined) return skip(reasonToSkip('only root may mount a small disk'));
  const place = join(disk, 'data');
  onTestFinished(() => unmount(disk));
  const running = await up({ ...settings, HERMOD_DATA_DIR: place });
  const answers = [await send(running)];
  fill(join(disk, 'filler'));
  // The free space inside PostgreSQL's own files is used up first.
  for (let sent = 0; sent < 200 && answers.at(-1)!.status === 202; sent++) answers.push(await send(running, 1_000));
  expect(answers.at(-1)).toMatchObject({
    status: 503,
    text: '{"error":"Error: 8 - Internal server error: the database has no disk space left, try again"}',
  });
  expect(await readiness(running)).toEqual(full);
  for (let sent = 0; sent < 3; sent++) answers.push(await send(running, 10));
  // The log reports rejected requests at most once per second: it may be on the same disk.
  const reported = () => running.output().split('a request was put off').length;
  const [before, began] = [reported(), Date.now()];
  answers.push(...(await Promise.all(Array.from({ length: 200 }, () => send(running)))));
  expect(reported() - before).toBeLessThanOrEqual((Date.now() - began) / 1_000 + 2);
  expect(answers.filter(({ status }) => ![202, 503].includes(status))).toEqual([]);
  // Two heartbeats without a request: the service must not take them for free space.
  for (let beats = 0; beats < 2; beats++) {
    await sleep(2_000);
    expect(await readiness(running)).toEqual(full);
  }
  expect((await get(`${running.base}/metrics`)).text).toMatch(/^hermod_database_writable 0$/m);
  rmSync(join(disk, 'filler'));
  await expect.poll(async () => (await send(running)).status, { timeout: patienceMs, interval: 500 }).toBe(202);
  await untilReady(running.base);
  await expectSound(
    place,
    answers.flatMap(({ ids }) => ids),
  );
  expect(await running.stop()).toBe(0);
});

/** Writes until the disk is full. */
function fill(file: string): void {
  for (const size of [2 ** 20, 2 ** 12]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
    }
  }
}
