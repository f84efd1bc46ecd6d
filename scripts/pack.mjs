// `npm pack` and `npm publish` run this first, to build the files that are in the package and not in the repository.
// `--done` removes the temporary ones.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { staleSources } from './compiled.mjs';
import { ensureConsole } from './console.mjs';
import { root, shrinkwrap } from './ensure.mjs';

if (process.argv.includes('--done')) rmSync(shrinkwrap, { force: true });
else await prepare();

async function prepare() {
  await import('./compile.mjs');
  if (staleSources().length > 0)
    throw new Error('lib/ does not match src/ and tools/: another process has written to one of them');
  if (!ensureConsole((text) => console.error(`console: ${text}`))) process.exit(1);
  writeFileSync(shrinkwrap, `${JSON.stringify(lockOfPackage(), null, 2)}\n`);
}

/**
 * Pins the tested version of every dependency for those who install the package. Without this file npm would install the newest
 * versions that the ranges of transitive dependencies allow. Development dependencies are left out.
 */
function lockOfPackage() {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { devDependencies: _dev, workspaces: _workspaces, ...top } = lock.packages[''];
  const needed = Object.entries(lock.packages).filter(
    ([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link,
  );
  return { ...lock, packages: { '': top, ...Object.fromEntries(needed) } };
}
