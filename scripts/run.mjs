import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './ensure.mjs';

const bin = join(root, 'node_modules', '.bin');
// The pinned Node first, whoever calls.
const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}` };

/** Runs one tool of the project and says how long it took; its output is shown only when it fails. */
export function quietly(title, command, ...args) {
  const began = Date.now();
  const { status, stdout, stderr } = spawnSync(join(bin, command), args, { cwd: root, env, encoding: 'utf8' });
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`${status === 0 ? '✓' : '✗'} ${title} (${seconds} s)`);
  if (status !== 0) console.error(stdout, stderr);
  return status === 0;
}

/** Runs one tool with its output as it comes; resolves with its exit code. */
export function openly(command, ...args) {
  return openlyWith({}, command, ...args);
}

/** With these variables besides. */
export function openlyWith(variables, command, ...args) {
  const child = spawn(join(bin, command), args, { cwd: root, env: { ...env, ...variables }, stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  process.on('SIGINT', () => {});
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
}
