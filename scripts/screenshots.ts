// `node scripts/screenshots.ts`: the pictures of docs/images, taken of a service of its own with some of everything in it. With a folder as
// argument: every view there, at three widths, light and dark, in both languages, to be looked at; with a second one, those whose names
// contain it.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, chromium } from 'playwright-core';
import { freePort } from '../chaos/free-port.ts';
import { appPaths } from '../src/api/console/paths.ts';
import { demoAccountId } from '../src/flows/accounts/demo.ts';
import { fillWithSamples, type Samples } from '../test/harness/samples.ts';

type Shot = { path: string; name: string; size: keyof typeof sizes; scheme: 'light' | 'dark'; language?: 'en' | 'sl' };

const root = join(import.meta.dirname, '..');
const sizes = {
  wide: { width: 1440, height: 900 },
  middle: { width: 1024, height: 768 },
  narrow: { width: 390, height: 844 },
};
const locales = { en: 'en-GB', sl: 'sl-SI' };
/** Both schemes and languages at the widest and the narrowest. */
const looks = [
  ['wide', 'light', 'en'],
  ['wide', 'dark', 'sl'],
  ['middle', 'light', 'sl'],
  ['narrow', 'light', 'en'],
  ['narrow', 'dark', 'sl'],
] as const;
/** Views that operators open for an account. */
const ofCustomers = new Set<string>(['/templates']);
/** Long enough for charts, streams and the last transition. */
const restMs = 2_500;

const [, , folder, part = ''] = process.argv;
const data = mkdtempSync(join(tmpdir(), 'hermod-screenshots-'));
const [port, smtpPort] = [await freePort(), await freePort()];
const [adminToken, key] = [randomUUID(), randomUUID()];
const base = `http://127.0.0.1:${port}`;
const service = start();
try {
  await ready();
  const samples = await fillWithSamples({ base, adminToken, key, smtpPort });
  await sleep(15_000);
  const shots = folder === undefined ? forDocuments(samples) : ofEverything(samples);
  const wanted = shots.filter(({ name }) => name.includes(part));
  await take(wanted, folder ?? join(root, 'docs', 'images'));
  samples.stop();
} finally {
  service.kill('SIGTERM');
  await new Promise((resolve) => service.once('exit', resolve));
  rmSync(data, { recursive: true, force: true });
}

function start(): ChildProcess {
  return spawn(process.execPath, [join(root, 'bin', 'hermod.mjs'), 'start'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      HERMOD_PORT: `${port}`,
      HERMOD_SMTP_PORT: `${smtpPort}`,
      HERMOD_SMPP_PORT: '0',
      HERMOD_DATA_DIR: data,
      HERMOD_ADMIN_TOKEN: adminToken,
      HERMOD_DEMO_KEY: key,
      HERMOD_SENDER_APPROVAL: 'manual',
      HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8',
      HERMOD_LOG_LEVEL: 'error',
    },
  });
}

async function ready(): Promise<void> {
  for (;;) {
    const answer = await fetch(`${base}/health/ready`).catch(() => undefined);
    if (answer?.ok) return;
    if (service.exitCode !== null) throw new Error('the service did not start');
    await sleep(200);
  }
}

function forDocuments({ messageIds }: Samples): Shot[] {
  return [
    { path: '/', name: 'overview', size: 'wide', scheme: 'light' },
    { path: `/messages/${messageIds.retried}`, name: 'message', size: 'wide', scheme: 'dark' },
    { path: '/messages', name: 'messages-narrow', size: 'narrow', scheme: 'light' },
    { path: '/phone', name: 'phone', size: 'wide', scheme: 'light' },
  ];
}

function ofEverything({ accountIds, messageIds }: Samples): Shot[] {
  const ids: Record<string, string> = { '/messages/$id': messageIds.retried, '/accounts/$id': accountIds[0]! };
  const paths = appPaths.filter((path) => !path.includes('$') || ids[path] !== undefined);
  return paths.flatMap((path) =>
    looks.map(([size, scheme, language]) => ({
      path: (ofCustomers.has(path) ? `/as/${demoAccountId}` : '') + path.replace('$id', ids[path] ?? ''),
      name: `${path === '/' ? 'overview' : path.slice(1).replaceAll(/\W+/g, '-')}-${size}-${scheme}-${language}`,
      ...{ size, scheme, language },
    })),
  );
}

async function take(shots: readonly Shot[], into: string): Promise<void> {
  mkdirSync(into, { recursive: true });
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', '--disable-background-networking'],
  });
  for (const { path, name, size, scheme, language = 'en' } of shots) {
    const context = await browser.newContext({ viewport: sizes[size], colorScheme: scheme, locale: locales[language] });
    if (path !== '/login') await logIn(context);
    await context.addInitScript(hideFirstSteps);
    const page = await context.newPage();
    await page.goto(base + path);
    await sleep(restMs);
    await page.screenshot({ path: join(into, `${name}.png`) });
    await context.close();
  }
  await browser.close();
}

/** The pictures show the overview of a service in use. */
function hideFirstSteps(): void {
  localStorage.setItem('hermod-first-steps operator Ana Novak', '{"list":"hidden"}');
}

async function logIn(context: BrowserContext): Promise<void> {
  const headers = { 'hermod-console': '1', 'x-operator': 'Ana Novak' };
  const answer = await context.request.post(`${base}/console/v1/session`, { data: { token: adminToken }, headers });
  if (!answer.ok()) throw new Error(`${answer.status()} ${await answer.text()}`);
}
