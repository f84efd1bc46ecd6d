import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lchownSync, lstatSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { totalmem } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { exitCodes, Problem } from '../../base/problem.ts';
import { type Binaries, environment } from './binaries.ts';
import { creatorOf, type Identity, owner } from './identity.ts';

export const superuser = 'hermod';
export const databaseName = 'hermod';

/**
 * Creates the cluster in a folder beside its place and moves it there when complete, so that a killed first start leaves
 * nothing half made. The folder has a name of its own each time: an initdb that outlived its parent still writes to the old one.
 */
export async function createCluster(folder: string, binaries: Binaries, identity: Identity): Promise<void> {
  clearUnfinished(folder);
  const unfinished = mkdtempSync(`${folder}.new-`);
  const creator = creatorOf(identity, binaries, dirname(folder));
  const { uid, gid } = creator;
  if (uid !== undefined && gid !== undefined) lchownSync(unfinished, uid, gid);
  await initdb(unfinished, binaries, creator);
  renameSync(unfinished, folder);
}

function clearUnfinished(folder: string): void {
  const parent = dirname(folder);
  for (const entry of readdirSync(parent)) {
    if (!entry.startsWith(`${basename(folder)}.new-`)) continue;
    try {
      rmSync(join(parent, entry), { recursive: true, force: true });
    } catch {
      // Files are still being added to it; what remains is only a waste of space.
    }
  }
}

async function initdb(folder: string, binaries: Binaries, identity: Identity): Promise<void> {
  const [command = '', ...args] = [
    ...identity.prefix,
    binaries.initdb,
    ...['--pgdata', folder, '--username', superuser, '--encoding', 'UTF8', '--no-instructions'],
    // Sorting by code point is what keys and cursors need, and it does not change with the system's libraries.
    ...['--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--locale', 'C'],
    // Nothing listens on the network, and every start writes its own rules for the socket.
    ...['--auth-local', 'reject', '--auth-host', 'reject'],
  ];
  const child = spawn(command, args, {
    ...owner(identity),
    cwd: folder,
    env: environment(binaries),
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ctrl-C is for the start, which then ends in order; initdb would end with an error of its own.
    detached: true,
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2_000);
  });
  const [code] = await once(child, 'close');
  if (code === 0) return;
  const reason = complaint.trim().split('\n').slice(-1)[0] ?? `exit code ${code}`;
  throw new Problem(
    `PostgreSQL could not be initialised (${reason})`,
    'Check space and rights of the data directory',
    exitCodes.unavailable,
  );
}

/**
 * Files of an earlier start under another identity (root once, a user now) change hands; PostgreSQL insists on owning them. Done
 * by `chown`, which goes from folder to folder by their descriptors: whoever owned them until now may have put links among
 * them, or puts one there at this moment, and what is behind a link is not ours to give away.
 */
export function giveTo(folder: string, identity: Identity): void {
  const { uid, gid } = identity;
  if (uid === undefined || gid === undefined || isOf(folder, identity)) return;
  const change = () => spawnSync('chown', ['-R', '-h', '-P', `${uid}:${gid}`, folder], { stdio: 'ignore' });
  // Ctrl-C in the terminal reaches it too. That is for us to hear, and leaves nothing half given away.
  let result = change();
  if (result.signal !== null) result = change();
  if (result.status === 0) return;
  throw new Problem(
    `The files in ${folder} cannot be given to user ${uid}`,
    `Give them away with: chown -R -h ${uid}:${gid} ${folder}`,
    exitCodes.unavailable,
  );
}

export function isOf(folder: string, { uid }: Identity): boolean {
  return uid === undefined || !existsSync(folder) || lstatSync(folder).uid === uid;
}

/** Given on the command line at every start, so that a newer Hermod tunes an old cluster too. */
export function serverSettings(socketFolder: string, connections: number, memoryBytes = totalmem()): string[] {
  const mebibytes = (share: number, least: number, most: number) =>
    `${Math.round(Math.min(most, Math.max(least, (memoryBytes * share) / 2 ** 20)))}MB`;
  const values: Record<string, string> = {
    listen_addresses: '',
    port: '5432',
    unix_socket_permissions: '0700',
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    // What Hermod takes, and some for whoever else looks.
    max_connections: `${Math.max(200, connections + 20)}`,
    // Durable, whatever a postgresql.conf says: an accepted message is on disk.
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    // Small: what is in here stays in memory, while the cache of the operating system, which does the rest, gives memory back.
    shared_buffers: mebibytes(1 / 64, 64, 128),
    effective_cache_size: mebibytes(1 / 2, 256, 65_536),
    maintenance_work_mem: mebibytes(1 / 64, 32, 512),
    // Fewer checkpoints mean fewer full page images per message; recovery after a crash stays within seconds.
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    wal_compression: 'on',
    // Short statements over few rows: compiling them costs more than running them.
    jit: 'off',
    // Queue-like tables change fast; vacuum little and often.
    autovacuum_naptime: '15s',
    autovacuum_vacuum_cost_limit: '1000',
    log_timezone: 'UTC',
    timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    // Hermod logs what fails, once a second. PostgreSQL would write the whole statement each time: on a full disk, megabytes.
    log_min_error_statement: 'panic',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
