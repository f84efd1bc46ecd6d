// Plain JavaScript without dependencies: this runs on Node 20.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';

const leastMajor = 24;

/**
 * True if this process already is Node 24 or newer. Otherwise the script is started again on the pinned Node, as a child
 * that gets the same arguments, terminal and signals, and this process only waits for it.
 */
export function onPinnedNode(root, script) {
  if (Number(process.versions.node.split('.')[0]) >= leastMajor) return true;
  const pinned = pinnedNode(root);
  if (pinned === undefined) {
    complain(`the npm package ${packageName()}, which brings Node ${leastMajor} along, is not installed`);
    process.exit(2);
  }
  const child = spawn(pinned, [...process.execArgv, script, ...process.argv.slice(2)], { stdio: 'inherit' });
  // Ctrl-C reaches the child by itself (same terminal); a signal sent to this process alone must be passed on. The child
  // cannot tell, and does not mind to be told twice.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    // ENOENT on a system with another C library: the file is there, what loads it is not.
    complain(`the Node ${leastMajor} that came along cannot be run here (${error.code ?? error.message})`);
    process.exit(2);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
  return false;
}

/** Found as any module is: below the package, or beside it where npm has put both into one folder. */
function pinnedNode(root) {
  try {
    const manifest = createRequire(join(root, 'package.json')).resolve(`${packageName()}/package.json`);
    const file = join(dirname(manifest), 'bin', 'node');
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined;
  }
}

function packageName() {
  return `node-${process.platform}-${process.arch}`;
}

function complain(reason) {
  console.error(
    `hermod: Node ${process.versions.node} is too old, and ${reason}. Install Node ${leastMajor} or newer, ` +
      'or install Hermod with its optional dependencies',
  );
}
