import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { dataDir, hermod } from '../harness/command.ts';
import { patienceMs } from '../harness/patience.ts';
import { postgresProcesses, signal } from '../harness/processes.ts';
import { get, postmaster, type Up, untilReady, up } from '../harness/running.ts';

const folder = dataDir('a folder with spaces');
const settings = { HERMOD_DATA_DIR: folder };
/** Where nothing depends on a second one: each takes more than a second of the processor to start. */
const alone = { ...settings, HERMOD_PROCESSES: '1' };
let key = '';

/** The link in the banner opens the console, once: the statuses of two log-ins with it. */
async function loggedIn(running: Up, kind: string): Promise<number[]> {
  const [, link = ''] = /Console {4}https?:\S+\/login#([\w-]{43})\n/.exec(running.output()) ?? [];
  const body = JSON.stringify({ link });
  const post = () =>
    fetch(`${running.base}/console/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
  const [first, second] = [await post(), await post()];
  expect(await first.json()).toMatchObject({ kind, role: 'admin', service: { simulator: true, demo: true } });
  return [first.status, second.status];
}

test('the first start prints what a person needs for the first minute', async () => {
  const running = await up(settings);
  expect(running.output()).toContain(`API        ${running.base}\n`);
  expect(await loggedIn(running, 'operator')).toEqual([200, 401]);
  expect(running.output()).toContain(`Reference  ${running.base}/docs\n`);
  key = /API key +([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}) /.exec(running.output())?.[1] ?? 'none';
  expect(running.output()).toMatch(new RegExp(`curl ${running.base}/v1/sms/messages .*"apikey: ${key}"`));
  const ready = { status: 200, text: '{"status":"ready"}' };
  await expect.poll(() => get(`${running.base}/health/ready`)).toMatchObject(ready);
  expect(running.workers()).toHaveLength(2);

  expect(await running.stop('SIGTERM')).toBe(0);
  expect(postgresProcesses(folder)).toEqual([]);
});

test('the second start does not show the key again, its line works all the same, from any folder, and another is refused meanwhile', async () => {
  const running = await up(alone);
  expect(running.output()).not.toContain(key);
  expect(running.output()).toContain(`API key    in ${join(folder, 'demo-key')} (demo account)`);
  const line = /^ {2}curl [\s\S]*?}'$/m.exec(running.output())![0];
  const { stdout } = await promisify(execFile)('bash', ['-c', `${line} -s --fail-with-body`], { cwd: '/' });
  expect(JSON.parse(stdout)).toMatchObject({ status: 'accepted' });

  const lines = readFileSync(join(folder, 'hermod.pid'), 'utf8').trim().split(' ');
  expect(lines).toEqual([`${running.pid}`, expect.stringMatching(/^\d+$/), running.base]);
  const found = await hermod(['accounts', 'list'], settings).exit();
  expect(found).toMatchObject({ code: 0, output: expect.stringContaining('Demo') as unknown });

  const second = hermod(['start'], { ...settings, HERMOD_PORT: '0' });
  expect((await second.exit()).code).toBe(4);
  expect(second.output()).toBe(
    `hermod: Hermod is already running on ${folder} (process ${running.pid}). ` +
      'Stop it first, or use another HERMOD_DATA_DIR and HERMOD_PORT\n',
  );
  await untilReady(running.base);

  expect(await running.stop('SIGINT')).toBe(0);
  expect(postgresProcesses(folder)).toEqual([]);
});

test('the operator’s token and the demo account’s secrets are for their owner alone', () => {
  for (const name of ['admin-token', 'demo-key', 'demo-webhook-secret']) {
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  }
});

test('where a killed one has served is not where commands look', async () => {
  writeFileSync(join(folder, 'hermod.pid'), '1 999999999999 http://127.0.0.1:1\n');
  const { code, output } = await hermod(['accounts', 'list'], settings).exit();
  // The usual address, at which there may be somebody or nobody.
  expect(output).not.toContain('127.0.0.1:1');
  expect(code).not.toBe(0);
});

test('the doctor finds it running and paused, by whichever path it looks; a signal to every process at once, as service managers send it, ends it as cleanly', async () => {
  const running = await up(settings);
  const authorization = `Bearer ${readFileSync(join(folder, 'admin-token'), 'utf8').trim()}`;
  const pauses = (method: string) =>
    fetch(`${running.base}/admin/v1/pauses/all`, { method, headers: { authorization, connection: 'close' } });
  expect((await pauses('PUT')).status).toBe(200);
  const link = join(dirname(folder), 'link');
  symlinkSync(folder, link);
  for (const HERMOD_DATA_DIR of [folder, link]) {
    const { code, output } = await hermod(['doctor'], { HERMOD_DATA_DIR, HERMOD_PORT: '0' }).exit();
    expect(output).toContain(`embedded, running (process ${postmaster(folder).pid}); everything is paused`);
    expect(output).toContain(`Hermod is running (process ${running.pid})`);
    expect(code).toBe(0);
  }
  expect((await pauses('DELETE')).status).toBe(204);

  // Half a request: its process is still waiting for the rest when the parent tells it to stop as well.
  const socket = connect(running.port, '127.0.0.1');
  const head = 'GET /health/live HTTP/1.1\r\nHost: localhost\r\n';
  // In one piece with a whole one: when that is answered, the half has been read.
  socket.write(`${head}\r\n${head}`);
  await once(socket, 'data');
  for (const pid of [...running.workers(), ...postgresProcesses(folder)]) signal(pid, 'SIGTERM');
  const stopped = running.stop('SIGTERM');
  await running.until('hermod: stopping');
  await sleep(100);
  socket.write('\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1.1 200 OK/);
  expect(await stopped).toBe(0);
  expect(running.complaints()).toEqual([]);
  expect(postgresProcesses(folder)).toEqual([]);
});

test('a stop in the middle of a rolling restart ends everything', async () => {
  const running = await up(settings);
  const workers = running.workers();
  process.kill(running.pid, 'SIGHUP');
  // The successor is there, not ready yet.
  await expect
    .poll(() => running.workers().length, { interval: 5, timeout: patienceMs })
    .toBeGreaterThan(workers.length);
  expect(await running.stop('SIGTERM')).toBe(0);
  expect(running.complaints()).toEqual([]);
  expect(running.workers()).toEqual([]);
  expect(postgresProcesses(folder)).toEqual([]);
});
