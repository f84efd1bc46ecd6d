// Plain JavaScript without dependencies: this runs at every start.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from './ensure.mjs';

const source = join(root, 'src');
const compiled = join(root, 'lib');
/** `hermod smsc` and `hermod listen` are compiled beside the service. */
const tools = join(root, 'tools');

/**
 * What a process runs: lib/, which is src/ and tools/ without their types. Node could strip the types at every start, but then each
 * process keeps the compiler in its memory (20 MB). Stale files are compiled first; where lib/ cannot be written, the source runs.
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
  return [source, tools]
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => ({ file, target: targetOf(file) }));
}

/** Where a source file is compiled to: `src/x.ts` to `lib/x.js`, `tools/x.ts` to `lib/tools/x.js`. */
export function targetOf(file) {
  const isTool = file.startsWith(tools + sep);
  const name = relative(isTool ? root : source, file);
  return join(compiled, name.replace(/\.ts$/, '.js'));
}

/** In whole milliseconds, since that is what can be set. */
export function timeOf(file) {
  return Math.floor(statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
}
