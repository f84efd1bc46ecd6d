/** The package that users install: its contents, and that it runs in an empty folder without the repository. */
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { dataDir, hermod } from '../harness/command.ts';
import { olderNode } from '../harness/older-node.ts';
import { patienceMs } from '../harness/patience.ts';
import { postgresProcesses, userOf } from '../harness/processes.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { postmaster, readyFields, type Up, up } from '../harness/running.ts';
import { oldData } from './old-data.ts';
import { listing, packed } from './packed.ts';

const repository = join(import.meta.dirname, '..', '..');
const isRoot = process.getuid?.() === 0;
const ordinaryUser = 1_000;
const { folder, launcher, manifest, files } = packed();
const older = olderNode();
const data = { users: dataDir(), old: dataDir() };

test('it contains the program, without sources or tests', () => {
  const tops = new Set(files.map((file) => file.split('/')[0]));
  const documents = ['CHANGELOG.md', 'LICENSE', 'README.md', 'npm-shrinkwrap.json', 'package.json'];
  expect(tops).toEqual(new Set([...documents, 'bin', 'console', 'deploy', 'docs', 'lib', 'migrations']));
  expect(
    files.filter((file) => /\.tsx?$|\.test\.[jt]s|schema\.sql$|\.js\.\d+$|console\/(src|scripts)/.test(file)),
  ).toEqual([]);
  for (const file of [
    'lib/cli.js',
    'lib/main.js',
    'lib/email/read/thread-entry.js',
    'lib/tools/smsc/command.js',
    'lib/tools/listen/command.js',
    'console/dist/index.html',
  ]) {
    expect(files).toContain(file);
  }
  for (const file of [
    'deploy/systemd/hermod.service',
    'deploy/Dockerfile',
    'docs/guides/deployment.md',
    'docs/openapi.json',
  ]) {
    expect(files).toContain(file);
  }
  // Secrets created for compose or Kubernetes are not packed.
  expect(files.filter((file) => file.startsWith('deploy/') && file.includes('secrets/'))).toEqual([]);
  expect(existsSync(join(repository, 'npm-shrinkwrap.json'))).toBe(false);
});

test('an installation gets the tested versions, without development tools', () => {
  const { packages } = JSON.parse(readFileSync(join(folder, 'npm-shrinkwrap.json'), 'utf8')) as {
    packages: Record<string, { version: string; dev?: boolean; link?: boolean; integrity?: string }>;
  };
  expect(Object.values(packages).filter(({ dev, link }) => dev || link)).toEqual([]);
  const pinned = { ...manifest.dependencies, ...manifest.optionalDependencies };
  for (const [name, version] of Object.entries(pinned)) {
    expect(packages[`node_modules/${name}`], name).toMatchObject({
      version,
      integrity: expect.stringMatching(/^sha512-/),
    });
  }
});

test('the version is that of the latest release in the changelog', () => {
  const changelog = readFileSync(join(repository, 'CHANGELOG.md'), 'utf8');
  const [released] = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)\b/gm)].map(([, version]) => version);
  expect(manifest.version).toBe(released);
});

test('--version prints it, from a folder outside any project', async () => {
  const { code, output } = await hermod(['--version'], {}, { launcher, cwd: '/' }).exit();
  expect({ code, output }).toEqual({ code: 0, output: `${manifest.version}\n` });
});

/** Sends with the key in the file that the ready line names. */
async function sentWithDemoKey(service: Up): Promise<string[]> {
  const apikey = readFileSync(readyFields(service.output())['demoKeyFile'] as string, 'utf8').trim();
  const body = JSON.stringify({ sender: 'Hermod', destinations: ['+38640123456'], message: { content: 'Hello' } });
  const headers = { apikey, 'content-type': 'application/json' };
  const answer = await fetch(`${service.base}/v1/sms/messages`, { method: 'POST', headers, body });
  const { messages } = (await answer.json()) as { messages: { messageId: string }[] };
  return messages.map(({ messageId }) => messageId);
}

test('a user starts it in an empty folder, and sends a message', async () => {
  const [home, installed] = [dirname(data.users), listing(folder)];
  const user = isRoot ? { uid: ordinaryUser, gid: ordinaryUser } : {};
  if (isRoot) chownSync(home, ordinaryUser, ordinaryUser);
  // With the machine's own Node if it is an older one, as on most machines.
  const circumstances = { ...user, launcher, cwd: home, node: older ?? process.execPath };
  const settings = { HERMOD_PROCESSES: '1', HOME: home, NODE_COMPILE_CACHE: '' };
  const running = await up(settings, circumstances);
  expect(userOf(postmaster(data.users).pid)).toBe(isRoot ? ordinaryUser : process.getuid?.());
  // The links that an install script would have created in the package.
  expect(readlinkSync(join(data.users, 'postgres-lib', 'libpq.so.5'))).toContain(dirname(folder));
  expect(await sentWithDemoKey(running)).toHaveLength(1);
  expect((await fetch(`${running.base}/login`)).status).toBe(200);
  // In a second terminal, without the port and the key.
  const sent = hermod(['send', '--from', 'Hermod', '--to', '+38640123456', '--wait', 'Hello'], settings, circumstances);
  expect(await sent.exit()).toMatchObject({ code: 0, output: expect.stringContaining('DELIVERED') as unknown });
  expect(await running.stop()).toBe(0);
  expect(postgresProcesses(data.users)).toEqual([]);
  expect(existsSync(join(home, '.cache', 'hermod'))).toBe(true);
  for (const file of ['demo-key', 'demo-webhook-secret', 'admin-token']) {
    expect(statSync(join(data.users, file)).mode & 0o777).toBe(0o600);
  }
  expect(listing(folder)).toBe(installed);
});

test('it starts with the data of an earlier version (as root, where the tests are run by root)', async () => {
  const endpoint = await webhookReceiver();
  const { key, messageIds } = await oldData(data.old, `${endpoint.url}/reports`);
  const running = await up({ HERMOD_PROCESSES: '1' }, { launcher, cwd: dirname(data.old) });
  expect(running.output()).toMatch(/applied \d+ migrations/);
  const get = async (path: string) =>
    (await fetch(running.base + path, { headers: { apikey: key } })).json() as Promise<Record<string, unknown>>;
  const status = async (id: string) => (await get(`/v1/sms/messages/${id}`))['status'];
  for (const id of messageIds) await expect.poll(() => status(id), { timeout: patienceMs }).toBe('DELIVERED');
  expect((await endpoint.until(1))[0]).toMatchObject({ path: '/reports', headers: { 'x-message-id': messageIds[0] } });
  expect(await get('/v1/account')).toMatchObject({ balance: 9999.97 });
  // The old key is not known any more; this start has created another.
  const [id] = await sentWithDemoKey(running);
  await expect.poll(() => status(id!), { timeout: patienceMs }).toBe('DELIVERED');
  expect(await running.stop()).toBe(0);
});

test.skipIf(older === undefined)(
  'without the pinned Node, an older one (skipped where there is none) prints what to install',
  () => {
    const bare = join(dirname(data.old), 'bare');
    mkdirSync(bare);
    spawnSync('cp', ['-r', join(folder, 'bin'), join(folder, 'package.json'), bare]);
    const { status, stderr } = spawnSync(older!, [join(bare, 'bin', 'hermod.mjs'), 'start'], { encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /^hermod: Node \d+\.\d+\.\d+ is too old, and the npm package node-\S+ .* Install Node 24 or newer/,
    );
  },
);
