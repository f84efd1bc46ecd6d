// Compiles src/ to JavaScript and declarations, into dist/ or the folder that is named: Node strips no types under node_modules.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = fileURLToPath(new URL('..', import.meta.url));
const target = resolve(process.argv[2] ?? join(home, 'dist'));
const compiler = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url));

rmSync(target, { recursive: true, force: true });
const { status } = spawnSync(compiler, ['-p', home, '--outDir', target], { stdio: 'inherit' });
process.exitCode = status ?? 1;
if (status === 0) for (const file of declarations()) writeFileSync(file, withoutTs(readFileSync(file, 'utf8')));

function declarations() {
  return readdirSync(target, { recursive: true })
    .filter((name) => name.endsWith('.d.ts'))
    .map((name) => join(target, name));
}

/** The compiler writes the endings of imports anew in code, but not in declarations. */
function withoutTs(text) {
  return text.replaceAll(/(from '\.{1,2}\/[^'\n]*)\.ts'/g, "$1.js'");
}
