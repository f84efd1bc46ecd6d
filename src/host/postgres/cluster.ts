import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lchownSync, lstatSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { totalmem } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { exitCodes, Problem } from '../../base/problem.ts';
import { type Binaries, creatorOf, environment, type Identity, owner } from './binaries.ts';

export const superuser = 'hermod';
export const databaseName = 'hermod';

/**
 * Creates the cluster in a temporary folder and moves it into place when complete, so that a killed first start leaves
 * nothing incomplete. The folder has a new name each time: an initdb that outlived its parent still writes to the old one.
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
      // An initdb still writes to it; the rest only wastes space.
    }
  }
}

async function initdb(folder: string, binaries: Binaries, identity: Identity): Promise<void> {
  const [command = '', ...args] = [
    ...identity.prefix,
    binaries.initdb,
    ...['--pgdata', folder, '--username', superuser, '--encoding', 'UTF8', '--no-instructions'],
    // Keys and cursors need sorting by code point, which does not change with the system's libraries.
    ...['--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--locale', 'C'],
    // Nothing listens on the network, and every start writes its own rules for the socket.
    ...['--auth-local', 'reject', '--auth-host', 'reject'],
  ];
  const child = spawn(command, args, {
    ...owner(identity),
    cwd: folder,
    env: environment(binaries),
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ctrl-C is handled by the start; initdb would end with an error of its own.
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
 * Changes the owner of files from a start under another identity (root before, a user now); PostgreSQL must own them. By `chown`,
 * which walks folders by their descriptors: the previous owner may have put links among them, or may do so at this moment, and
 * the target of a link must keep its owner.
 */
export function giveTo(folder: string, identity: Identity): void {
  const { uid, gid } = identity;
  if (uid === undefined || gid === undefined || isOf(folder, identity)) return;
  const change = () => spawnSync('chown', ['-R', '-h', '-P', `${uid}:${gid}`, folder], { stdio: 'ignore' });
  // Ctrl-C in the terminal also ends chown; it runs again, so that no file is left with the old owner.
  let result = change();
  if (result.signal !== null) result = change();
  if (result.status === 0) return;
  throw new Problem(
    `The owner of the files in ${folder} cannot be changed to user ${uid}`,
    `Change it with: chown -R -h ${uid}:${gid} ${folder}`,
    exitCodes.unavailable,
  );
}

export function isOf(folder: string, { uid }: Identity): boolean {
  return uid === undefined || !existsSync(folder) || lstatSync(folder).uid === uid;
}

/** Passed on the command line at every start, so that a newer Hermod also tunes an old cluster. */
export function serverSettings(socketFolder: string, connections: number, memoryBytes = totalmem()): string[] {
  const mebibytes = (share: number, least: number, most: number) =>
    `${Math.round(Math.min(most, Math.max(least, (memoryBytes * share) / 2 ** 20)))}MB`;
  const values: Record<string, string> = {
    listen_addresses: '',
    port: '5432',
    unix_socket_permissions: '0700',
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    // Those of Hermod, and some for other clients.
    max_connections: `${Math.max(200, connections + 20)}`,
    // Overrides postgresql.conf: an accepted message must be on disk.
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    // Small: shared buffers stay allocated, while the page cache of the operating system gives memory back.
    shared_buffers: mebibytes(1 / 64, 64, 128),
    effective_cache_size: mebibytes(1 / 2, 256, 65_536),
    maintenance_work_mem: mebibytes(1 / 64, 32, 512),
    // Fewer checkpoints mean fewer full page images per message; recovery after a crash stays within seconds.
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    wal_compression: 'on',
    // Short statements over few rows: compiling them costs more than running them.
    jit: 'off',
    // Queue-like tables change fast; vacuum little and often. Every look at one of the three databases starts a process, which takes 12 ms.
    autovacuum_naptime: '30s',
    autovacuum_vacuum_cost_limit: '1000',
    log_timezone: 'UTC',
    timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    // Hermod logs failures once a second. PostgreSQL would log the whole statement each time: megabytes on a full disk.
    log_min_error_statement: 'panic',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
