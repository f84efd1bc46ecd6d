import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, onTestFailed, onTestFinished, test } from 'vitest';
import { freePort } from '../../chaos/free-port.ts';
import { dataDir, hermod, hermodAtTerminal } from '../harness/command.ts';
import { patienceMs } from '../harness/patience.ts';
import { postgresProcesses, signal } from '../harness/processes.ts';
import { get, isReady, postmaster, readyFields, untilReady, up } from '../harness/running.ts';

const folder = dataDir('a folder with spaces');
const settings = { HERMOD_DATA_DIR: folder };
/** For tests that need only one process: each process start takes more than a second of processor time. */
const alone = { ...settings, HERMOD_PROCESSES: '1' };
let key = '';
const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

type Seen = { output: string; base: string; stop(signal: NodeJS.Signals): Promise<number | null> };

/** A start whose output is a terminal. */
async function upAtTerminal(given: Record<string, string>): Promise<Seen> {
  const running = hermodAtTerminal(['start'], { HERMOD_PORT: '0', ...given });
  onTestFailed(() => console.error(running.output()));
  onTestFinished(() => void running.child.kill('SIGKILL'));
  const output = (await running.until('Ctrl-C stops everything')).replaceAll('\r', '');
  return {
    output,
    base: /API {8}(https?:\/\/\S+)/.exec(output)?.[1] ?? '',
    async stop(name) {
      process.kill(Number.parseInt(readFileSync(join(given['HERMOD_DATA_DIR']!, 'hermod.pid'), 'utf8'), 10), name);
      return (await running.exit()).code;
    },
  };
}

/** The link in the banner opens the console once: returns the statuses of two sign-ins with it. */
async function loggedIn({ output, base }: Seen, kind: string): Promise<number[]> {
  const [, link = ''] = /Console {4}https?:\S+\/login#([\w-]{43})\n/.exec(output) ?? [];
  const body = JSON.stringify({ link });
  const post = () =>
    fetch(`${base}/console/v1/session`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const [first, second] = [await post(), await post()];
  expect(await first.json()).toMatchObject({ kind, role: 'admin', service: { simulator: true, demo: true } });
  return [first.status, second.status];
}

/** The command of the banner as a person pastes it, in any folder. */
async function pasted({ output }: Seen): Promise<unknown> {
  const line = /^ {2}curl [\s\S]*?}'$/m.exec(output)![0];
  const { stdout } = await promisify(execFile)('bash', ['-c', `${line} -s --fail-with-body`], { cwd: '/' });
  return JSON.parse(stdout);
}

test('the first start prints at a terminal everything needed for the first minute', async () => {
  const running = await upAtTerminal({ ...settings, HERMOD_PROCESSES: '2' });
  expect(await loggedIn(running, 'operator')).toEqual([200, 401]);
  expect(running.output).toContain(`Reference  ${running.base}/docs\n`);
  key = new RegExp(`API key +(${uuid.source}) `).exec(running.output)?.[1] ?? 'none';
  expect(running.output).toMatch(new RegExp(`curl ${running.base}/v1/sms/messages .*"apikey: ${key}"`));
  expect(await pasted(running)).toMatchObject({ status: 'accepted' });
  const ready = { status: 200, text: '{"status":"ready"}' };
  await expect.poll(() => get(`${running.base}/health/ready`)).toMatchObject(ready);
  expect(await running.stop('SIGTERM')).toBe(0);
  expect(postgresProcesses(folder)).toEqual([]);
});

test('the second start does not print the key again, and its command still works', async () => {
  const running = await upAtTerminal(alone);
  expect(running.output).not.toContain(key);
  expect(running.output).toContain(`API key    in ${join(folder, 'demo-key')} (demo account)`);
  expect(await pasted(running)).toMatchObject({ status: 'accepted' });
  expect(await running.stop('SIGINT')).toBe(0);
});

test('a key from the environment is not printed, even if it is new', async () => {
  const given = '0f0e0d0c-0000-4000-8000-00000000abcd';
  const running = await upAtTerminal({ ...alone, HERMOD_DEMO_KEY: given });
  expect(running.output).not.toContain(given);
  expect(await pasted(running)).toMatchObject({ status: 'accepted' });
  expect(readFileSync(join(folder, 'demo-key'), 'utf8').trim()).toBe(given);
  expect(await running.stop('SIGINT')).toBe(0);
});

test('a first start without a terminal, on a public address: JSON lines, no secret, and warnings', async () => {
  const fresh = dataDir('fresh');
  const given = { HERMOD_DATA_DIR: fresh, HERMOD_HOST: '0.0.0.0', HERMOD_SMPP_PORT: `${await freePort()}` };
  const running = await up({ ...given, HERMOD_PROCESSES: '1' });
  const lines = running
    .written()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { level: number; msg: string });
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'creating the database (once)' }));
  expect(readyFields(running.output())).toMatchObject({
    api: `http://localhost:${running.port}`,
    adminTokenFile: join(fresh, 'admin-token'),
    demoKeyFile: join(fresh, 'demo-key'),
    demoSmppPasswordFile: join(fresh, 'demo-smpp-password'),
  });
  expect(lines.filter(({ level }) => level === 40)).toMatchObject([
    {
      msg: expect.stringMatching(/^needs attention: HTTP without TLS on 0\.0\.0\.0/) as unknown,
      check: 'Encryption',
      advice: expect.stringContaining('HERMOD_TLS_CERT') as unknown,
    },
  ]);
  for (const name of ['admin-token', 'demo-key', 'demo-webhook-secret', 'demo-smpp-password'])
    expect(running.output()).not.toContain(readFileSync(join(fresh, name), 'utf8').trim());
  expect(running.output()).not.toMatch(uuid);
  expect(running.output()).not.toContain('login#');

  const apikey = readFileSync(join(fresh, 'demo-key'), 'utf8').trim();
  const account = (headers: Record<string, string>) =>
    get(`http://127.0.0.1:${running.port}/v1/account`, { headers: { apikey, ...headers } });
  expect(await account({})).toMatchObject({ status: 200 });
  // Forwarded by an untrusted proxy: the request may come from anywhere.
  expect(await account({ 'x-forwarded-for': '127.0.0.1' })).toMatchObject({
    status: 401,
    text: expect.stringContaining('from this machine only') as unknown,
  });
  expect(await running.stop()).toBe(0);
});

test('commands find the running service, and a second start is refused meanwhile', async () => {
  const running = await up(alone);
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

test('the operator’s token and the demo account’s secrets are readable by their owner alone', () => {
  for (const name of ['admin-token', 'demo-key', 'demo-webhook-secret']) {
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  }
});

test('commands do not use the address of a killed service', async () => {
  writeFileSync(join(folder, 'hermod.pid'), '1 999999999999 http://127.0.0.1:1\n');
  const { code, output } = await hermod(['accounts', 'list'], settings).exit();
  // Commands use the default address, where another service may or may not be listening.
  expect(output).not.toContain('127.0.0.1:1');
  expect(code).not.toBe(0);
});

test('the doctor finds it running and paused by any path; a signal to every process at the same time, as service managers send it, stops it just as gracefully', async () => {
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

  // A partial request: its process still waits for the rest when the parent also tells it to stop.
  const socket = connect(running.port, '127.0.0.1');
  const head = 'GET /health/live HTTP/1.1\r\nHost: localhost\r\n';
  // In one segment with a complete one: when the complete one is answered, the partial one has been read.
  socket.write(`${head}\r\n${head}`);
  await once(socket, 'data');
  for (const pid of [...running.workers(), ...postgresProcesses(folder)]) signal(pid, 'SIGTERM');
  const stopped = running.stop('SIGTERM');
  await running.until('"msg":"stopping"');
  await sleep(100);
  socket.write('\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1.1 200 OK/);
  expect(await stopped).toBe(0);
  expect(running.complaints()).toEqual([]);
  expect(postgresProcesses(folder)).toEqual([]);
});

test('a stop in the middle of a rolling restart stops every process', async () => {
  const running = await up(settings);
  const workers = running.workers();
  process.kill(running.pid, 'SIGHUP');
  // The successor has started and is not ready yet.
  await expect
    .poll(() => running.workers().length, { interval: 5, timeout: patienceMs })
    .toBeGreaterThan(workers.length);
  expect(await running.stop('SIGTERM')).toBe(0);
  expect(running.complaints()).toEqual([]);
  expect(running.workers()).toEqual([]);
  expect(postgresProcesses(folder)).toEqual([]);
});

test('SIGHUP during the start has no effect', async () => {
  const starting = hermod(['start'], { ...settings, HERMOD_PORT: '0' });
  onTestFinished(() => void starting.child.kill('SIGKILL'));
  await starting.until('starting');
  expect(starting.output()).not.toContain(isReady);
  starting.child.kill('SIGHUP');
  await starting.until(isReady);
  starting.child.kill('SIGTERM');
  expect((await starting.exit()).code).toBe(0);
  expect(postgresProcesses(folder)).toEqual([]);
});
