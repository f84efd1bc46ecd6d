// Plain JavaScript without dependencies: this runs at every start.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './ensure.mjs';

const source = join(root, 'src');
const compiled = join(root, 'lib');

/**
 * What a process runs: lib/, which is src/ without its types. Node could take them away at every start, but then each process
 * keeps the compiler in its memory (20 MB). What is out of date is compiled first; where lib/ cannot be written, the source runs.
 */
export function entryOf(name) {
  const isReady = staleSources().length === 0 || compile();
  return isReady ? join(compiled, `${name}.js`) : join(source, `${name}.ts`);
}

function compile() {
  const script = join(root, 'scripts', 'compile.mjs');
  return spawnSync(process.execPath, ['--no-warnings', script], { stdio: 'ignore' }).status === 0;
}

/** A compiled file has the time of its source. */
export function staleSources() {
  return sources().filter(({ file, target }) => timeOf(file) !== timeOf(target));
}

export function sources() {
  return readdirSync(source, { recursive: true })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => ({ file: join(source, name), target: join(compiled, name.replace(/\.ts$/, '.js')) }));
}

/** In whole milliseconds, since that is what can be set. */
export function timeOf(file) {
  return Math.floor(statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
}
