/** One life cycle: a start without a database, a reload with --wait, a stop with a lame-duck period. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFailed, onTestFinished, test } from 'vitest';
import { dataDir, hermod } from '../harness/command.ts';
import { testDatabase } from '../harness/database.ts';
import { patienceMs } from '../harness/patience.ts';
import { childrenOf } from '../harness/processes.ts';
import { faultProxy } from '../harness/proxy.ts';
import { get, isReady, readyFields } from '../harness/running.ts';

const { url } = await testDatabase();
const proxy = await faultProxy(url);
const settings = {
  HERMOD_DATA_DIR: dataDir(),
  HERMOD_PORT: '0',
  HERMOD_PROCESSES: '1',
  // Longer than the test may take: every wait ends because of its event, not because of these limits.
  HERMOD_DATABASE_WAIT_SECONDS: '600',
  HERMOD_DRAIN_SECONDS: '600',
  HERMOD_LAME_DUCK_SECONDS: '600',
  DATABASE_URL: proxy.url,
};
const head = 'GET /health/live HTTP/1.1\r\nHost: localhost\r\n';

test('it waits for its database, is replaced, and stops without a failed request', async () => {
  proxy.inflict('reset');
  const running = hermod(['start'], settings);
  onTestFailed(() => console.error(running.output()));
  onTestFinished(() => void running.child.kill('SIGKILL'));
  await running.until('"msg":"the database is away (');
  proxy.heal();
  const output = await running.until(isReady);
  expect(output.split('the database is away')).toHaveLength(2);
  const base = readyFields(output)['api'] as string;

  const before = childrenOf(running.child.pid!);
  const reload = hermod(['reload', '--wait'], settings);
  expect((await reload.exit()).code).toBe(0);
  expect(reload.output()).toContain('hermod: all processes have been replaced');
  expect(childrenOf(running.child.pid!).filter((pid) => before.includes(pid))).toEqual([]);

  running.child.kill('SIGTERM');
  await running.until('still accepting for 600 s');
  await expect
    .poll(async () => (await get(`${base}/health/ready`)).text, { timeout: patienceMs })
    .toBe('{"status":"not ready","reason":"this process is about to stop"}');
  expect((await get(`${base}/v1/account`)).status).toBe(401);

  // A partial request in one segment with a complete one: when the complete one is answered, the partial one has been read.
  const unfinished = connect(Number(new URL(base).port), '127.0.0.1');
  unfinished.write(`${head}\r\n${head}`);
  await once(unfinished, 'data');
  running.child.kill('SIGTERM');
  // New connections are refused immediately, although a request is still being answered.
  const isRefused = () =>
    get(`${base}/health/live`).then(
      () => '',
      (error: NodeJS.ErrnoException) => error.code,
    );
  await expect.poll(isRefused, { timeout: patienceMs }).toBe('ECONNREFUSED');
  unfinished.write('\r\n');
  expect(await text(unfinished)).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  expect((await running.exit()).code).toBe(0);
  expect(running.output()).not.toMatch(/"stack"|^ {4}at /m);
});
