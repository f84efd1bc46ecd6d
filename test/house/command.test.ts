import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../chaos/free-port.ts';
import { dataDir, hermod } from '../harness/command.ts';
import { testDatabase } from '../harness/database.ts';
import { olderNode } from '../harness/older-node.ts';
import { childrenOf, untilGone } from '../harness/processes.ts';
import { untilReady, up } from '../harness/running.ts';

const { url } = await testDatabase();
const folder = dataDir();
const usual = { HERMOD_DATA_DIR: folder, HERMOD_PORT: '0', DATABASE_URL: url };

async function run(args: string[], settings: Record<string, string> = {}) {
  const running = hermod(args, { ...usual, ...settings });
  const { code, output } = await running.exit();
  return { code, output, complaints: running.complaints() };
}

test('config prints the effective settings, flags before variables, with secrets hidden', async () => {
  const settings = { HERMOD_ADMIN_TOKEN: 'a-token-not-to-be-shown', HERMOD_PROCESSES: '3' };
  const { code, output } = await run(['config', '--json', '--port', '9999'], settings);
  expect(code).toBe(0);
  expect(JSON.parse(output)).toMatchObject({
    HERMOD_HOST: '127.0.0.1',
    HERMOD_PORT: '9999',
    HERMOD_PROCESSES: '3',
    HERMOD_DATA_DIR: folder,
    DATABASE_URL: '(set, hidden)',
    HERMOD_ADMIN_TOKEN: '(set, hidden)',
    HERMOD_DEMO_KEY: '(unset)',
    HERMOD_SENDER_APPROVAL: 'manual',
    HERMOD_WEBHOOK_ALLOW: '(none)',
  });
  const { output: asTable } = await run(['config'], settings);
  expect(asTable).toMatch(/^HERMOD_PROCESSES +3 +Processes on this machine; auto/m);
  for (const secret of ['a-token-not-to-be-shown', url]) expect(output + asTable).not.toContain(secret);
});

test('config lists unknown names beside the settings', async () => {
  const { code, output, complaints } = await run(['config', '--json'], { HERMOD_PROT: '9999' });
  expect(code).toBe(0);
  expect(complaints).toEqual(['hermod: unknown setting HERMOD_PROT; did you mean HERMOD_PORT?']);
  expect(JSON.parse(output.replace(complaints[0]!, ''))).toMatchObject({ HERMOD_PORT: '0' });
});

test('the doctor exits with 0 if it finds no problem', async () => {
  const embedded = await run(['doctor'], { DATABASE_URL: '' });
  expect(embedded).toMatchObject({ code: 0, complaints: [] });
  expect(embedded.output).toMatch(/^✓ PostgreSQL +embedded, will run /m);
  const external = await run(['doctor']);
  expect(external.code).toBe(0);
  expect(external.output).toMatch(/^✓ PostgreSQL +PostgreSQL 18\.\d+, durable, schema up to date$/m);
});

test('the doctor exits with 3 and gives the remedy for each problem', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  const taken = `${(server.address() as AddressInfo).port}`;
  const { code, output } = await run(['doctor', '--json'], {
    HERMOD_PORT: taken,
    HERMOD_SMTP_PORT: taken,
    HERMOD_SMPP_PORT: taken,
    HERMOD_DATA_DIR: '/dev/null/data',
    DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/hermod`,
    HERMOD_PROT: '8080',
  });
  expect(code).toBe(3);
  expect(JSON.parse(output)).toEqual([
    { check: 'Settings', verdict: 'note', text: 'unknown setting HERMOD_PROT; did you mean HERMOD_PORT?' },
    expect.objectContaining({ check: 'Node', verdict: 'ok' }),
    expect.objectContaining({ check: 'Certificate', verdict: 'ok' }),
    { check: 'Data directory', verdict: 'problem', text: expect.stringContaining('Set HERMOD_DATA_DIR to a folder') },
    { check: 'PostgreSQL', verdict: 'problem', text: expect.stringContaining('Check DATABASE_URL') },
    { check: 'Secret key', verdict: 'ok', text: expect.stringContaining('cannot be checked') },
    { check: 'Port', verdict: 'problem', text: expect.stringContaining('Set HERMOD_PORT (or --port) to a free one') },
    { check: 'E-mail port', verdict: 'problem', text: expect.stringContaining('Set HERMOD_SMTP_PORT to a free one') },
    { check: 'SMPP port', verdict: 'problem', text: expect.stringContaining('Set HERMOD_SMPP_PORT to a free one') },
  ]);
  const wrong = await run(['doctor'], { HERMOD_PORT: 'eighty' });
  expect(wrong.code).toBe(3);
  expect(wrong.output).toMatch(/^✗ Settings +HERMOD_PORT is wrong: found "eighty"/m);
});

test('in bash, the commands and their flags are completed', async () => {
  const { code, output } = await run(['completion', 'bash']);
  expect(code).toBe(0);
  const script = join(dirname(folder), 'completion.bash');
  writeFileSync(script, output);
  const complete = (...words: string[]) => {
    const typed = words.map((word) => `'${word}'`).join(' ');
    const program = `source "$1"; COMP_WORDS=(hermod ${typed}); COMP_CWORD=${words.length}; _hermod; echo "\${COMPREPLY[*]}"`;
    return execFileSync('bash', ['-c', program, 'bash', script], { encoding: 'utf8' }).trim();
  };
  const behindNpx = (...words: string[]) => {
    const typed = words.map((word) => `'${word}'`).join(' ');
    const program = `source "$1"; COMP_WORDS=(npx ${typed}); COMP_CWORD=${words.length}; _hermod_npx; echo "\${COMPREPLY[*]}"; complete -p npx`;
    return execFileSync('bash', ['-c', program, 'bash', script], { encoding: 'utf8' }).trimEnd().split('\n');
  };
  expect(behindNpx('hermod', 'sta')).toEqual(['start stats', 'complete -o default -F _hermod_npx npx']);
  expect(behindNpx('hermod', 'accounts', 'create', '--cur')[0]).toBe('--currency');
  expect(behindNpx('vitest', 'ru')[0]).toBe('');
  expect(complete('sta')).toBe('start stats');
  expect(complete('start', '--po')).toBe('--port');
  expect(complete('start', '--port', '80', '--ho')).toBe('--host');
  expect(complete('nonsense', '--po')).toBe('');
  expect(complete('acc')).toBe('accounts');
  expect(complete('accounts', 'top')).toBe('top-up');
  expect(complete('accounts', 'create', '--cur')).toBe('--currency');
  expect(complete('keys', 'list', '--cur')).toBe('');
  for (const shell of ['zsh', 'fish']) expect((await run(['completion', shell])).output).toContain('reload');
});

test.each([
  [['nonsense'], 2, /^hermod: unknown command 'nonsense'/],
  [['start', '--colour'], 2, /^hermod: unknown option '--colour'\nRun hermod start --help for its options.$/m],
  [['send', 'Hello'], 2, /^hermod: required option .*\nRun hermod send --help for its options.$/m],
  [
    ['accounts', 'nonsense'],
    2,
    /^hermod: unknown command 'nonsense'.*\nRun hermod accounts --help for the commands.$/m,
  ],
  [['completion', 'tcsh'], 2, /^hermod: unsupported shell "tcsh". Use one of bash, zsh, fish$/m],
  [['--version'], 0, /^\d+\.\d+\.\d+$/m],
  [['--help'], 0, /start everything this machine runs/],
])('hermod %j ends with %i', async (args, expected, text) => {
  const { code, output } = await run(args);
  expect(output).toMatch(text);
  expect(code).toBe(expected);
});

const older = olderNode();

test.skipIf(older === undefined)(
  'an older Node (skipped where there is none) hands over to the pinned one',
  async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const launcher = await up({ ...usual, HERMOD_PROCESSES: '1' }, { node: older! });
      const supervisors = childrenOf(launcher.pid);
      expect(supervisors).toHaveLength(1);
      await untilReady(launcher.base);
      // To the launcher alone, as npm and service managers send it.
      expect(await launcher.stop(signal)).toBe(0);
      await untilGone(...supervisors);
    }
  },
);
