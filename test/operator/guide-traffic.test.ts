/** The guide to traffic works as it stands, after the preparation of the guide for operators. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { addCarrier } from '../dispatch/carrier.ts';
import { adminToken, testService } from '../harness/service.ts';

const { base, db } = await testService();
const guides = join(import.meta.dirname, '../../docs/guides');
const read = (name: string) => readFileSync(join(guides, name), 'utf8').replaceAll('http://127.0.0.1:8080', base);
const blocksOf = (name: string) => [...read(name).matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block!);

test('its commands', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hermod-guide-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data', 'admin-token'), `${adminToken}\n`);
  await addCarrier(db, 'simulator:');
  const script = [blocksOf('operator.md')[0], ...blocksOf('operator-traffic.md')].join('\n');
  const env = { ...process.env, USER: 'anna' };
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, env });
  expect(stdout).toContain('"messages":[]');
  expect(stdout).toContain('"inboundId"');
  expect(stdout).toContain('"priority":10');
  expect(stdout).toContain('"name":"Trial"');
});

test('its links', () => {
  const links = [...read('operator-traffic.md').matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) => link!);
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) expect(existsSync(join(dirname(join(guides, 'x')), link)), link).toBe(true);
});
