/** Every code block in the README and in docs/ is run, or states why it is not. */
import { execFile } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { addCarrier } from '../dispatch/carrier.ts';
import { adminToken, demoKey, testService } from '../harness/service.ts';
import { type Block, blocksOf, continues } from './code-blocks.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const files = ['README.md', ...globSync('docs/**/*.md', { cwd: root }).sort()];

/** Diagrams, samples and responses, which cannot be run. JSON is parsed; the others are not checked. */
const samples = new Set(['', 'text', 'mermaid', 'json']);
const shells = new Set(['sh', 'bash']);
const programs: Record<string, { command: string; name: string }> = {
  js: { command: process.execPath, name: 'block.mjs' },
  ts: { command: process.execPath, name: 'block.ts' },
  python: { command: 'python3', name: 'block.py' },
};

/** Commands that cannot be run from a document here, and where they are run instead. Only these are removed from their blocks. */
const elsewhere: { command: RegExp; by: string }[] = [
  { command: /^(HERMOD_\w+=\S+ )?(npm|(npx )?hermod) start\b/, by: 'test/house/start.test.ts' },
  { command: /^npm test\b/, by: 'scripts/test.mjs' },
  { command: /^npm run chaos\b/, by: 'test/chaos/short.test.ts' },
  { command: /^(npx )?hermod tail\b/, by: 'test/command/traffic.test.ts' },
  { command: /^(npx )?hermod listen\b/, by: 'test/webhooks/commands.test.ts' },
  { command: /^(npx )?hermod smsc\b/, by: 'test/carriers/smsc-command.test.ts' },
  { command: /^curl -N .*\/v1\/stream\b/, by: 'test/console/stream.test.ts' },
];

/** Documents whose blocks are all run by a separate test. */
const ownTests: Record<string, string> = { 'docs/guides/sdk.md': 'test/sdk/programs.ts' };

const { base, db } = await testService({ HERMOD_SENDER_APPROVAL: 'manual' });
await addCarrier(db, 'simulator:');
// A second sender, which guides use.
await db.query('UPDATE carriers SET name = $1 WHERE id = $2', ['backup', await addCarrier(db, 'simulator:', [])]);
// Inside the project, so that its own packages resolve by name; the folder is not committed.
mkdirSync(join(root, '.vitest'), { recursive: true });
const folder = mkdtempSync(join(root, '.vitest', 'documents-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, 'data'));
writeFileSync(join(folder, 'data', 'admin-token'), `${adminToken}\n`);
writeFileSync(join(folder, 'data', 'demo-key'), `${demoKey}\n`);

const env = {
  // No other variables, so that a guide has to define those it uses: `bash -u` refuses the others.
  PATH: process.env['PATH'],
  USER: 'anna',
  HOME: folder,
  NODE_COMPILE_CACHE: join(tmpdir(), 'hermod-test-compile-cache'),
  HERMOD_URL: base,
  HERMOD_API_KEY: demoKey,
  HERMOD_ADMIN_TOKEN: adminToken,
};

/** A user's environment: the command, by itself or with npx. A refused request ends the script, which curl alone does not do. */
const prelude = `
hermod() { "$NPX_NODE" "${join(root, 'bin', 'hermod.mjs')}" "$@"; }
npx() { "$@"; }
curl() { command curl --silent --show-error --fail-with-body "$@"; }
`;

const run = (command: string, args: string[]) =>
  promisify(execFile)(command, args, { cwd: folder, env: { ...env, NPX_NODE: process.execPath } }).then(
    ({ stdout }) => stdout,
    (error: Error & { stdout: string; stderr: string }) => {
      throw new Error(`${error.message}\n${error.stdout}\n${error.stderr}`);
    },
  );

/** Blocks run here, in shell, without the commands that are run elsewhere. */
function runnable(file: string): Block[] {
  if (ownTests[file] !== undefined) return [];
  return blocksOf(read(file))
    .filter(({ language, notRun, runBy }) => !samples.has(language) && notRun === undefined && runBy === undefined)
    .map((block) => (shells.has(block.language) ? { ...block, code: withoutElsewhere(block.code) } : block));
}

function withoutElsewhere(code: string): string {
  return code
    .split('\n')
    .filter((line) => !elsewhere.some(({ command }) => command.test(line)))
    .join('\n');
}

/** The commands of a document, after those of the one that it continues, in one shell. */
function script(file: string): string {
  const before = continues(read(file));
  const own = runnable(file).filter(({ language }) => shells.has(language));
  const code = own.map((block) => `: ${file}:${block.line}\n${block.code}`).join('\n');
  return `${before === undefined ? '' : script(join(dirname(file), before))}\n${code}`;
}

const followed = new Set(files.map((file) => continues(read(file))).filter((name) => name !== undefined));
const scripts = files.filter(
  (file) => !followed.has(basename(file)) && runnable(file).some(({ language }) => shells.has(language)),
);

/** Expected output, for commands that could succeed without any effect. */
const seen: Record<string, string[]> = {
  'README.md': ['"status":"accepted"', '"segmentCount"', 'Bakery'],
  'docs/guides/quick-start.md': ['DELIVERED'],
  'docs/guides/scheduling.md': ['"status":"scheduled"', '"status":"CANCELLED"'],
  'docs/guides/inbound.md': ['Yes, please'],
  'docs/guides/templates.md': ['"version":1', '"status":"accepted"', '1. dec. 2026'],
  'docs/guides/verify.md': ['"status":"pending"', '"own":true', 'perAccount'],
  'docs/guides/prices.md': ['0.0135'],
  'docs/guides/kannel.md': ['0: Accepted for delivery'],
  'docs/guides/jasmin.md': ['Success "', '{"data":"Success'],
  'docs/guides/twilio.md': ['"status":"queued"'],
  'docs/guides/operator-traffic.md': [
    '{"imported":2}',
    '"status":"Confirmation Pending"',
    '"status":"accepted"',
    '"kind":"charge","amount":"-0.0125"',
    '"inboundId"',
    '"priority":10',
    '"name":"Trial"',
  ],
};

test.each(scripts)('the commands of %s', async (file) => {
  const code = script(file).replaceAll('http://127.0.0.1:8080', base);
  const stdout = await run('bash', ['-euo', 'pipefail', '-c', `${prelude}${code}`]);
  for (const text of seen[file] ?? []) expect(stdout).toContain(text);
});

const written = files.flatMap((file) =>
  runnable(file)
    .filter(({ language }) => programs[language] !== undefined)
    .map((block) => ({ ...block, where: `${file}:${block.line}` })),
);

if (written.length > 0)
  test.each(written)('the program of $where', async ({ language, code, line }) => {
    const { command, name } = programs[language]!;
    const script = join(folder, `${line}-${name}`);
    writeFileSync(script, code.replaceAll('http://127.0.0.1:8080', base));
    await run(command, command === process.execPath ? ['--no-warnings', script] : [script]);
  });

test.each(files)('%s: a block that is not run states why, or where it is run', (file) => {
  const own = ownTests[file];
  if (own !== undefined) return expect(read(own), `${own} runs ${file}`).toContain(basename(file));
  for (const { line, language, code, notRun, runBy } of blocksOf(read(file))) {
    const where = `${file}:${line}`;
    if (language === 'json') expect(() => JSON.parse(code) as unknown, where).not.toThrow();
    if (runBy !== undefined) expect(read(runBy), `${where} says that ${runBy} runs it`).toContain(basename(file));
    if (samples.has(language) || notRun !== undefined || runBy !== undefined) continue;
    const isRun = shells.has(language) || programs[language] !== undefined;
    expect(isRun, `${where}: a block of ${language} is not run; mark it with <!-- not run: why -->`).toBe(true);
  }
});

test('blocks that are run elsewhere are run there', () => {
  for (const { by } of elsewhere) expect(() => read(by)).not.toThrow();
});

test('the audit trail names the operator who followed the guide', async () => {
  const { rows } = await db.query<{ actor: string }>(
    `SELECT DISTINCT actor FROM audit JOIN accounts ON accounts.id = account_id WHERE accounts.name = 'Corner Bakery' AND actor = 'anna'`,
  );
  expect(rows).toEqual([{ actor: 'anna' }]);
});
