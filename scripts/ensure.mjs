// Plain JavaScript without dependencies: this runs before anything is installed, on Node 20.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Not import.meta.dirname, which Node knows since 20.11 only.
export const root = fileURLToPath(new URL('..', import.meta.url));
const lockFile = join(root, 'package-lock.json');
const installed = join(root, 'node_modules', '.package-lock.json');
const stamp = join(root, 'node_modules', '.hermod-installed');
const pinnedNode = join(root, 'node_modules', '.bin', 'node');

/** `npm ci` when node_modules is absent or does not belong to the lock file. */
export function ensureInstalled() {
  const hash = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  if (!installedByHand()) install();
  try {
    writeFileSync(stamp, hash);
  } catch (error) {
    // Installed by root and run by a user of its own: it is only looked at again the next time.
    if (!['EACCES', 'EROFS'].includes(error.code)) throw error;
  }
}

/** Somebody ran npm themselves after the lock file last changed: nothing to do again. */
function installedByHand() {
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(lockFile).mtimeMs;
}

function install() {
  console.error('hermod: installing dependencies (npm ci), once …');
  const began = Date.now();
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

/** For a Node older than these, npm silently leaves out the binaries of tools; on the pinned Node it adds them. */
function leavesOut() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return !(major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19));
}

/**
 * True if this process already is Node 24 or newer. Otherwise the script is started again on the pinned Node, as a child
 * that gets the same arguments, terminal and signals, and this process only waits for it.
 */
export function onPinnedNode(script) {
  if (Number(process.versions.node.split('.')[0]) >= 24) return true;
  if (!existsSync(pinnedNode)) {
    console.error(`hermod: there is no pinned Node for ${process.platform}-${process.arch}. Install Node 24 or newer.`);
    process.exit(2);
  }
  const child = spawn(pinnedNode, [...process.execArgv, script, ...process.argv.slice(2)], { stdio: 'inherit' });
  // Ctrl-C reaches the child by itself (same terminal); a signal sent to this process alone must be passed on. The child
  // cannot tell, and does not mind to be told twice.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`hermod: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
  return false;
}
