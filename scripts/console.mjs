// Brings console/dist up to date with the sources of the console. Plain JavaScript without dependencies: this is looked at
// at every start. `node scripts/console.mjs` builds where needed and fails if it cannot.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureInstalled, leftOutByUs, root } from './ensure.mjs';

const folder = join(root, 'console');
const stamp = join(folder, 'dist', '.stamp');
/** The process that builds; read by src/api/console/pages.ts. */
const building = join(folder, 'dist.building');
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

/**
 * Builds beside the service that starts in this process, if the build does not fit the sources: the API is ready 20 s earlier, and the
 * pages of the console are read from disk per request. Ends with this process.
 */
export function buildConsoleBeside() {
  if (!existsSync(join(folder, 'src')) || isBuilt(sourceHash())) return;
  const script = fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, ['--no-warnings', script, '--beside'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    // A group of its own: npm, which it may run, has to end with it.
    detached: true,
  });
  child.on('error', (error) => console.error(`hermod: console: could not be built: ${error.message}`));
  child.unref();
  const { pid } = child;
  if (pid === undefined) return;
  writeIfPossible(String(pid));
  try {
    setPriority(pid, 10);
  } catch {
    // It has ended already.
  }
  process.on('exit', () => {
    try {
      if (child.exitCode === null) process.kill(-pid, 'SIGTERM');
    } catch {
      // It ends at this moment.
    }
  });
}

function writeIfPossible(pid) {
  try {
    writeFileSync(building, pid);
  } catch {
    // The clone belongs to another user: the page then says that the console is not built.
  }
}

/** Installs what the build needs, unless it was left out by hand. */
function buildBeside() {
  try {
    if (leftOutByUs()) ensureInstalled();
    return ensureConsole((text) => console.error(`hermod: console: ${text}`));
  } finally {
    rmSync(building, { force: true });
  }
}

function isBuilt(wanted) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
}

/** True if there is a build that fits the sources. The service also runs with an old one, or with none. */
export function ensureConsole(say = () => {}) {
  if (!existsSync(join(folder, 'src'))) return existsSync(stamp);
  const wanted = sourceHash();
  if (isBuilt(wanted)) return true;
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
  const isThere = process.argv.includes('--beside')
    ? buildBeside()
    : ensureConsole((text) => console.log(`console: ${text}`));
  process.exitCode = isThere ? 0 : 1;
}
