/** Short runs of the scenarios, shortest in `npm test`; `npm run chaos` runs the long ones. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { databaseParent } from '../harness/folders.ts';
import { isNightly } from '../harness/nightly.ts';

const entry = join(import.meta.dirname, '..', '..', 'chaos', 'run.ts');

/** Resolves with the output of a run in which every promise was kept; otherwise the error shows the output. */
async function chaos(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [entry, ...args, '--hurry', '--processes', '1'], {
    env: { ...process.env, TMPDIR: databaseParent, IN_HERMOD_TEST_RUN: inject('runId') },
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
/** Two nodes start, and every killed process starts again, on a machine that runs other tests. */
const timeout = 300_000;
/** Suits nodes that get a tenth of a processor: at a higher rate they would only process requests that have timed out. */
const usual = ['--seconds', isNightly ? '30' : '3', '--rate', '5', '--seed', seed];

test('after repeated kills no message is lost, over HTTP and SMPP', { timeout }, async () => {
  const output = await chaos(...['kill', '--smpp', '--nodes', '2', '--every', '1.5'], ...usual);
  expect(output).toContain(`--seed ${seed}`);
  expect(output).toMatch(/of them over SMPP +[1-9]/);
});

test('on a faulty network no message is lost', { timeout }, async () => {
  await chaos(...['faults', '--nodes', isNightly ? '2' : '1', '--every', '0.5'], ...usual);
});
