/** Short runs of the scenarios; `npm run chaos` has the long ones. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';

const entry = join(import.meta.dirname, '..', '..', 'chaos', 'run.ts');

/** Resolves with the output once every promise was kept; a run that fails shows what it said. */
async function chaos(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [entry, ...args, '--hurry', '--nodes', '2', '--processes', '1'], {
    env: { ...process.env, IN_HERMOD_TEST_RUN: inject('runId') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect(output).toContain('every promise was kept');
  expect(code).toBe(0);
  return output;
}

const seed = process.env['CHAOS_SEED'] ?? '42';
// Few enough for nodes that get a tenth of a processor: with more, requests that nobody waits for any more are all they do.

test.concurrent('killed all the time, it loses nothing, by HTTP and by SMPP', { timeout: 300_000 }, async () => {
  const output = await chaos('kill', '--smpp', '--seconds', '6', '--every', '1.5', '--rate', '5', '--seed', seed);
  expect(output).toContain(`--seed ${seed}`);
  expect(output).toMatch(/of them over SMPP +[1-9]/);
});

test.concurrent('on a network that misbehaves as well', { timeout: 300_000 }, async () => {
  await chaos('faults', '--seconds', '6', '--every', '0.5', '--rate', '5', '--seed', seed);
});
