/** Two PostgreSQL servers under Patroni, with etcd to agree on who is the primary: the database of the scenario `ha`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, closeSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectOne } from '../src/database/session.ts';
import { ensureDebian } from '../test/harness/debian.ts';
import type { Database } from './database.ts';
import { freePort } from './free-port.ts';
import { identity, Member, patroniProgram, superuser, unprivileged } from './patroni.ts';

const etcdProgram = '/usr/bin/etcd';
const versions = '/usr/lib/postgresql';
const patienceMs = 180_000;

export type Cluster = Database & {
  /** Both in order: one leads, the other follows it without delay. */
  untilWhole(): Promise<void>;
  leader(): Promise<Member>;
  /** Resolves when a server other than these can be written to. */
  untilWritable(except?: Member): Promise<void>;
};

type Seen = { name: string; role: string; state: string; lag?: number | string };

export async function startCluster(folder: string, synchronous: boolean): Promise<Cluster> {
  await install();
  const etcd = await startEtcd(join(folder, 'etcd'));
  const members: Member[] = [];
  const restPorts: number[] = [];
  const stop = async () => {
    for (const member of members) member.thaw();
    await Promise.all(members.map((member) => member.kill()));
    etcd.child.kill('SIGKILL');
  };
  const seen = async (): Promise<Seen[]> => {
    for (const port of restPorts) {
      const found = await ask(`http://127.0.0.1:${port}/cluster`);
      if (found !== undefined) return found;
    }
    return [];
  };
  try {
    for (const name of ['one', 'two']) {
      const [port, restPort] = [await freePort(), await freePort()];
      restPorts.push(restPort);
      const place = { name, folder: join(folder, name), port, restPort, etcdPort: etcd.port };
      members.push(new Member({ ...place, programs: newest(), synchronous }));
      members.at(-1)!.start();
    }
    const followed = () => isFollowed(members.map(({ port }) => `127.0.0.1:${port}`).join(','));
    const untilWhole = () =>
      until('the cluster is not whole', async () => isWhole(await seen(), synchronous) && (await followed()));
    await untilWhole();
    const hosts = members.map(({ port }) => `127.0.0.1:${port}`).join(',');
    await prepare(`postgres://${superuser}@${hosts}/postgres?target_session_attrs=read-write`);
    const leader = async (): Promise<Member> => {
      const name = (await seen()).find(({ role }) => role === 'leader')?.name;
      return members.find((member) => member.name === name) ?? sleep(200).then(leader);
    };
    return {
      ...{ untilWhole, leader, stop },
      url: `postgres://hermod@${hosts}/hermod?target_session_attrs=read-write`,
      pid: () => members[0]!.pid(),
      untilWritable: (except) => {
        const left = members.filter((member) => member !== except).map(({ port }) => `127.0.0.1:${port}`);
        return until('no server can be written to', () => isWritable(`postgres://hermod@${left.join(',')}/hermod`));
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function install(): Promise<void> {
  const wanted = { patroni: patroniProgram, 'etcd-server': etcdProgram, postgresql: versions };
  for (const [name, program] of Object.entries(wanted)) {
    const missing = await ensureDebian(name, program);
    if (missing !== undefined) throw new Error(missing);
  }
}

function newest(): string {
  const version = readdirSync(versions)
    .map(Number)
    .sort((a, b) => b - a)[0];
  return join(versions, `${version}`, 'bin');
}

async function startEtcd(folder: string): Promise<{ child: ChildProcess; port: number }> {
  mkdirSync(folder, { mode: 0o700 });
  if (identity.uid !== undefined) chownSync(folder, unprivileged, unprivileged);
  const [port, peers] = [await freePort(), await freePort()];
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peers}`];
  const log = openSync(`${folder}.log`, 'a');
  const child = spawn(
    etcdProgram,
    [
      ...['--name', 'one', '--data-dir', join(folder, 'data'), '--initial-cluster', `one=${peer}`],
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
    ],
    // Asked for by this version on anything but amd64, where it was not tested for long.
    { ...identity, cwd: folder, env: { ETCD_UNSUPPORTED_ARCH: 'arm64' }, stdio: ['ignore', log, log] },
  );
  closeSync(log);
  await until('etcd does not answer', async () =>
    fetch(`${client}/health`).then(
      (answer) => answer.ok,
      () => false,
    ),
  );
  return { child, port };
}

async function ask(url: string): Promise<Seen[] | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) });
    return ((await answer.json()) as { members: Seen[] }).members;
  } catch {
    return undefined;
  }
}

function isWhole(members: readonly Seen[], synchronous: boolean): boolean {
  const leads = members.some(({ role, state }) => role === 'leader' && state === 'running');
  const follows = members.some(
    ({ role, state, lag }) =>
      role === (synchronous ? 'sync_standby' : 'replica') && /running|streaming/.test(state) && lag === 0,
  );
  return leads && follows;
}

/** As the primary itself sees it: Patroni also calls a standby well that has just started, and follows a primary of the past. */
async function isFollowed(hosts: string): Promise<boolean> {
  try {
    const client = await connectOne(`postgres://${superuser}@${hosts}/postgres`, {
      connectionTimeoutMillis: 1_000,
      query_timeout: 1_000,
    });
    const { rowCount } = await client.query(
      `SELECT 1 FROM pg_stat_replication WHERE state = 'streaming' AND replay_lsn > pg_current_wal_lsn() - 100000::numeric`,
    );
    await client.end();
    return rowCount === 1;
  } catch {
    return false;
  }
}

/** The role that owns the database, as docs/guides/database.md has it. */
async function prepare(url: string): Promise<void> {
  const client = await connectOne(url, {});
  await client.query('CREATE ROLE hermod LOGIN');
  await client.query('CREATE DATABASE hermod OWNER hermod');
  await client.end();
}

async function isWritable(url: string): Promise<boolean> {
  try {
    const client = await connectOne(url, { connectionTimeoutMillis: 1_000, query_timeout: 1_000 });
    await client.end();
    return true;
  } catch {
    return false;
  }
}

async function until(complaint: string, holds: () => Promise<boolean>): Promise<void> {
  const late = Date.now() + patienceMs;
  while (!(await holds())) {
    if (Date.now() > late) throw new Error(`${complaint} after ${patienceMs / 1_000} s`);
    await sleep(100);
  }
}
