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
/** The hash of the lock file and what is installed of it. Written last; while packages are added it names the process that adds them. */
const stamp = join(root, 'node_modules', '.hermod-installed');
const pinnedNode = join(root, 'node_modules', '.bin', 'node');
/** A development dependency: npm lists it in node_modules only if it has installed them all. */
const developmentOnly = 'node_modules/vite';
/** Exists only while the package is built. */
export const shrinkwrap = join(root, 'npm-shrinkwrap.json');

/**
 * Installs packages if node_modules is missing or does not match the lock file. `running`: only what the service needs, 10 s instead
 * of 26 s on two cores. Packages are then added below a running service, which keeps the files that it uses.
 */
export function ensureInstalled(extent = 'everything') {
  const hash = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  waitForOther(hash);
  const [stampHash, state = 'everything'] = stampOf();
  const isCurrent = stampHash === hash && state !== 'adding';
  if (isCurrent && (state === 'everything' || extent === state)) return;
  if (isCurrent) add(hash);
  else if (installedByHand('everything')) return mark(hash, 'everything');
  else if (extent === 'running' && installedByHand(extent)) return;
  else install(extent);
  mark(hash, extent);
}

/** Whether `ensureInstalled('running')` has left out the rest. What was left out by hand stays so. */
export function leftOutByUs() {
  return stampOf()[1] === 'running';
}

/** Another process adds packages, for example beside a running service. One that was killed has left them incomplete. */
function waitForOther(hash) {
  const until = Date.now() + 300_000;
  for (;;) {
    const [stampHash, state, pid] = stampOf();
    if (stampHash !== hash || state !== 'adding' || !isAlive(Number(pid)) || Date.now() > until) return;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
}

function stampOf() {
  return existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
}

function mark(...words) {
  try {
    writeFileSync(stamp, words.join(' '));
  } catch (error) {
    // Installed by root and run by another user: without the stamp, the check runs again next time.
    if (!['EACCES', 'EROFS'].includes(error.code)) throw error;
  }
}

/** npm was run by hand after the lock file, and after an interrupted installation, last changed: the dependencies are current. */
function installedByHand(extent) {
  if (!existsSync(installed)) return false;
  const time = statSync(installed).mtimeMs;
  const isNewer = time >= statSync(lockFile).mtimeMs && !(stampOf()[1] === 'adding' && time < statSync(stamp).mtimeMs);
  return isNewer && (extent === 'running' || readFileSync(installed, 'utf8').includes(`"${developmentOnly}"`));
}

/** From nothing: an interrupted run leaves no list of what is installed, and is repeated. */
function install(extent) {
  const omitted = extent === 'running' ? ['--omit=dev'] : [];
  timed(
    () => {
      npm(process.env, 'ci', ...omitted);
      if (leavesOut() && existsSync(pinnedNode)) npm(onPinnedNode(), 'install', '--no-save', ...omitted);
    },
    `npm ci${omitted.map((each) => ` ${each}`).join('')}`,
  );
}

/** Adds the development dependencies. The stamp says so until they are complete: a package that is cut off looks whole to npm. */
function add(hash) {
  mark(hash, 'adding', process.pid);
  timed(
    () => npm(leavesOut() && existsSync(pinnedNode) ? onPinnedNode() : process.env, 'install', '--no-save'),
    'npm install',
  );
}

function timed(work, command) {
  console.error(`hermod: installing dependencies (${command}), once …`);
  const began = Date.now();
  // Left behind by a killed `npm pack`. npm would use it as the lock file, but it has no development dependencies.
  rmSync(shrinkwrap, { force: true });
  work();
  console.error(`hermod: dependencies installed in ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

function onPinnedNode() {
  return { ...process.env, PATH: `${dirname(pinnedNode)}${delimiter}${process.env['PATH']}` };
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

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** On older versions of Node, npm silently omits the binaries of some tools; a second run on the pinned Node adds them. */
function leavesOut() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return !(major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19));
}
