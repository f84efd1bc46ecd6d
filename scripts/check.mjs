import { ensureInstalled } from './ensure.mjs';
import { quietly } from './run.mjs';

ensureInstalled();
const passed = [
  quietly('types', 'tsc'),
  quietly('types of the console', 'tsc', '-p', 'console'),
  quietly('types of the API, as the console knows them', 'node', 'console/scripts/types.mjs', '--check'),
  quietly('types of the SDK', 'tsc', '-p', 'packages/sdk', '--noEmit'),
  quietly('types of the API, as the clients know them', 'node', 'packages/scripts/generate.mjs', '--check'),
  quietly('format and lint', 'biome', 'check', '--error-on-warnings', '.'),
  quietly(
    'promises and correctness',
    'oxlint',
    '--type-aware',
    '--deny-warnings',
    'src',
    'test',
    'bench',
    'chaos',
    'scripts',
    'tools',
    'console',
    'packages',
  ),
  quietly('import direction and circles', 'node', 'scripts/imports.ts'),
  quietly('expressions of linear time', 'node', 'scripts/expressions.ts'),
];
process.exitCode = passed.every(Boolean) ? 0 : 1;
