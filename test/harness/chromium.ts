/** A real Chromium, as Debian packages it, and a service below it that can be restarted. */
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll } from 'vitest';
import { freePort } from '../../chaos/free-port.ts';
import { ensureDemo } from '../../src/flows/accounts/demo.ts';
import { type Service, startService } from '../../src/service.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { ensureDebian } from './debian.ts';
import { patienceMs } from './patience.ts';
import { adminToken, demoKey, testConfig } from './service.ts';

const program = '/usr/bin/chromium';

export type Console = TestDatabase & {
  readonly base: string;
  /** The service ends and starts again on the same port. */
  readonly restart: () => Promise<void>;
  /** A call of the operator, or with a key of a customer. */
  readonly ask: <T>(method: string, path: string, body?: unknown, key?: string) => Promise<T>;
};

/** The demo account and the simulator, and nothing else. */
export async function consoleService(environment: Record<string, string> = {}): Promise<Console> {
  const database = await testDatabase();
  await ensureDemo(database.db, demoKey);
  const port = await freePort();
  const config = testConfig({ HERMOD_PORT: `${port}`, HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8', ...environment });
  const start = () => startService({ config, databaseUrl: database.url });
  let service: Service = await start();
  afterAll(() => service.stop('immediate'));
  const ask = askingAt(`http://127.0.0.1:${port}`);
  const { carrierId } = await ask<{ carrierId: string }>('POST', '/admin/v1/carriers', {
    name: 'simulator',
    url: 'simulator:',
  });
  await ask('POST', '/admin/v1/routes', { carrierId });
  const restart = async () => {
    await service.stop('immediate');
    service = await start();
  };
  return { ...database, base: `http://127.0.0.1:${port}`, restart, ask };
}

function askingAt(base: string): Console['ask'] {
  return async <T>(method: string, path: string, body?: unknown, key?: string): Promise<T> => {
    const answer = await fetch(base + path, {
      method,
      headers: {
        ...(key === undefined ? { authorization: `Bearer ${adminToken}` } : { apikey: key }),
        // None is kept for a service that may be gone by then.
        connection: 'close',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
}

/** Ends with the test file. */
export async function startBrowser(): Promise<Browser> {
  const missing = await ensureDebian('chromium', program);
  if (missing !== undefined) throw new Error(missing);
  const browser = await chromium.launch({
    executablePath: program,
    // Playwright turns the back/forward cache off; people have it, and pages that are kept in it may hold connections.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-dev-shm-usage',
      '--disable-gpu',
    ],
  });
  afterAll(() => browser.close());
  return browser;
}

/** A person with a browser of their own; what went wrong in the page is in `faults`. */
export type Visitor = { readonly page: Page; readonly faults: string[]; readonly leave: () => Promise<void> };

export async function visitor(browser: Browser, base: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: base,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Ljubljana',
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(patienceMs);
  const faults: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(`${base}/`) && !/^(data|blob):/.test(request.url())) faults.push(request.url());
  });
  context.on('weberror', (event) => faults.push(String(event.error())));
  context.on('console', (line) => {
    if (line.text().includes('Content Security Policy')) faults.push(line.text());
  });
  return { page: await context.newPage(), faults, leave: () => context.close() };
}

/** As the operator of the admin token, without typing it. */
export async function logIn(page: Page): Promise<void> {
  const answer = await page.request.post('/console/v1/session', {
    data: { token: adminToken },
    headers: { 'hermod-console': '1' },
  });
  if (!answer.ok()) throw new Error(`${answer.status()} ${await answer.text()}`);
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds wrong with the page as it is now, a line each. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const runOnly = { type: 'tag' as const, values: standards };
  return page.evaluate(async (only) => {
    const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
    // Without fetching all style sheets once more, for rules that are not among these.
    const { violations: found } = await run({ runOnly: only, resultTypes: ['violations'], preload: false });
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    );
  }, runOnly);
}

type Scheme = 'light' | 'dark';
type Animation = { playState: string; effect: { getTiming(): { iterations: number } } | null };
/** What functions that run in the page find there. */
declare const document: {
  querySelector(selector: string): { outerHTML: string; setAttribute(name: string, value: string): void } | null;
  getAnimations(): Animation[];
  elementFromPoint(x: number, y: number): object | null;
  readonly documentElement: {
    readonly scrollWidth: number;
    readonly clientWidth: number;
    readonly dataset: { readonly mantineColorScheme?: string };
  };
};

declare const history: { pushState(state: object, unused: string, path: string): void };

/** Whose console it is, and which of its views, without the id of the one thing that is shown. */
function viewIn(address: string): { scope: string; view: string } {
  const [path = ''] = address.split('?');
  const [, scope = '', view = ''] = /^(\/as\/[^/]+|)(.*?)(?:\/[0-9a-f-]{36})?$/.exec(path) ?? [];
  return { scope, view: path.slice(scope.length) === view ? view : `${view}/$id` };
}

/** To another view as by a click, without loading the application again; at first, and to the same view of something else, by its address. */
export async function visit(page: Page, path: string): Promise<void> {
  const here = page.url().startsWith('http') ? viewIn(new URL(page.url()).pathname) : undefined;
  const there = viewIn(path);
  if (here?.scope !== there.scope || here.view === there.view) {
    await page.goto(path);
    return;
  }
  await page.evaluate((to) => {
    document.querySelector('main h1')?.setAttribute('data-left', '');
    history.pushState({}, '', to);
  }, path);
  await page.waitForFunction(() => document.querySelector('main h1:not([data-left])') !== null);
}

/** Nothing is on its way any more: no request, no skeleton, no change of colours, no transition. */
export async function settled(page: Page, scheme: Scheme = 'light'): Promise<void> {
  await page.waitForFunction((wanted) => {
    // Endless animations, such as the dot of the stream, are meant to look as they do.
    const isMoving = ({ playState, effect }: Animation) =>
      playState === 'running' && effect?.getTiming().iterations !== Number.POSITIVE_INFINITY;
    return (
      document.querySelector('main h1') !== null &&
      document.querySelector('[aria-busy="true"]') === null &&
      document.documentElement.dataset.mantineColorScheme === wanted &&
      !document.getAnimations().some(isMoving)
    );
  }, scheme);
}

/** Whether it is on the screen as the page stands, with nothing before it: what a table cuts off is not. */
export async function isSeen(item: Locator): Promise<boolean> {
  const box = (await item.boundingBox())!;
  const middle = [box.x + box.width / 2, box.y + box.height / 2] as const;
  return item.evaluate((element, [x, y]) => {
    const top = document.elementFromPoint(x, y);
    return top !== null && (element as unknown as { contains(other: object): boolean }).contains(top);
  }, middle);
}

/** The captions of tables that scroll to the side. */
export function cutTables(page: Page): Promise<string[]> {
  return page
    .locator('div:has(> table)')
    .evaluateAll((frames) =>
      (frames as unknown as { scrollWidth: number; clientWidth: number; innerText: string }[])
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(
          ({ scrollWidth, clientWidth, innerText }) => `${innerText.split('\n')[0]} by ${scrollWidth - clientWidth} px`,
        ),
    );
}

declare const getComputedStyle: (element: unknown) => { readonly color: string };

/** For `evaluate`. */
export const textColor = (element: unknown): string => getComputedStyle(element).color;

/** Whether one has to scroll to the side. */
export function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}
