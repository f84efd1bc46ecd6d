// All tests, and a second try for files that have failed among others: what it can excuse, and what it cannot.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from './ensure.mjs';
import { openlyWith } from './run.mjs';

/** More files than these at once are no accident. */
const mostUnsteady = 3;

/**
 * Processes, sockets and clocks beside other files on few cores: a machine that stands still for a second can fail a test
 * that is right. What fails alone as well is wrong. What does not is named, for somebody to mend; where `strict`, it fails
 * the run unless it is among the `known`. Faults (an unhandled error, a process left behind) have no second chance.
 */
export async function runSuite({ args = [], folder = root, known, strict }) {
  const { code, failed, faults } = await observed(folder, args);
  if (code === 0) return 0;
  for (const text of faults) console.log(`\nFAULT, whatever a second try says: ${text}`);
  if (faults.length > 0 || failed.length === 0 || failed.length > mostUnsteady) return code;
  console.log(`\nOnce more, alone: ${failed.join(', ')}\n`);
  const again = await observed(folder, [...args, '--maxWorkers=1', ...failed]);
  if (again.code !== 0) return again.code;
  console.log(`\nUNSTEADY, failed once and passed alone: ${failed.join(', ')}`);
  const unexcused = failed.filter((file) => !known.some((entry) => entry.file === file));
  if (!strict || unexcused.length === 0) return 0;
  console.log(`Mend them, or list them in test/unsteady.json with a reason and a date: ${unexcused.join(', ')}`);
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
