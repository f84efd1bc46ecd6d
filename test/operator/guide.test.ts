/** The guide for operators works as it stands, block after block. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { adminToken, testService } from '../harness/service.ts';

const { base, db } = await testService({ HERMOD_SENDER_APPROVAL: 'manual' });
const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/operator.md'), 'utf8');
const blocks = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) =>
  block!.replaceAll('http://127.0.0.1:8080', base),
);

test('from the token to the first message of a new customer', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hermod-guide-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data', 'admin-token'), `${adminToken}\n`);
  const script = `${blocks.join('\n')}\necho; echo "$ACCOUNT"`;
  const env = { ...process.env, USER: 'anna' };
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, env });
  expect(stdout).toContain('{"imported":2}');
  expect(stdout).toContain('"status":"Confirmation Pending"');
  expect(stdout).toContain('"status":"accepted"');
  expect(stdout).toContain('"kind":"charge","amount":"-0.0125"');
  const accountId = stdout.trim().split('\n').at(-1);
  const { rows } = await db.query('SELECT DISTINCT actor FROM audit WHERE account_id = $1', [accountId]);
  expect(rows).toEqual([{ actor: 'anna' }]);
});
