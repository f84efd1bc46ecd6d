// `npm test`: installs what is missing, checks, and runs all tests. Arguments go to the test runner and skip the checks.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ensureInstalled, root } from './ensure.mjs';
import { openly } from './run.mjs';

/** More files than these at once are no accident. */
const mostUnsteady = 3;

ensureInstalled();
const chosen = process.argv.slice(2);
process.exitCode = chosen.length > 0 ? await openly('vitest', 'run', ...chosen) : await everything();

async function everything() {
  if (spawnSync(process.execPath, [join(root, 'scripts', 'check.mjs')], { stdio: 'inherit' }).status !== 0) return 1;
  const folder = mkdtempSync(join(tmpdir(), 'hermod-results-'));
  const results = join(folder, 'results.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
  const code = await openly('vitest', 'run', ...reporters);
  const failed = code === 0 ? [] : failedFiles(results);
  rmSync(folder, { recursive: true, force: true });
  return failed.length > 0 && failed.length <= mostUnsteady ? again(failed) : code;
}

/**
 * Processes, sockets and clocks beside three other files on two cores: a machine that stands still for a second can fail a
 * test that is right. What fails alone as well is wrong; what does not is named, for somebody to mend.
 */
async function again(files) {
  console.log(`\nOnce more, alone: ${files.join(', ')}\n`);
  const code = await openly('vitest', 'run', '--maxWorkers=1', ...files);
  if (code === 0) console.log(`\nUNSTEADY, failed once and passed alone: ${files.join(', ')}`);
  return code;
}

/** None if no file failed: an error outside of all files, or a process left behind, has no second chance. */
function failedFiles(results) {
  try {
    const { testResults } = JSON.parse(readFileSync(results, 'utf8'));
    return testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(root, name));
  } catch {
    return [];
  }
}
