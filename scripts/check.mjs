import { ensureInstalled } from './ensure.mjs';
import { quietly } from './run.mjs';

ensureInstalled();
const checks = [
  [
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
  ],
  ['types', 'tsc', '--singleThreaded'],
  ['types of the console', 'tsc', '-p', 'console', '--singleThreaded'],
  ['format and lint', 'biome', 'check', '--error-on-warnings', '.'],
  ['types of the API, as the console knows them', 'node', 'console/scripts/types.mjs', '--check'],
  ['types of the SDK', 'tsc', '-p', 'packages/sdk', '--noEmit', '--singleThreaded'],
  ['types of the API, as the clients know them', 'node', 'packages/scripts/generate.mjs', '--check'],
  ['import direction and circles', 'node', 'scripts/imports.ts'],
  ['expressions of linear time', 'node', 'scripts/expressions.ts'],
  ['words to avoid', 'node', 'scripts/words.ts'],
];

/**
 * Two at a time, each on one core, the long ones first. On several cores, checkers of types repeat each other's work: they take up to twice
 * the processor time. Collecting garbage half as often saves another sixth.
 */
Object.assign(process.env, { GOMAXPROCS: '1', GOGC: '200' });
const passed = [];
const work = async () => {
  for (let next = checks.shift(); next !== undefined; next = checks.shift()) passed.push(await quietly(...next));
};
await Promise.all([work(), work()]);
process.exitCode = passed.every(Boolean) ? 0 : 1;
