// Plain JavaScript without dependencies: this runs before anything is installed, on Node 20.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Not import.meta.dirname, which Node has only since 20.11.
export const root = fileURLToPath(new URL('..', import.meta.url));
const lockFile = join(root, 'package-lock.json');
const installed = join(root, 'node_modules', '.package-lock.json');
const stamp = join(root, 'node_modules', '.hermod-installed');
const pinnedNode = join(root, 'node_modules', '.bin', 'node');
/** Exists only while the package is built. */
export const shrinkwrap = join(root, 'npm-shrinkwrap.json');

/** Runs `npm ci` if node_modules is missing or does not match the lock file. */
export function ensureInstalled() {
  const hash = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  if (!installedByHand()) install();
  try {
    writeFileSync(stamp, hash);
  } catch (error) {
    // Installed by root and run by another user: without the stamp, the check runs again next time.
    if (!['EACCES', 'EROFS'].includes(error.code)) throw error;
  }
}

/** npm was run by hand after the lock file last changed, so the dependencies are current. */
function installedByHand() {
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(lockFile).mtimeMs;
}

function install() {
  console.error('hermod: installing dependencies (npm ci), once …');
  const began = Date.now();
  // Left behind by a killed `npm pack`. npm would use it as the lock file, but it has no development dependencies.
  rmSync(shrinkwrap, { force: true });
  npm(process.env, 'ci');
  if (leavesOut() && existsSync(pinnedNode)) {
    const path = `${dirname(pinnedNode)}${delimiter}${process.env['PATH']}`;
    npm({ ...process.env, PATH: path }, 'install', '--no-save');
  }
  console.error(`hermod: dependencies installed in ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

function npm(env, ...args) {
  const { status } = spawnSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    env,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  console.error(
    `hermod: npm ${args[0]} failed (see above). Check that the npm registry can be reached, then run this again.`,
  );
  process.exit(status ?? 1);
}

/** On older versions of Node, npm silently omits the binaries of some tools; a second run on the pinned Node adds them. */
function leavesOut() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return !(major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19));
}
