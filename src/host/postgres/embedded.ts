import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Log } from '../../log.ts';
import { isAlive } from '../processes.ts';
import { findBinaries } from './binaries.ts';
import { createCluster, databaseName, giveTo, superuser } from './cluster.ts';
import { chooseIdentity, type Identity } from './identity.ts';
import { type Launch, launch, type Postmaster, runningPostmaster, untilGone } from './postmaster.ts';

export type EmbeddedPostgres = { readonly url: string; readonly pid: () => number; stop(): Promise<void> };
type Steps = { say: (step: string) => void; log: Log };

const watchMs = 250;
/** sockaddr_un holds 108 bytes on Linux and 104 on macOS, the file's own name included. */
const longestSocketFolder = 104 - '/.s.PGSQL.5432.lock'.length;

/** Starts, adopts or restarts the PostgreSQL of a data directory, and keeps it running until `stop`. */
export async function startEmbedded(dataDir: string, { say, log }: Steps): Promise<EmbeddedPostgres> {
  const plan = await prepare(dataDir, say);
  let postmaster = await startOrAdopt(plan, say);
  const url = await ensureDatabase(postmaster);
  let stopping = false;
  let restart: Promise<void> = Promise.resolve();
  let restarting = false;

  // Polled, not awaited as a child: an adopted postmaster is nobody's child, and both deserve the same care.
  const watch = setInterval(() => {
    if (stopping || restarting || isAlive(postmaster.pid)) return;
    restarting = true;
    log.error({ pid: postmaster.pid }, 'PostgreSQL has gone; starting it again');
    restart = startOrAdopt(plan, () => {})
      .then((started) => {
        postmaster = started;
        log.info({ pid: started.pid }, 'PostgreSQL is back');
      })
      .catch((err: unknown) => log.error({ err }, 'PostgreSQL could not be started again; trying on'))
      .finally(() => {
        restarting = false;
      });
  }, watchMs);

  return {
    url,
    pid: () => postmaster.pid,
    async stop() {
      stopping = true;
      clearInterval(watch);
      await restart;
      await stopPostmaster(postmaster.pid);
    },
  };
}

async function prepare(dataDir: string, say: Steps['say']): Promise<Launch> {
  const folder = join(realpathSync(dataDir), 'postgres');
  const binaries = findBinaries();
  const identity = chooseIdentity(binaries, dataDir);
  if (!existsSync(folder)) {
    say('creating the database (once)');
    await createCluster(folder, binaries, identity);
  }
  giveTo(folder, identity);
  return {
    folder,
    binaries,
    identity,
    logFile: join(dataDir, 'postgres.log'),
    socketFolder: socketFolder(folder, identity),
  };
}

/** Inside the cluster, where only its owner gets in; a path too long for a socket gets a private folder in the temporary one. */
function socketFolder(folder: string, { uid, gid }: Identity): string {
  if (Buffer.byteLength(folder) <= longestSocketFolder) return folder;
  const name = `hermod-${uid ?? process.getuid?.()}-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`;
  const short = join(tmpdir(), name);
  mkdirSync(short, { recursive: true, mode: 0o700 });
  chmodSync(short, 0o700);
  if (uid !== undefined && gid !== undefined) giveTo(short, { prefix: [], uid, gid });
  return short;
}

async function startOrAdopt(plan: Launch, say: Steps['say']): Promise<Postmaster> {
  const found = runningPostmaster(plan.folder);
  if (found?.status === 'ready') {
    say(`adopting the PostgreSQL that is already running (process ${found.pid})`);
    return found;
  }
  // Starting or stopping: whichever it is, it ends soon, and a fresh start is the same for both.
  if (found !== undefined) await stopPostmaster(found.pid);
  say('starting PostgreSQL');
  return launch(plan);
}

async function ensureDatabase(postmaster: Postmaster): Promise<string> {
  const base = `postgres://${superuser}@${encodeURIComponent(postmaster.socketFolder)}:${postmaster.port}`;
  const client = new pg.Client({ connectionString: `${base}/postgres` });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [databaseName]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`);
  } finally {
    await client.end();
  }
  return `${base}/${databaseName}`;
}

/** Fast shutdown first; if sessions hang on, an immediate one, which crash recovery is made for. */
async function stopPostmaster(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    if (await untilGone(pid, 15_000)) return;
  }
}
