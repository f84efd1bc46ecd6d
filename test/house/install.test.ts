/** The npm calls of `npm start` and `npm test`, with a fake npm that only records its arguments. */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

const lock = '{"lockfileVersion":3}';
const hash = createHash('sha256').update(lock).digest('hex');
let clone: string;

/** As with npm, `ci` removes everything first, and the list of installed packages is written last. */
const npm = `#!/bin/sh
echo "$*" >> calls
[ "$1" = ci ] && rm -rf node_modules
mkdir -p node_modules
[ -e killed ] && rm killed && kill -9 $PPID && exit 1
case "$*" in *--omit=dev*) list='{}' ;; *) list='{"packages":{"node_modules/vite":{}}}' ;; esac
echo "$list" > node_modules/.package-lock.json
`;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'hermod-install-'));
  onTestFinished(() => rmSync(clone, { recursive: true, force: true }));
  for (const folder of ['scripts', 'bin']) mkdirSync(join(clone, folder));
  copyFileSync(join(import.meta.dirname, '../../scripts/ensure.mjs'), join(clone, 'scripts/ensure.mjs'));
  writeFileSync(join(clone, 'package-lock.json'), lock);
  writeFileSync(join(clone, 'bin/npm'), npm);
  chmodSync(join(clone, 'bin/npm'), 0o755);
});

function commandFor(extent: 'running' | 'everything') {
  const code = `import('./scripts/ensure.mjs').then((ensure) => ensure.ensureInstalled('${extent}'))`;
  const env = { ...process.env, PATH: `${join(clone, 'bin')}${delimiter}${process.env['PATH']}` };
  return { code, options: { cwd: clone, env, encoding: 'utf8' } as const };
}

/** The npm calls of the installation. */
function install(extent: 'running' | 'everything'): string[] {
  rmSync(join(clone, 'calls'), { force: true });
  const { code, options } = commandFor(extent);
  spawnSync(process.execPath, ['-e', code], options);
  return callsSoFar();
}

function callsSoFar(): string[] {
  const file = join(clone, 'calls');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  return lines.map((line) => line.replace(' --no-audit --no-fund --loglevel=error', ''));
}

test('a start installs the runtime dependencies, and the tests add the rest', () => {
  expect(install('running')).toEqual(['ci --omit=dev']);
  expect(install('running')).toEqual([]);
  expect(install('everything')).toEqual(['install --no-save']);
  expect(install('everything')).toEqual([]);
  expect(install('running')).toEqual([]);
});

test('the tests install everything, which is enough for a start', () => {
  expect(install('everything')).toEqual(['ci']);
  expect(install('running')).toEqual([]);
});

test('an interrupted installation is repeated', () => {
  writeFileSync(join(clone, 'killed'), '');
  expect(install('running')).toEqual(['ci --omit=dev']);
  expect(install('running')).toEqual(['ci --omit=dev']);
  expect(install('running')).toEqual([]);
});

test.each([
  ['running', 'ci --omit=dev'],
  ['everything', 'ci'],
] as const)('packages that were added halfway are not trusted: %s', (extent, command) => {
  install('running');
  writeFileSync(join(clone, 'killed'), '');
  expect(install('everything')).toEqual(['install --no-save']);
  expect(install(extent)).toEqual([command]);
  expect(install(extent)).toEqual([]);
});

test('a process that is installing packages is waited for', async () => {
  install('running');
  const other = spawn('sleep', ['600']);
  onTestFinished(() => void other.kill());
  writeFileSync(join(clone, 'node_modules/.hermod-installed'), `${hash} adding ${other.pid}`);
  rmSync(join(clone, 'calls'));
  const { code, options } = commandFor('everything');
  const waiting = spawn(process.execPath, ['-e', `${code}.then(() => console.log('installed'))`], options);
  const ended = new Promise((resolve) => waiting.on('exit', resolve));
  writeFileSync(join(clone, 'node_modules/.hermod-installed'), `${hash} everything`);
  expect(await ended).toBe(0);
  expect(callsSoFar()).toEqual([]);
});

test('after a manual install without development dependencies, a start installs nothing', () => {
  mkdirSync(join(clone, 'node_modules'));
  writeFileSync(join(clone, 'node_modules/.package-lock.json'), '{}');
  expect(install('running')).toEqual([]);
  expect(existsSync(join(clone, 'node_modules/.hermod-installed'))).toBe(false);
});
