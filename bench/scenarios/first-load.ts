/** Load time of the console on the first visit: Chromium with an empty cache, from the URL to a usable page. */
import { type Browser, chromium } from 'playwright-core';
import { ensureDebian } from '../../test/harness/debian.ts';
import { type Figure, median, type Options, ports, type Scenario } from '../scenario.ts';
import { benchService } from '../service.ts';

const adminToken = 'the-operator-of-the-bench';
const program = '/usr/bin/chromium';
const goalMs = 1_500;
const goalKb = 350;

export const firstLoad: Scenario = {
  name: 'first-load',
  about: 'the console in Chromium with an empty cache, until it can be used',
  run: measure,
};

async function measure({ quick }: Options, say: (line: string) => void): Promise<Figure[]> {
  const missing = await ensureDebian('chromium', program);
  if (missing !== undefined) {
    say(missing);
    return [];
  }
  const service = await benchService(ports.service, 1, { HERMOD_ADMIN_TOKEN: adminToken });
  const args = process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'];
  const browser = await chromium.launch({ executablePath: program, args });
  try {
    const loads: { ms: number; bytes: number }[] = [];
    for (let round = 0; round < (quick ? 2 : 7); round++) loads.push(await load(browser));
    const ms = Math.round(median(loads.map((one) => one.ms)));
    const kb = Math.round(median(loads.map((one) => one.bytes)) / 1_000);
    return [
      { what: 'until it can be used', value: ms, unit: 'ms', goal: `≤ ${goalMs}`, met: ms <= goalMs },
      { what: 'over the wire', value: kb, unit: 'kB', goal: `≤ ${goalKb}`, met: kb <= goalKb },
    ];
  } finally {
    await browser.close();
    await service.stop();
  }
}

/** A separate context has its own cache. The page is usable when its first view responds to the keyboard. */
async function load(browser: Browser): Promise<{ ms: number; bytes: number }> {
  const context = await browser.newContext({ baseURL: `http://127.0.0.1:${ports.service}` });
  const page = await context.newPage();
  const headers = { 'hermod-console': '1' };
  await page.request.post('/console/v1/session', { data: { token: adminToken }, headers });
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (/\.(js|css|html)$|\/$/.test(new URL(request.url()).pathname))
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  const began = performance.now();
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  const ms = performance.now() - began;
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await context.close();
  return { ms, bytes };
}
