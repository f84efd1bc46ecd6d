/** The operator's commands in general: access, output formats, errors, confirmation. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../../chaos/free-port.ts';
import { dataDir, hermod } from '../harness/command.ts';
import { operations } from '../harness/operations.ts';
import { operator } from '../harness/operator.ts';
import { reasonToSkip } from '../harness/peers.ts';
import { adminToken, testService } from '../harness/service.ts';

const service = await testService();
const { base } = service;
const call = operator(service);
const { run, json } = operations(base);

type Account = { accountId: string; name: string; status: string };

test('an account is created, shown, changed, suspended and resumed, and the audit trail names the operator', async () => {
  const created = await json<Account>(['accounts', 'create', '--name', 'Corner Shop', '--currency', 'EUR']);
  expect(created).toMatchObject({ name: 'Corner Shop', balance: '0', creditLimit: '0', status: 'active' });
  const changes = ['--credit-limit', '100.5', '--contact-email', 'anna@example.com', '--doors', 'kannel, twilio'];
  const changed = await json<Account>(['accounts', 'change', 'corner shop', ...changes]);
  expect(changed).toMatchObject({
    creditLimit: '100.5',
    contactEmail: 'anna@example.com',
    doors: ['kannel', 'twilio'],
  });
  expect(await run(['accounts', 'suspend', 'Corner Shop', '--yes'])).toMatchObject({
    code: 0,
    out: 'hermod: the account Corner Shop is suspended\n',
  });
  const resumed = await run(['accounts', 'resume', created.accountId, '--service', base]);
  expect(resumed.out).toBe('hermod: the account Corner Shop is active\n');
  const trail = await json<{ action: string; actor: string; actorKind: string }[]>([
    'audit',
    '--account',
    'Corner Shop',
    '--from',
    '1h',
  ]);
  expect(trail.map(({ action }) => action)).toEqual([
    'account change',
    'account change',
    'account change',
    'account create',
  ]);
  for (const { actor, actorKind } of trail)
    expect([actor, actorKind]).toEqual([expect.stringMatching(/^\S+@\S+$/), 'operator-token']);
});

test('off a terminal, output is tab-separated with whole values and all fields; --all follows every page', async () => {
  for (let index = 0; index < 3; index++)
    await call({ path: '/accounts', body: { name: `Tab\u00a0${index}`, currency: 'EUR' } });
  const { code, out } = await run(['accounts', 'list', '--name', 'tab']);
  expect(code).toBe(0);
  const [head, ...rows] = out
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  expect(head).toEqual(
    'accountId name balance currency status creditLimit contactEmail createdAt paused receipts inbound doors'.split(
      ' ',
    ),
  );
  expect(rows.map(([, name]) => name)).toEqual(['Tab\u00a02', 'Tab\u00a01', 'Tab\u00a00']);
  expect(rows[0]).toHaveLength(head!.length);
  expect(await json<Account[]>(['accounts', 'list', '--limit', '2'])).toHaveLength(2);
  expect((await json<Account[]>(['accounts', 'list', '--all'])).length).toBeGreaterThanOrEqual(4);
  expect(await json(['accounts', 'list', '--name', 'no account has this name'])).toEqual([]);
});

test('the token is read from the data directory of this machine', async () => {
  const folder = dataDir();
  mkdirSync(folder);
  writeFileSync(join(folder, 'admin-token'), `${adminToken}\n`);
  const port = new URL(base).port;
  const settings = { HERMOD_PORT: port, HERMOD_DATA_DIR: folder };
  const { code, output } = await hermod(['accounts', 'show', 'Demo', '--json'], settings).exit();
  expect(JSON.parse(output)).toMatchObject({ currency: 'EUR' });
  expect(code).toBe(0);
});

test.each([
  [
    'a wrong token',
    ['accounts', 'list'],
    { HERMOD_ADMIN_TOKEN: 'not-the-right-token' },
    3,
    /token is not valid\)\. Set HERMOD_ADMIN_TOKEN/,
  ],
  [
    'no token',
    ['accounts', 'list'],
    { HERMOD_ADMIN_TOKEN: '', HERMOD_DATA_DIR: '/nowhere' },
    3,
    /\/nowhere\/admin-token cannot be read \(ENOENT\)/,
  ],
  [
    'no service',
    ['accounts', 'list', '--service', `http://127.0.0.1:${await freePort()}`],
    {},
    3,
    /^hermod: nothing answers at http:\/\/127\.0\.0\.1:\d+\. Start the service/,
  ],
  ['an unknown account', ['accounts', 'show', 'Absent'], {}, 2, /account "Absent" not found\. Give its id/],
  [
    'a wrong value',
    ['accounts', 'create', '--name', 'X', '--currency', 'euro'],
    {},
    2,
    /the service refused \(.*currency/,
  ],
  ['a confirmation without a terminal', ['accounts', 'suspend', 'Demo'], {}, 2, /Suspend Demo\?.*Give --yes/],
] as [string, string[], Record<string, string>, number, RegExp][])(
  '%s is reported in one line',
  async (_what, args, settings, code, text) => {
    const ended = await operations(base, settings).run(args);
    expect(ended.said).toMatch(text);
    expect(ended).toMatchObject({ code, out: '' });
    expect(ended.said).not.toContain(adminToken);
  },
);

/** `script` gives a command a terminal. Without the version of util-linux (macOS has another one) there is no terminal to type at. */
const hasScript = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') ?? false;
const noTerminal = reasonToSkip(hasScript ? undefined : 'script of util-linux is missing');

test.skipIf(noTerminal)('on a terminal (skipped without util-linux) prints tables and asks to confirm', async () => {
  await call({ path: '/accounts', body: { name: 'A name that is far too long for it', currency: 'EUR' } });
  const launcher = join(import.meta.dirname, '..', '..', 'bin', 'hermod.mjs');
  const terminal = async (command: string, typed = '') => {
    const line = `stty cols 80; "${process.execPath}" "${launcher}" ${command}`;
    const env = { ...process.env, HERMOD_URL: base, HERMOD_ADMIN_TOKEN: adminToken, NO_COLOR: '1' };
    const child = spawn('script', ['-qec', line, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    let shown = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      shown += text;
      if (typed !== '' && text.includes('[y/N]')) child.stdin.write(typed);
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    return { code, lines: shown.replaceAll('\r', '').trimEnd().split('\n') };
  };
  const { lines } = await terminal('accounts list');
  expect(lines[0]).toMatch(/^Account id +Name +Balance +Currency +Status$/);
  expect(lines[1]).toMatch(/^[0-9a-f-]{36} {2}A name.*… +0 {2}EUR +active$/);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  const asked = await terminal('accounts suspend Demo', 'n\n');
  expect(asked.lines.join('\n')).toContain('Suspend Demo? It can no longer send messages. [y/N]');
  expect(asked).toMatchObject({ code: 2 });
  expect(asked.lines.at(-1)).toContain('hermod: nothing was changed');
});
