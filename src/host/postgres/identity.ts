import { spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { exitCodes, Problem } from '../../base/problem.ts';
import { type Binaries, environment } from './binaries.ts';

/** The user that PostgreSQL runs as: it refuses root, so root runs it as another user without adding one to the system. */
export type Identity = {
  /** Prepended to every command. */
  readonly prefix: readonly string[];
  /** For child_process, and the owner of the files. */
  readonly uid?: number;
  readonly gid?: number;
};

/** The user `nobody` on every Linux system. */
const overflowUser = 65_534;

/**
 * The user that root runs PostgreSQL as. Many programs run as `nobody` and could reach the files and the socket; this number has
 * no name: systemd leaves 65520 to 65533 unused, and Debian reserves them.
 */
const ownUser = 65_530;

export function chooseIdentity(binaries: Binaries, folder: string): Identity {
  if (process.getuid?.() !== 0) {
    // initdb insists on a user name, and a container's user often has none.
    return !hasName() && works({ prefix }, binaries, folder) ? { prefix } : { prefix: [] };
  }
  const own: Identity = { prefix: [], uid: ownUser, gid: ownUser };
  if (works(own, binaries, folder)) return own;
  // This user cannot reach a folder whose parent is closed to others (a clone under /root).
  const renamed: Identity = { prefix, uid: 0, gid: 0 };
  if (works(renamed, binaries, folder)) return renamed;
  throw new Problem(
    `PostgreSQL does not run as root, and user ${ownUser} cannot reach ${folder} or the binaries`,
    'Start as a normal user, move the folder, or set DATABASE_URL',
    exitCodes.unavailable,
  );
}

/** A user namespace keeps the owner of files and only shows PostgreSQL another number. */
const prefix = ['unshare', '--user', `--map-user=${overflowUser}`, `--map-group=${overflowUser}`];

/**
 * The user that creates a cluster: initdb needs a user name, the server does not. Without user namespaces the cluster is created as
 * `nobody`, empty and without a password, and changes its owner before the server runs.
 */
export function creatorOf(identity: Identity, binaries: Binaries, folder: string): Identity {
  if (identity.uid !== ownUser) return identity;
  const named = { ...identity, prefix };
  return works(named, binaries, folder) ? named : { prefix: [], uid: overflowUser, gid: overflowUser };
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/** Tried instead of derived from permission bits: access lists and mount options count as well. */
function works(identity: Identity, binaries: Binaries, folder: string): boolean {
  const [command, ...rest] = [
    ...identity.prefix,
    '/bin/sh',
    '-c',
    'cd "$1" && "$2" --version',
    'sh',
    folder,
    binaries.postgres,
  ];
  return (
    spawnSync(command, rest, { ...owner(identity), cwd: '/', env: environment(binaries), stdio: 'ignore' }).status === 0
  );
}

export function owner(identity: Identity): { uid?: number; gid?: number } {
  return identity.uid === undefined ? {} : { uid: identity.uid, gid: identity.gid! };
}
