/**
 * A primary and a synchronous standby from Hermod's own binaries. They come without pg_basebackup, so the standby begins as a
 * copy of the primary while that is stopped. A commit is answered only when both have it on disk.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import type { NetConnectOpts } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { writeRules } from '../src/host/postgres/access.ts';
import { chooseIdentity, findBinaries } from '../src/host/postgres/binaries.ts';
import { createCluster, databaseName, giveTo, superuser } from '../src/host/postgres/cluster.ts';
import { type Launch, launch, type Postmaster, untilGone } from '../src/host/postgres/postmaster.ts';
import type { Database } from './database.ts';
import { postgresTarget } from './proxy.ts';

const standbyName = 'standby';
const stopMs = 30_000;

export type Pair = Database & {
  readonly failedOver: boolean;
  /** Like `pg_ctl stop -m immediate`, then a start; resolves when it answers again. */
  stopImmediately(): Promise<void>;
  /** The primary is gone for good and the standby promoted; resolves with where it is. */
  failOver(): Promise<NetConnectOpts>;
};

export async function startPair(folder: string): Promise<Pair> {
  const [first, second] = await prepare(folder);
  let primary = await launch(first);
  let standby: Postmaster | undefined = await launch(second);
  let current = first;
  await inDatabase(first, 'postgres', `CREATE DATABASE ${databaseName}`);
  // Only now: without a standby to wait for, the first commit would never return.
  await inDatabase(first, 'postgres', `ALTER SYSTEM SET synchronous_standby_names = '${standbyName}'`);
  await inDatabase(first, 'postgres', 'SELECT pg_reload_conf()');
  await untilStreaming(first);
  return {
    url: urlOf(first),
    pid: () => primary.pid,
    get failedOver() {
      return standby === undefined;
    },
    async stopImmediately() {
      await end(primary.pid, 'SIGQUIT');
      primary = await launch(current);
    },
    async failOver() {
      await end(primary.pid, 'SIGKILL');
      await inDatabase(second, 'postgres', 'SELECT pg_promote(true, 60)');
      [primary, standby, current] = [standby!, undefined, second];
      return postgresTarget(urlOf(second));
    },
    async stop() {
      await end(primary.pid, 'SIGINT');
      if (standby !== undefined) await end(standby.pid, 'SIGINT');
    },
  };
}

/** Two folders with the same cluster in them, the second configured to follow the first. */
async function prepare(folder: string): Promise<[Launch, Launch]> {
  const [one, other] = [join(folder, 'a'), join(folder, 'b')];
  for (const each of [one, other]) mkdirSync(each, { mode: 0o711 });
  const binaries = findBinaries();
  const identity = chooseIdentity(binaries, folder);
  const [first, second] = [one, other].map((place): Launch => {
    const cluster = join(place, 'postgres');
    return { folder: cluster, socketFolder: cluster, logFile: join(place, 'postgres.log'), binaries, identity };
  }) as [Launch, Launch];
  await createCluster(first.folder, binaries, identity);
  giveTo(first.folder, identity);
  writeRules(first, 'trust');
  execFileSync('cp', ['-a', first.folder, second.folder]);
  writeFileSync(join(second.folder, 'standby.signal'), '');
  const source = `host=${first.socketFolder} port=5432 user=${superuser} application_name=${standbyName}`;
  appendFileSync(join(second.folder, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  execFileSync('chown', ['-R', '--reference', first.folder, second.folder]);
  return [first, second];
}

function urlOf({ socketFolder }: Launch, name = databaseName): string {
  return `postgres://${superuser}@${encodeURIComponent(socketFolder)}:5432/${name}`;
}

async function inDatabase(server: Launch, name: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: urlOf(server, name) });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function untilStreaming(server: Launch): Promise<void> {
  const asked = `SELECT 1 FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'sync'`;
  for (let tries = 0; tries < 300; tries++) {
    if ((await inDatabase(server, 'postgres', asked)).length === 1) return;
    await sleep(100);
  }
  throw new Error('the standby does not follow the primary');
}

async function end(pid: number, name: NodeJS.Signals): Promise<void> {
  process.kill(pid, name);
  if (!(await untilGone(pid, stopMs))) throw new Error(`PostgreSQL (process ${pid}) does not stop`);
}
