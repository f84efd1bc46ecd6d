// `npm pack` and `npm publish` call this first: everything that is in the package and not in the repository is made here.
// `--done` takes away what must not stay.
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
    throw new Error('lib/ does not fit src/ and tools/: another process has written to one of them');
  if (!ensureConsole((text) => console.error(`console: ${text}`))) process.exit(1);
  writeFileSync(shrinkwrap, `${JSON.stringify(lockOfPackage(), null, 2)}\n`);
}

/**
 * The exact versions that were tested, for whoever installs the package: npm takes them from this file, and would otherwise take
 * the newest that every dependency of a dependency allows. What only developers need is left out.
 */
function lockOfPackage() {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { devDependencies: _dev, workspaces: _workspaces, ...top } = lock.packages[''];
  const needed = Object.entries(lock.packages).filter(
    ([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link,
  );
  return { ...lock, packages: { '': top, ...Object.fromEntries(needed) } };
}
