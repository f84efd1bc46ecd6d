/** The complete programs of the guide, run unchanged. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { atEnd } from '../harness/endings.ts';
import type { Client } from './clients.ts';

const guide = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'guides', 'sdk.md'), 'utf8');

/** In the order of the guide: send, errors, lists, webhooks. */
export function programsOf({ fence }: Client): string[] {
  return [...guide.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, name]) => name === fence)
    .map(([, , code]) => code!);
}

export type Program = { child: ChildProcess; output(): string; ended: Promise<number | null> };

let count = 0;

export function start(
  { folder, program, fence, env }: Client,
  code: string,
  variables: Record<string, string>,
): Program {
  count += 1;
  const file = join(folder, `program-${count}.${fence === 'ts' ? 'ts' : 'py'}`);
  writeFileSync(file, code);
  const own = { ...env, ...variables, PYTHONUNBUFFERED: '1', IN_HERMOD_TEST_RUN: inject('runId') };
  const child = spawn(program, [file], { env: { ...process.env, ...own }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  atEnd(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, output: () => output, ended };
}
