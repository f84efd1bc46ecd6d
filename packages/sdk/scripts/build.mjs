// Compiles src/ into dist/ or the folder that is named: modules with declarations for `import`, and for `require` one CommonJS file with
// declarations of its own. Node strips no types under node_modules.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = fileURLToPath(new URL('..', import.meta.url));
const target = resolve(process.argv[2] ?? join(home, 'dist'));

rmSync(target, { recursive: true, force: true });
run('tsc', '-p', home, '--outDir', target);
run(
  'rolldown',
  join(target, 'index.js'),
  '--format',
  'cjs',
  '--platform',
  'neutral',
  '--file',
  join(target, 'index.cjs'),
);
for (const file of declarations()) {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, withEnding(text, '.js'));
  // A declaration ending in .d.ts is one of a module here, which `require` may not load under node16.
  writeFileSync(file.replace(/\.d\.ts$/, '.d.cts'), withEnding(text, '.cjs'));
}

function run(tool, ...args) {
  const program = fileURLToPath(new URL(`../../../node_modules/.bin/${tool}`, import.meta.url));
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status === 0) return;
  process.stdout.write(`${stdout}${stderr}`);
  process.exit(status ?? 1);
}

function declarations() {
  return readdirSync(target, { recursive: true })
    .filter((name) => name.endsWith('.d.ts'))
    .map((name) => join(target, name));
}

/** The compiler rewrites the endings of imports in code, but not in declarations. */
function withEnding(text, ending) {
  return text.replaceAll(/((?:from|import\() ?['"]\.{1,2}\/[^'"\n]*)\.ts(?=['"])/g, `$1${ending}`);
}
