/** The runner of `npm test` on small suites: which failures a second run excuses, and which it never does. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { isNightly } from '../harness/nightly.ts';
import known from '../unsteady.json' with { type: 'json' };

const root = join(import.meta.dirname, '..', '..');
const passes = `import { test } from 'vitest'; test('passes', () => {});`;
/** Fails the first time only. */
const unsteady = `
import { existsSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
test('fails once', () => {
  const mark = import.meta.dirname + '/been-here';
  const before = existsSync(mark);
  writeFileSync(mark, '');
  expect(before).toBe(true);
});`;
const wrong = `import { expect, test } from 'vitest'; test('is wrong', () => expect(1).toBe(2));`;
const unhandled = `
import { test } from 'vitest';
test('passes, but for what it leaves behind', async () => {
  void Promise.reject(new Error('not caught'));
  await new Promise((resolve) => setTimeout(resolve, 10));
});`;
const leaking = `
import { spawn } from 'node:child_process';
import { inject, test } from 'vitest';
test('leaves a process', () => {
  spawn('sleep', ['300'], { env: { ...process.env, IN_HERMOD_TEST_RUN: inject('runId') }, detached: true, stdio: 'ignore' }).unref();
});`;
const setup = `
import { failOnLeakedProcesses } from ${JSON.stringify(join(root, 'test', 'harness', 'leaked-processes.ts'))};
export default (project) => {
  const runId = 'suite-' + process.pid;
  project.provide('runId', runId);
  return () => failOnLeakedProcesses(runId);
};`;
const config = `export default { test: { include: ['*.test.js'], globalSetup: ['setup.js'], pool: 'forks' } };`;

/** Each starts the test runner, most of them twice. */
const nightly = test.runIf(isNightly);

type Suite = { files: Record<string, string>; strict?: boolean; known?: { file: string }[] };

async function run({ files, ...options }: Suite): Promise<{ code: number; output: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'hermod-suite-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const all = { ...files, 'setup.js': setup, 'vitest.config.js': config, 'package.json': '{"type":"module"}' };
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text);
  const given = JSON.stringify({ folder, known: [], strict: true, ...options });
  const code = `
    const { runSuite } = await import(${JSON.stringify(join(root, 'scripts', 'suite.mjs'))});
    process.exitCode = await runSuite(${given});`;
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|TEST_)/.test(name));
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: folder,
    env: { ...Object.fromEntries(inherited), NO_COLOR: '1', IN_HERMOD_TEST_RUN: inject('runId') },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const ended = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code: ended ?? -1, output };
}

nightly('a suite without failures passes', async () => {
  const { code, output } = await run({ files: { 'a.test.js': passes } });
  expect(output).not.toContain('UNSTEADY');
  expect(code).toBe(0);
});

nightly('a file that failed and then passed alone fails a strict run', async () => {
  const { code, output } = await run({ files: { 'a.test.js': passes, 'b.test.js': unsteady } });
  expect(output).toContain('UNSTEADY, failed once and passed alone: b.test.js');
  expect(code).toBe(1);
});

nightly('a file on the list of unsteady files may fail once in a strict run', async () => {
  const { code, output } = await run({ files: { 'b.test.js': unsteady }, known: [{ file: 'b.test.js' }] });
  expect(output).toContain('UNSTEADY, failed once and passed alone: b.test.js');
  expect(code).toBe(0);
});

nightly('if the run is not strict, the file is listed and the run passes', async () => {
  const { code, output } = await run({ files: { 'b.test.js': unsteady }, strict: false });
  expect(output).toContain('UNSTEADY, failed once and passed alone: b.test.js');
  expect(code).toBe(0);
});

nightly('a file that also fails alone fails the run, listed or not', async () => {
  const { code } = await run({ files: { 'c.test.js': wrong }, known: [{ file: 'c.test.js' }], strict: false });
  expect(code).toBe(1);
});

nightly('an unhandled error fails the run, whatever else failed and passed', async () => {
  const files = { 'b.test.js': unsteady, 'd.test.js': unhandled };
  const { code, output } = await run({ files, known: [{ file: 'b.test.js' }], strict: false });
  expect(output).toContain('FAULT, not repeated: unhandled: not caught');
  expect(code).not.toBe(0);
});

nightly('a process left behind fails the run', async () => {
  const files = { 'b.test.js': unsteady, 'e.test.js': leaking };
  const { code, output } = await run({ files, known: [{ file: 'b.test.js' }], strict: false });
  expect(output).toContain('FAULT, not repeated: tests left processes running');
  expect(code).not.toBe(0);
});

test('the list of unsteady files is short, with a reason and a date for each', () => {
  expect(known.length).toBeLessThanOrEqual(3);
  for (const entry of known as unknown[])
    expect(entry).toEqual({
      file: expect.stringMatching(/\.test\.ts$/),
      reason: expect.stringMatching(/\S/),
      since: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    });
});
