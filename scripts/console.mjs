// Brings console/dist up to date with the sources of the console. Plain JavaScript without dependencies: this is looked at
// at every start. `node scripts/console.mjs` builds where needed and fails if it cannot.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './ensure.mjs';

const folder = join(root, 'console');
const stamp = join(folder, 'dist', '.stamp');
/** All that the build is made of: the rules of texts and numbers are the service's own. */
const parts = [
  'console/src',
  'console/scripts',
  'console/guides',
  'docs',
  'README.md',
  'console/index.html',
  'console/vite.config.ts',
  'console/package.json',
  'src/domain',
  'package-lock.json',
];

/** True if there is a build that fits the sources. The service also runs with an old one, or with none. */
export function ensureConsole(say = () => {}) {
  if (!existsSync(join(folder, 'src'))) return existsSync(stamp);
  const wanted = sourceHash();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true;
  if (!existsSync(join(root, 'node_modules', 'vite'))) {
    say(existsSync(stamp) ? 'older than its sources' : 'not built');
    say('building it needs the development dependencies: npm ci, then start again');
    return false;
  }
  return build(wanted, say);
}

function build(hash, say) {
  const began = Date.now();
  say('building …');
  const script = join(folder, 'scripts', 'build.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--no-warnings', script, hash], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) say(`could not be built:\n${stdout}${stderr}`.trimEnd());
  else say(`built in ${((Date.now() - began) / 1_000).toFixed(1)} s, ${stdout.trim().split('\n').at(-1)}`);
  return status === 0;
}

function sourceHash() {
  const hash = createHash('sha256');
  for (const file of parts.flatMap(filesOf)) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesOf(part) {
  const path = join(root, part);
  if (/\.\w+$/.test(part)) return existsSync(path) ? [path] : [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = ensureConsole((text) => console.log(`console: ${text}`)) ? 0 : 1;
}
