// `npm test`: installs what is missing, checks, and runs all tests. Arguments go to the test runner and skip the checks.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, root } from './ensure.mjs';
import { openly } from './run.mjs';

ensureInstalled();
const chosen = process.argv.slice(2);
const checked =
  chosen.length > 0 ||
  spawnSync(process.execPath, [join(root, 'scripts', 'check.mjs')], { stdio: 'inherit' }).status === 0;
process.exitCode = checked ? await openly('vitest', 'run', ...chosen) : 1;
