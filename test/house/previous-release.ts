/** The previous release, from the history of the repository, started as its users start it. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

export const { version: previousVersion, commit } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'previous-release.json'), 'utf8'),
) as { version: string; commit: string };

/** Its launcher; undefined without history, as in a tarball or a shallow clone. */
export function previousRelease(): string | undefined {
  if (spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).status !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'hermod-previous-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const archive = join(folder, 'previous.tar');
  // Without its sources the console is not built, which would take longer than everything else.
  for (const [command, args] of [
    ['git', ['-C', root, 'archive', `--output=${archive}`, commit]],
    ['tar', ['-xf', archive, '-C', folder, '--exclude=console/src', '--exclude=test', '--exclude=docs']],
  ] as const) {
    const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command} has failed: ${stderr}`);
  }
  linkModules(folder);
  return join(folder, 'bin', 'hermod.mjs');
}

/** Installed separately, with its own stamp: the launcher would install into a link to our packages. */
function linkModules(folder: string): void {
  const [from, to] = [join(root, 'node_modules'), join(folder, 'node_modules')];
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    if (!name.startsWith('.hermod')) symlinkSync(join(from, name), join(to, name));
  }
  const lock = readFileSync(join(folder, 'package-lock.json'));
  writeFileSync(join(to, '.hermod-installed'), createHash('sha256').update(lock).digest('hex'));
}
