/** A port reserved by one process is not given to another before it is listened on. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { isNightly } from '../harness/nightly.ts';

const module = join(import.meta.dirname, '..', '..', 'chaos', 'free-port.ts');

/** A process that reserves `count` ports, prints them, and stays alive. */
async function drawer(count: number): Promise<number[]> {
  const code = `
    const { freePort } = await import(${JSON.stringify(module)});
    const ports = [];
    for (let index = 0; index < ${count}; index++) ports.push(await freePort());
    console.log(JSON.stringify(ports));
    process.stdin.resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    env: { ...process.env, IN_HERMOD_TEST_RUN: inject('runId') },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  return JSON.parse(line) as number[];
}

test.runIf(isNightly)('processes that reserve ports at the same time never get the same one', async () => {
  const ports = (await Promise.all(Array.from({ length: 12 }, () => drawer(40)))).flat();
  expect(new Set(ports).size).toBe(ports.length);
});
