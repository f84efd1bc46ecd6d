/** What is with a message, on the command line: the verdict, its reason in plain words, and the command that helps. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ensureDefaultCarrier } from '../../src/flows/carriers/carriers.ts';
import { untilState } from '../dispatch/carrier.ts';
import { hermod } from '../harness/command.ts';
import { operations } from '../harness/operations.ts';
import { adminToken, demoKey, testService } from '../harness/service.ts';

const service = await testService();
const { base, db } = service;
await ensureDefaultCarrier(db, undefined);
const { run, json } = operations(base, { HERMOD_API_KEY: demoKey });
const send = async (to: string) =>
  (await json<{ messages: { messageId: string }[] }>(['send', '--from', 'Hermod', '--to', to, 'Hello'])).messages[0]!
    .messageId;
const shown = async (id: string) => {
  const lines = (await run(['messages', 'show', id])).out.trimEnd().split('\n');
  return Object.fromEntries(lines.map((line) => line.split('\t') as [string, string]));
};

test('a failed message: its verdict first, then what is to be known', async () => {
  const settings = { HERMOD_URL: base, HERMOD_ADMIN_TOKEN: adminToken };
  const tail = hermod(['tail', '--account', 'Demo', '--since', '1m'], settings);
  const id = await send('+38640000001');
  await untilState(db, id, 'FAILED');
  await tail.until('The handset did not accept the message. (carrier error 001 (UNDELIV))');
  tail.child.kill('SIGINT');
  await tail.exit();
  const out = (await run(['messages', 'show', id])).out;
  expect(out.split('\n')[0]).toBe(
    'verdict\tFailed: the handset did not accept the message (carrier code 001, UNDELIV).',
  );
  expect(await shown(id)).toMatchObject({
    advice: expect.stringContaining('Usually the phone is off'),
    reason: 'carrier error 001 (UNDELIV)',
    reasonText: 'The handset did not accept the message.',
    messageId: id,
  });
  expect(await json(['messages', 'show', id])).toMatchObject({ verdict: { kind: 'failed', actions: ['resend'] } });
  const listed = await run(['messages', 'list', '--status', 'FAILED', '--from', '1h']);
  expect(listed.out).toContain('\tThe handset did not accept the message.\tcarrier error 001 (UNDELIV)\t');
});

test('a message of a paused account: the commands resume it, or cancel it alone', async () => {
  await run(['pause', 'account', 'Demo']);
  let id = '';
  let found: Record<string, string> = {};
  // A process that has not read the pause yet still sends.
  await expect
    .poll(async () => {
      id = await send('+38640123456');
      found = await shown(id);
      return found['verdict'];
    })
    .toMatch(/^Waiting: account paused by .+ at \d{4}-/);
  const accounts = await json<{ accountId: string; name: string }[]>(['accounts', 'list']);
  const { accountId } = accounts.find(({ name }) => name === 'Demo')!;
  expect(found['next']).toBe(`hermod resume account ${accountId}; hermod messages cancel --message ${id}`);
  expect((await run(['messages', 'cancel', '--message', id, '--yes'])).out).toContain('1 message cancelled');
  expect((await shown(id))['verdict']).toMatch(/^Cancelled by .+, and refunded\.$/);
  await run(['resume', 'account', accountId]);
});

test('a carrier gets texts of its own from a file', async () => {
  await run(['carriers', 'add', '--name', 'own words', '--url', 'simulator:']);
  const folder = mkdtempSync(join(tmpdir(), 'hermod-reasons-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'reasons.json');
  writeFileSync(file, '{"001": "Blocked at night."}');
  expect(await json(['carriers', 'change', 'own words', '--reason-texts', file])).toMatchObject({
    reasonTexts: { '001': 'Blocked at night.' },
  });
  writeFileSync(file, '{}');
  expect(await json(['carriers', 'change', 'own words', '--reason-texts', file])).not.toHaveProperty('reasonTexts');
});
