// `npm test`: installs what is missing, checks, and runs all tests. Arguments go to the test runner and skip the checks.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, root } from './ensure.mjs';
import { openly } from './run.mjs';
import { runSuite } from './suite.mjs';

ensureInstalled();
const chosen = process.argv.slice(2);
process.exitCode = chosen.length > 0 ? await openly('vitest', 'run', ...chosen) : await everything();

async function everything() {
  if (spawnSync(process.execPath, [join(root, 'scripts', 'check.mjs')], { stdio: 'inherit' }).status !== 0) return 1;
  const known = JSON.parse(readFileSync(join(root, 'test', 'unsteady.json'), 'utf8'));
  return runSuite({ known, strict: Boolean(process.env['CI']) && process.env['CI'] !== 'false' });
}
