/**
 * Attacks at a thousandth of their strength: each one runs, ends and is judged, and nothing fails, exits or grows. `npm run chaos`
 * measures the effect on other customers.
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { attacks } from '../../chaos/attacks/all.ts';
import { broken, percentile, type Round } from '../../chaos/bounds.ts';
import { databaseParent } from '../harness/folders.ts';
import { isNightly } from '../harness/nightly.ts';

const entry = join(import.meta.dirname, '..', '..', 'chaos', 'run.ts');

async function chaos(...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [entry, 'attack', ...args], {
    env: { ...process.env, TMPDIR: databaseParent, IN_HERMOD_TEST_RUN: inject('runId') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, output };
}

/** Time bounds, which other tests on this machine can break as well. */
const timed = /^(\/health\/live took|send p99|first report p99) /;

test.runIf(isNightly)('weak attacks break no bounds except time bounds', async () => {
  const names = ['mail-dashes', 'pipelining'];
  const { code, output } = await chaos(...names, '--seconds', '2', '--strength', '0.001');
  const faults = names.map((name) => {
    const row = new RegExp(`^${name} .* [0-9.]+ (?:e-mails|requests)/s .* (?:held|BROKEN: (.+))$`, 'm').exec(output);
    expect(row, output).not.toBeNull();
    return row![1]?.split('; ') ?? [];
  });
  expect(faults.flat().filter((fault) => !timed.test(fault))).toEqual([]);
  expect(code, output).toBe(faults.flat().length === 0 ? 0 : 1);
  // A run with a broken bound keeps its logs, which are needed only if the test fails.
  rmSync(/^chaos: logs in (\S+)$/m.exec(output)![1]!, { recursive: true, force: true });
});

test('an unknown attack starts nothing and lists the known ones', async () => {
  const { code, output } = await chaos('mail-dashes', 'tickle');
  expect(code).toBe(2);
  expect(output).toContain('Unknown attack tickle');
  for (const { name } of attacks) expect(output).toContain(name);
});

test('names are unique, since databases and folders are named after them', () => {
  const names = attacks.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9-]{1,40}$/);
});

describe('the bounds', () => {
  const seen = (ms: number) => ({ sends: [ms], reports: [ms], lives: [ms], failures: {} });
  const calm: Round = {
    alone: seen(20),
    beside: seen(60),
    watched: { memoryMegabytes: 300, deaths: 0, logMegabytes: 0 },
    failures: {},
  };

  const cases: [what: string, round: Round, lines: string[]][] = [
    ['three times as long', { ...calm, alone: seen(50), beside: seen(150) }, []],
    ['more than three times, up to 100 ms', { ...calm, beside: seen(100) }, []],
    [
      'more than three times and 100 ms',
      { ...calm, alone: seen(50), beside: seen(151) },
      ['send p99 151 ms, not within 150 ms', 'first report p99 151 ms, not within 150 ms'],
    ],
    [
      'a look at /health/live',
      { ...calm, beside: { ...calm.beside, lives: [3, 1_001] } },
      ['/health/live took 1001 ms'],
    ],
    ['failures', { ...calm, beside: { ...calm.beside, failures: { 'no report': 2 } } }, ['2 × no report']],
    ["the attack's own failures", { ...calm, failures: { 'a code was guessed': 1 } }, ['1 × a code was guessed']],
    ['deaths', { ...calm, watched: { ...calm.watched, deaths: 1 } }, ['1 processes ended']],
    ['memory', { ...calm, watched: { ...calm.watched, memoryMegabytes: 1_025 } }, ['1025 MB of memory']],
    ['log', { ...calm, watched: { ...calm.watched, logMegabytes: 6 } }, ['6.0 MB of log']],
  ];

  test.each(cases)('%s', (_what, round, lines) => {
    expect(broken(round, 1_024)).toEqual(lines);
  });

  test('percentiles are observed values', () => {
    const values = Array.from({ length: 200 }, (_, index) => 200 - index);
    expect([percentile(values, 50), percentile(values, 99), percentile([7], 99), percentile([], 99)]).toEqual([
      100, 198, 7, 0,
    ]);
  });
});
