/** A process with a blocked event loop is replaced without a failed request. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { dataDir } from '../harness/command.ts';
import { testDatabase } from '../harness/database.ts';
import { patienceMs } from '../harness/patience.ts';
import { isRunning, untilGone } from '../harness/processes.ts';
import { get, up } from '../harness/running.ts';

const { url } = await testDatabase();
const settings = { HERMOD_DATA_DIR: dataDir(), DATABASE_URL: url };

test('a supervisor that was suspended does not blame its processes; a suspended process is killed and replaced, and its clients get a response', async () => {
  const running = await up({ ...settings, HERMOD_STALL_SECONDS: '5' });
  const workers = running.workers();
  for (const pid of [running.pid, ...workers]) process.kill(pid, 'SIGSTOP');
  await sleep(8_000);
  for (const pid of [...workers, running.pid]) process.kill(pid, 'SIGCONT');
  expect((await get(`${running.base}/health/live`)).status).toBe(200);
  await sleep(1_500);
  expect(workers.filter(isRunning)).toEqual(workers);
  expect(running.output()).not.toContain('stood still');

  const [victim = 0, other = 0] = workers;
  process.kill(victim, 'SIGSTOP');
  const waiting = Array.from({ length: 10 }, () => get(`${running.base}/health/live`));
  await running.until('a process has stood still for too long, and is replaced');
  await untilGone(victim);
  expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([200]));
  await expect.poll(() => running.workers().length, { timeout: patienceMs }).toBe(2);
  expect(running.workers()).toContain(other);
  expect(running.output().match(/stood still/g)).toHaveLength(1);
  expect(await running.stop()).toBe(0);
});

test('0: a process may be suspended without a limit', async () => {
  const running = await up({ ...settings, HERMOD_STALL_SECONDS: '0', HERMOD_PROCESSES: '1' });
  const [sleeper = 0] = running.workers();
  process.kill(sleeper, 'SIGSTOP');
  await sleep(4_000);
  process.kill(sleeper, 'SIGCONT');
  expect((await get(`${running.base}/health/live`)).status).toBe(200);
  expect(running.workers()).toEqual([sleeper]);
  expect(await running.stop()).toBe(0);
});
