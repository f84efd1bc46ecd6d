import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { dataDir, hermod } from '../harness/command.ts';
import { postgresProcesses, untilGone, userOf } from '../harness/processes.ts';
import { postmaster, sql, type Up, untilReady, up } from '../harness/running.ts';

const isRoot = process.getuid?.() === 0;
const overflowUid = 65_534;
const ownUser = 65_530;
const ordinaryUser = 1_000;
const folders = { usual: dataDir(), own: dataDir('x'.repeat(80)), closed: dataDir('closed/data') };

async function works(running: Up, folder: string): Promise<void> {
  await untilReady(running.base);
  expect(await sql(folder, 'SELECT count(*)::int AS n FROM accounts')).toEqual([{ n: 1 }]);
  expect(await running.stop()).toBe(0);
  expect(postgresProcesses(folder)).toEqual([]);
}

/** Runs the statement as this user, with or without the password: undefined on success, otherwise the error code. */
async function refusalFor(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return (error as { code?: unknown }).code ?? (error as Error).message;
  } finally {
    await client.end();
  }
}

const withoutPassword = (url: string) => url.replace(/:[^:@]+@/, '@');

test.skipIf(!isRoot)('started by root (skipped for others), PostgreSQL runs as a dedicated user', async () => {
  const running = await up({ HERMOD_PROCESSES: '1', HERMOD_DATA_DIR: folders.usual });
  const { pid, url } = postmaster(folders.usual);
  expect(userOf(pid)).toBe(ownUser);
  const cluster = join(folders.usual, 'postgres');
  // Files, socket and password: another user, including `nobody`, can access none of them.
  for (const path of [cluster, join(cluster, '.s.PGSQL.5432'), join(folders.usual, 'postgres-password')])
    for (const uid of [overflowUid, ordinaryUser])
      expect(spawnSync('/bin/cat', [path], { uid, gid: uid, encoding: 'utf8' }).stderr).toContain('Permission denied');
  expect(statSync(cluster)).toMatchObject({ uid: ownUser, mode: 0o040700 });
  expect(statSync(join(folders.usual, 'postgres-password'))).toMatchObject({ uid: 0, mode: 0o100600 });
  expect(await refusalFor(withoutPassword(url))).toMatch(/password/);
  expect(await refusalFor(url.replace(/:[^:@]+@/, ':wrong@'))).toBe('28P01');
  await works(running, folders.usual);
});

test('a cluster of release 0.1.0, which accepts every local user, gets a password and access rules, even if it is running', async () => {
  const folder = dataDir();
  const settings = { HERMOD_PROCESSES: '1', HERMOD_DATA_DIR: folder };
  const first = await up(settings);
  await untilReady(first.base);
  const { pid } = postmaster(folder);
  process.kill(first.pid, 'SIGKILL');
  await untilGone(first.pid);
  const rules = join(folder, 'postgres', 'pg_hba.conf');
  const owner = statSync(rules);
  writeFileSync(rules, 'local all all trust\n');
  process.kill(pid, 'SIGHUP');
  if (isRoot) spawnSync('chown', ['-R', `${overflowUid}:${overflowUid}`, join(folder, 'postgres')]);
  rmSync(join(folder, 'postgres-password'));
  const second = await up(settings);
  const { url } = postmaster(folder);
  expect(statSync(rules)).toMatchObject({ uid: owner.uid, mode: 0o100600 });
  expect(readFileSync(rules, 'utf8')).not.toContain('trust');
  await expect.poll(() => refusalFor(withoutPassword(url))).toMatch(/password/);
  await works(second, folder);
  // Rules that another start left open between the password and its last step.
  writeFileSync(rules, 'local all all trust\n');
  const third = await up(settings);
  expect(await refusalFor(withoutPassword(url))).toMatch(/password/);
  await works(third, folder);
});

test.skipIf(!isRoot)('in root’s folder, closed to others, PostgreSQL runs in a user namespace', async () => {
  const above = dirname(folders.closed);
  mkdirSync(above);
  chmodSync(above, 0o700);
  const running = await up({ HERMOD_PROCESSES: '1', HERMOD_DATA_DIR: folders.closed });
  const { pid } = postmaster(folders.closed);
  expect(userOf(pid)).toBe(0);
  expect(readlinkSync(`/proc/${pid}/ns/user`)).not.toBe(readlinkSync('/proc/self/ns/user'));
  await works(running, folders.closed);
});

test('a user may run an installation made manually by root', () => {
  const clone = join(dirname(folders.usual), 'clone');
  const script = join(clone, 'scripts', 'ensure.mjs');
  const modules = join(clone, 'node_modules');
  for (const folder of [dirname(script), modules]) mkdirSync(folder, { recursive: true });
  copyFileSync(join(import.meta.dirname, '..', '..', 'scripts', 'ensure.mjs'), script);
  writeFileSync(join(clone, 'package-lock.json'), '{}');
  writeFileSync(join(clone, 'node_modules/.package-lock.json'), '{"packages":{"node_modules/vite":{}}}');
  chmodSync(modules, 0o555);
  const code = `import(${JSON.stringify(script)}).then((ensure) => ensure.ensureInstalled())`;
  const user = isRoot ? { uid: ordinaryUser, gid: ordinaryUser } : {};
  const { status, stderr } = spawnSync(process.execPath, ['-e', code], { ...user, cwd: clone, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('started by a user, PostgreSQL runs as that user, however long the path', async () => {
  const user = isRoot ? { uid: ordinaryUser, gid: ordinaryUser } : {};
  mkdirSync(folders.own, { mode: 0o700 });
  if (isRoot) chownSync(folders.own, ordinaryUser, ordinaryUser);
  const running = await up(
    { HERMOD_PROCESSES: '1', HERMOD_DATA_DIR: folders.own },
    { ...user, cwd: dirname(folders.own) },
  );
  const { pid, url } = postmaster(folders.own);
  expect(userOf(pid)).toBe(isRoot ? ordinaryUser : process.getuid?.());
  expect(userOf(running.pid)).toBe(userOf(pid));
  // A socket's path is limited to about 100 bytes, so it is in another folder.
  const sockets = decodeURIComponent(new URL(url).hostname);
  expect(sockets).not.toBe(join(folders.own, 'postgres'));
  await works(running, folders.own);
  rmSync(sockets, { recursive: true, force: true });
});

test.skipIf(!isRoot)(
  'root changes no owner behind a symbolic link, and uses no folder that another user created',
  async () => {
    const folder = dataDir('y'.repeat(80));
    const victims = ['guessed', 'planted', 'logged'].map((name) => join(dirname(folder), `victim-${name}`));
    for (const victim of victims) {
      writeFileSync(victim, 'not theirs');
      chownSync(victim, ordinaryUser, ordinaryUser);
    }
    const first = await up({ HERMOD_PROCESSES: '1', HERMOD_DATA_DIR: folder });
    await works(first, folder);
    const cluster = join(folder, 'postgres');
    // The name of the socket folder used to be derived from the path alone.
    const guess = `hermod-${overflowUid}-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`;
    const guessed = join(tmpdir(), guess);
    mkdirSync(guessed, { recursive: true });
    chownSync(guessed, ordinaryUser, ordinaryUser);
    symlinkSync(victims[0]!, join(guessed, 'link'));
    // A previous owner of the cluster may have created symbolic links in it, and one in place of the log.
    for (const path of [cluster, folder]) chownSync(path, ordinaryUser, ordinaryUser);
    symlinkSync(victims[1]!, join(cluster, 'link'));
    mkdirSync(join(cluster, 'deeper'));
    symlinkSync(dirname(folder), join(cluster, 'deeper', 'folder'));
    try {
      const second = await up({ HERMOD_PROCESSES: '1', HERMOD_DATA_DIR: folder });
      expect(userOf(postmaster(folder).pid)).toBe(ownUser);
      expect(decodeURIComponent(new URL(postmaster(folder).url).hostname)).not.toBe(guessed);
      rmSync(join(cluster, 'deeper'), { recursive: true });
      await works(second, folder);
      renameSync(join(folder, 'postgres.log'), join(folder, 'postgres.log.kept'));
      symlinkSync(victims[2]!, join(folder, 'postgres.log'));
      const third = hermod(['start'], { HERMOD_PORT: '0', HERMOD_PROCESSES: '1', HERMOD_DATA_DIR: folder });
      expect((await third.exit()).code).not.toBe(0);
      for (const victim of victims) expect(lstatSync(victim).uid).toBe(ordinaryUser);
    } finally {
      rmSync(guessed, { recursive: true, force: true });
    }
  },
);
