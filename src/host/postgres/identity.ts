import { spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { exitCodes, Problem } from '../../base/problem.ts';
import { type Binaries, environment } from './binaries.ts';

/** As whom PostgreSQL runs: it refuses root, so root has to step down without adding anybody to the system. */
export type Identity = {
  /** Put in front of every command. */
  readonly prefix: readonly string[];
  /** For child_process, and the owner of the files. */
  readonly uid?: number;
  readonly gid?: number;
};

const nobody = 65_534;

/**
 * What root runs PostgreSQL as. Of `nobody`, whose processes would share its files and its socket, many programs make use; this
 * number has no name: systemd leaves 65520 to 65533 unused, and Debian reserves them.
 */
const ownUser = 65_530;

export function chooseIdentity(binaries: Binaries, folder: string): Identity {
  if (process.getuid?.() !== 0) {
    // initdb insists on a user name, and a container's user often has none.
    return !hasName() && works({ prefix }, binaries, folder) ? { prefix } : { prefix: [] };
  }
  const own: Identity = { prefix: [], uid: ownUser, gid: ownUser };
  if (works(own, binaries, folder)) return own;
  // It cannot get in where a folder above is closed to others (a clone under /root).
  const renamed: Identity = { prefix, uid: 0, gid: 0 };
  if (works(renamed, binaries, folder)) return renamed;
  throw new Problem(
    `PostgreSQL does not run as root, and user ${ownUser} cannot reach ${folder} or the binaries`,
    'Start as a normal user, move the folder, or set DATABASE_URL',
    exitCodes.unavailable,
  );
}

/** A user namespace keeps the owner of files and only shows PostgreSQL another number. */
const prefix = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`];

/**
 * As whom a cluster is created: initdb insists on a user name, which the server does not. Without user namespaces it is created as
 * `nobody`, empty and without a password, and changes hands before the server runs.
 */
export function creatorOf(identity: Identity, binaries: Binaries, folder: string): Identity {
  if (identity.uid !== ownUser) return identity;
  const named = { ...identity, prefix };
  return works(named, binaries, folder) ? named : { prefix: [], uid: nobody, gid: nobody };
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/** Tried for real rather than derived from permission bits: access lists and mount options count as well. */
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
