import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './ensure.mjs';

const bin = join(root, 'node_modules', '.bin');
// The pinned Node comes first, regardless of the caller's PATH.
const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}` };

/** Runs a tool and prints how long it took; shows its output only if it fails. Resolves with its success. */
export async function quietly(title, command, ...args) {
  const began = Date.now();
  const child = spawn(join(bin, command), args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`${code === 0 ? '✓' : '✗'} ${title} (${seconds} s)`);
  if (code !== 0) console.error(output);
  return code === 0;
}

/** Runs a tool with its output shown; resolves with its exit code. */
export function openly(command, ...args) {
  return openlyWith({}, command, ...args);
}

/** The same with additional environment variables. */
export function openlyWith(variables, command, ...args) {
  const child = spawn(join(bin, command), args, { cwd: root, env: { ...env, ...variables }, stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  process.on('SIGINT', () => {});
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
}
