import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isBeingBuilt, waitingPage } from './building.ts';

// Only read where there is no build, which the tests have.
const marker = join(import.meta.dirname, '../../../console/dist.building');

test('the console is being built as long as the process of the marker runs', async () => {
  onTestFinished(() => rmSync(marker, { force: true }));
  rmSync(marker, { force: true });
  expect(await isBeingBuilt()).toBe(false);
  writeFileSync(marker, String(process.pid));
  expect(await isBeingBuilt()).toBe(true);
  const { pid } = spawnSync('true');
  writeFileSync(marker, String(pid));
  expect(await isBeingBuilt()).toBe(false);
});

test('the page that waits reloads by itself, without a script', () => {
  expect(waitingPage.html).toContain('<meta http-equiv="refresh" content="2">');
  expect(waitingPage.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'cache-control': 'no-store',
  });
});
