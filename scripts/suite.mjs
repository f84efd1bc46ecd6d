// Runs all tests, then runs the failed files again on their own.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from './ensure.mjs';
import { openlyWith } from './run.mjs';

/** If more files than this fail, timing is not the cause, and nothing is repeated. */
const mostUnsteady = 3;

/**
 * Tests use processes, sockets and clocks on few cores: a machine that stalls for a second can fail a correct test. A file that
 * also fails on its own is broken. One that passes is reported as unsteady; with `strict` it fails the run unless it is listed in
 * `known`. Faults (an unhandled error, a process left behind) always fail the run.
 */
export async function runSuite({ args = [], folder = root, known, strict }) {
  const { code, failed, faults } = await observed(folder, args);
  if (code === 0) return 0;
  for (const text of faults) console.log(`\nFAULT, not repeated: ${text}`);
  if (faults.length > 0 || failed.length === 0 || failed.length > mostUnsteady) return code;
  console.log(`\nRunning again, alone: ${failed.join(', ')}\n`);
  const again = await observed(folder, [...args, '--maxWorkers=1', ...failed]);
  if (again.code !== 0) return again.code;
  console.log(`\nUNSTEADY, failed once and passed alone: ${failed.join(', ')}`);
  const unexcused = failed.filter((file) => !known.some((entry) => entry.file === file));
  if (!strict || unexcused.length === 0) return 0;
  console.log(`Fix them, or list them in test/unsteady.json with a reason and a date: ${unexcused.join(', ')}`);
  return 1;
}

async function observed(folder, args) {
  const notes = mkdtempSync(join(tmpdir(), 'hermod-results-'));
  const [failedFile, faultsFile] = [join(notes, 'failed.json'), join(notes, 'faults.jsonl')];
  const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts', 'outcome.mjs')}`];
  const variables = { TEST_FAILED_FILE: failedFile, TEST_FAULTS_FILE: faultsFile };
  try {
    const code = await openlyWith(variables, 'vitest', 'run', '--root', folder, ...reporters, ...args);
    const failed = existsSync(failedFile) ? JSON.parse(readFileSync(failedFile, 'utf8')) : [];
    const lines = existsSync(faultsFile) ? readFileSync(faultsFile, 'utf8').trimEnd().split('\n') : [];
    const faults = lines.map((line) => JSON.parse(line));
    return { code, faults, failed: failed.map((file) => relative(folder, file)) };
  } finally {
    rmSync(notes, { recursive: true, force: true });
  }
}
