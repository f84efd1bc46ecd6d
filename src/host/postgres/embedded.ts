import { existsSync, lchownSync, lstatSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { isAlive } from '../../base/processes.ts';
import type { Log } from '../../telemetry/log.ts';
import { embeddedDatabaseUrl, postgresPassword, setPassword, writeRules } from './access.ts';
import { chooseIdentity, findBinaries, type Identity } from './binaries.ts';
import { createCluster, databaseName, giveTo, isOf } from './cluster.ts';
import { type Launch, launch, type Postmaster, readPostmaster, runningPostmaster, untilGone } from './postmaster.ts';

type EmbeddedPostgres = { readonly url: string; readonly pid: () => number; stop(): Promise<void> };
/** `connections`: the least number of connections of the server. */
type Steps = { say: (step: string) => void; log: Log; connections?: number };

const watchMs = 1_000;
/** sockaddr_un holds 108 bytes on Linux and 104 on macOS, the file's own name included. */
const longestSocketFolder = 104 - '/.s.PGSQL.5432.lock'.length;

/** Starts, adopts or restarts the PostgreSQL of a data directory, and keeps it running until `stop`. */
export async function startEmbedded(dataDir: string, { say, log, connections = 0 }: Steps): Promise<EmbeddedPostgres> {
  const plan = { ...(await prepare(dataDir, say)), connections };
  const kept = postgresPassword(dataDir);
  writeRules(plan, kept === undefined ? 'trust' : 'scram-sha-256');
  let postmaster = await startOrAdopt(plan, say);
  const password = kept ?? (await setPassword(dataDir, plan, postmaster));
  await ensureDatabase(embeddedDatabaseUrl(postmaster, password, 'postgres'));
  const url = embeddedDatabaseUrl(postmaster, password);
  let stopping = false;
  let restart: Promise<void> = Promise.resolve();
  let restarting = false;

  // Polled, not awaited as a child: an adopted postmaster is not a child process.
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
      if (plan.socketFolder !== plan.folder) rmSync(plan.socketFolder, { recursive: true, force: true });
    },
  };
}

async function prepare(dataDir: string, say: Steps['say']): Promise<Launch> {
  const folder = join(realpathSync(dataDir), 'postgres');
  const binaries = findBinaries(join(realpathSync(dataDir), 'postgres-lib'));
  const identity = chooseIdentity(binaries, dataDir);
  if (!existsSync(folder)) {
    say('creating the database (once)');
    await createCluster(folder, binaries, identity);
  }
  // Release 0.1.0 ran PostgreSQL as another user. A running server fails when the owner of its files changes.
  const running = isOf(folder, identity) ? undefined : runningPostmaster(folder);
  if (running !== undefined) await stopPostmaster(running.pid);
  giveTo(folder, identity);
  return {
    folder,
    binaries,
    identity,
    logFile: join(dataDir, 'postgres.log'),
    socketFolder: socketFolder(folder, identity),
  };
}

/**
 * Inside the cluster, which only its owner can enter. If that path is too long for a socket, a private folder in the temporary one: that
 * of an earlier start that was killed, if it is still ours, or a new one with an unpredictable name.
 */
function socketFolder(folder: string, identity: Identity): string {
  if (Buffer.byteLength(folder) <= longestSocketFolder) return folder;
  const left = readPostmaster(folder)?.socketFolder;
  if (left !== undefined && isOurs(left, identity)) return left;
  const made = mkdtempSync(join(tmpdir(), socketPrefix));
  if (identity.uid !== undefined && identity.gid !== undefined) lchownSync(made, identity.uid, identity.gid);
  return made;
}

const socketPrefix = 'hermod-socket-';

/** Whether this is a folder in the temporary one, not a link, that only the user who runs PostgreSQL can enter. */
function isOurs(folder: string, { uid = process.getuid?.() }: Identity): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  const isNamed = folder.startsWith(join(tmpdir(), socketPrefix));
  return isNamed && found?.isDirectory() === true && found.uid === uid && (found.mode & 0o077) === 0;
}

async function startOrAdopt(plan: Launch, say: Steps['say']): Promise<Postmaster> {
  const found = runningPostmaster(plan.folder);
  if (found?.status === 'ready') {
    say(`adopting the PostgreSQL that is already running (process ${found.pid})`);
    process.kill(found.pid, 'SIGHUP');
    return found;
  }
  // Starting or stopping: in both cases it is stopped, and a new one is started.
  if (found !== undefined) await stopPostmaster(found.pid);
  say('starting PostgreSQL');
  return launch(plan);
}

async function ensureDatabase(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [databaseName]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`);
  } finally {
    await client.end();
  }
}

/** Fast shutdown first; if sessions do not end, an immediate one, after which PostgreSQL recovers as from a crash. */
async function stopPostmaster(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    if (await untilGone(pid, 15_000)) return;
  }
}
