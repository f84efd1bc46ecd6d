import { existsSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { dataDir, hermod } from '../harness/command.ts';
import { patienceMs } from '../harness/patience.ts';
import { isRunning, postgresProcesses, untilGone } from '../harness/processes.ts';
import { get, postmaster, sql, untilReady, up } from '../harness/running.ts';

const folder = dataDir();
const fresh = dataDir('killed early');
const early = dataDir('interrupted');
const settings = { HERMOD_DATA_DIR: folder };
/** For tests that need only one process: each process start takes more than a second of processor time. */
const alone = { HERMOD_PROCESSES: '1' };
const rows = async () => (await sql(folder, 'SELECT n FROM proof ORDER BY n')).map(({ n }) => n);

// Each start takes seconds of processor time, so each test kills what the previous one has restarted.

test('what is killed under a running parent is started again: PostgreSQL, and a process, whose clients get a response', async () => {
  const running = await up(settings);
  await sql(folder, 'CREATE TABLE proof AS SELECT generate_series(1, 3) AS n');
  const workers = running.workers();
  const { pid } = postmaster(folder);
  process.kill(pid, 'SIGKILL');
  await running.until('PostgreSQL is back');
  await untilReady(running.base);
  expect(postmaster(folder).pid).not.toBe(pid);
  expect(running.workers()).toEqual(workers);
  expect(await rows()).toEqual([1, 2, 3]);

  const [victim = 0, other = 0] = workers;
  // It stops accepting; half of these are now in its queue, connected and with their request sent.
  process.kill(victim, 'SIGSTOP');
  const waiting = Array.from({ length: 20 }, () => get(`${running.base}/health/live`));
  const answered = Promise.all(waiting.map(async (answer) => (await answer).status));
  await expect(Promise.race([answered, sleep(500)])).resolves.toBeUndefined();
  process.kill(victim, 'SIGKILL');
  expect(new Set(await answered)).toEqual(new Set([200]));
  expect(running.workers()).toHaveLength(2);
  expect(running.workers()).toContain(other);
  expect(running.workers()).not.toContain(victim);
  expect(running.output()).toContain('a process has died; starting another');
  expect(await running.stop()).toBe(0);
  expect(postgresProcesses(folder)).toEqual([]);
});

test('after kill -9 of the parent and PostgreSQL every committed row exists; after kill -9 of the parent alone the next start adopts PostgreSQL', async () => {
  const first = await up({ ...settings, ...alone });
  const { pid: gone } = postmaster(folder);
  await sql(folder, 'INSERT INTO proof SELECT generate_series(4, 1000)');
  for (const victim of [first.pid, gone]) process.kill(victim, 'SIGKILL');
  await untilGone(first.pid, gone);

  // Started immediately: backends of the dead postmaster may still be exiting.
  const killed = await up({ ...settings, HERMOD_PORT: `${first.port}` });
  expect(killed.output()).not.toContain('adopting');
  await untilReady(killed.base);
  const all = Array.from({ length: 1_000 }, (_, index) => index + 1);
  expect(await rows()).toEqual(all);

  const workers = killed.workers();
  const { pid } = postmaster(folder);
  expect(workers).toHaveLength(2);
  process.kill(killed.pid, 'SIGKILL');
  await untilGone(killed.pid, ...workers);
  expect(isRunning(pid)).toBe(true);
  const next = await up({ ...settings, ...alone, HERMOD_PORT: `${killed.port}` });
  expect(next.output()).toContain(`adopting the PostgreSQL that is already running (process ${pid})`);
  expect(postmaster(folder).pid).toBe(pid);
  await untilReady(next.base);
  expect(await rows()).toEqual(all);
  expect(await next.stop()).toBe(0);
  expect(postgresProcesses(folder)).toEqual([]);
});

test('Ctrl-C while the database is created ends the start gracefully', async () => {
  const settings = { HERMOD_DATA_DIR: early, HERMOD_PORT: '0', ...alone };
  const interrupted = hermod(['start'], settings, { detached: true });
  await expect
    .poll(() => existsSync(early) && readdirSync(early).join(), { interval: 5, timeout: patienceMs })
    .toContain('postgres.new');
  process.kill(-interrupted.child.pid!, 'SIGINT');
  const { code, output } = await interrupted.exit();
  expect(output).toContain('"msg":"stopped"');
  expect(code).toBe(0);
});

test('a start succeeds after a first start that was killed halfway', async () => {
  const killed = hermod(['start'], { HERMOD_DATA_DIR: fresh, HERMOD_PORT: '0' });
  await expect
    .poll(() => existsSync(fresh) && readdirSync(fresh).join(), { interval: 5, timeout: patienceMs })
    .toContain('postgres.new');
  killed.child.kill('SIGKILL');

  const next = await up({ HERMOD_DATA_DIR: fresh, ...alone });
  await untilReady(next.base);
  expect(await next.stop()).toBe(0);
});
