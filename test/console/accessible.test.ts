/** Every view, empty and in use, wide and narrow, light and dark: axe finds nothing, and nothing is wider than the screen. No table is cut on a laptop. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../chaos/free-port.ts';
import { appPaths } from '../../src/api/console/paths.ts';
import { demoAccountId } from '../../src/flows/accounts/demo.ts';
import {
  type Console,
  consoleService,
  cutTables,
  isSeen,
  isTooWide,
  logIn,
  settled,
  startBrowser,
  textColor,
  violations,
  visit,
  visitor,
} from '../harness/chromium.ts';
import { isNightly } from '../harness/nightly.ts';
import { fillWithSamples, type Samples } from '../harness/samples.ts';
import { adminToken, demoKey } from '../harness/service.ts';

const wide = { width: 1440, height: 900 };
/** Tables are shown whole from this width on. */
const laptop = { width: 1024, height: 768 };
const narrow = { width: 320, height: 640 };
type Look = { readonly size: typeof wide; readonly colorScheme: 'light' | 'dark' };
/** A list is checked in one look while empty and in the other in use; other views by turns. */
const looks: readonly [Look, Look] = [
  { size: wide, colorScheme: 'light' },
  { size: narrow, colorScheme: 'dark' },
];
/** Every view in every look takes minutes: `npm run test:nightly`, or AXE=all npx vitest run test/console/accessible.test.ts */
const allLooks: readonly Look[] = [
  ...looks,
  { size: wide, colorScheme: 'dark' },
  { size: narrow, colorScheme: 'light' },
];
const isThorough = isNightly || process.env['AXE'] === 'all';
/** Those that may be empty. */
const lists: readonly string[] = appPaths.filter((path) => !path.includes('$') && path !== '/login');

/** The view, and the button in it that opens the dialogue. */
const dialogues = [
  ['/carriers', 'Add a carrier'],
  ['/carriers', 'Add a route'],
  ['/carriers', 'Tie-breaking'],
  ['/prices', 'New price list'],
  ['/accounts', 'New account'],
  [`/accounts/${demoAccountId}`, 'Top up'],
  [`/accounts/${demoAccountId}`, 'Sign-in link'],
  [`/accounts/${demoAccountId}?tab=binds`, 'Issue a credential'],
  [`/accounts/${demoAccountId}?tab=verify`, 'Add a language'],
  ['/operators', 'Add an operator'],
  [`/as/${demoAccountId}/webhooks`, 'Send a sample'],
  [`/as/${demoAccountId}/webhooks`, 'Retry failed webhooks'],
  [`/as/${demoAccountId}/webhooks`, 'Signing secret'],
  [`/as/${demoAccountId}/senders`, 'Register a sender'],
  [`/as/${demoAccountId}/opt-outs`, 'Keywords and replies'],
  [`/as/${demoAccountId}/opt-outs`, 'Add numbers'],
] as const;

const smtpPort = await freePort();
const browser = await startBrowser();
const empty = await consoleService();
const used = await consoleService({ HERMOD_SMTP_PORT: `${smtpPort}`, HERMOD_SENDER_APPROVAL: 'manual' });
const samples = await fillWithSamples({ base: used.base, adminToken, key: demoKey, smtpPort });
afterAll(() => samples.stop());
// With all that says so: on every page, beside the account and beside the carrier.
const { carriers } = await used.ask<{ carriers: { carrierId: string }[] }>('GET', '/admin/v1/carriers');
for (const each of ['all', `carriers/${carriers[0]!.carrierId}`, `accounts/${samples.accountIds[0]}`]) {
  await used.ask('PUT', `/admin/v1/pauses/${each}`);
}
const pathsInUse = await allPaths(used, samples);

test('with nothing in it', async () => {
  const page = await opened(empty.base);
  const seen = lists.map((path, index): [string, Look[]] => [path, [looks[index % 2]!]]);
  expect(await faults(page, seen)).toEqual([]);
});

/** The time of one test does not grow with the number of views. */
const viewsPerTest = 12;
const parts = Array.from({ length: Math.ceil(pathsInUse.length / viewsPerTest) }, (_, part) => part * viewsPerTest);

test.each(parts)('in use, from view %d', async (start) => {
  const page = await opened(used.base);
  const seen = pathsInUse.slice(start, start + viewsPerTest).map((path, place): [string, readonly Look[]] => {
    const index = lists.indexOf(path);
    return [path, [looks[(index === -1 ? start + place : index + 1) % 2]!]];
  });
  expect(await faults(page, seen)).toEqual([]);
});

test('in Slovenian, whose words are longer, no table is cut', async () => {
  const page = await opened(used.base, { locale: 'sl-SI', viewport: laptop });
  const found: string[] = [];
  for (const path of lists) {
    await visit(page, path);
    await settled(page);
    found.push(...(await cutTables(page)).map((table) => `${path}: ${table}`));
    if (await isTooWide(page)) found.push(`${path} is wider than ${laptop.width} px`);
  }
  expect(found).toEqual([]);
});

test('dialogues', async () => {
  const page = await opened(used.base);
  const found: string[] = [];
  for (const [path, button] of dialogues) {
    if (!page.url().endsWith(path)) await visit(page, path);
    await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog').waitFor();
    await settled(page);
    found.push(...(await violations(page)).map((fault) => `${path} ${button}: ${fault}`));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  expect(found).toEqual([]);
});

test('menus of rows are seen whole, at the edge of a table too', async () => {
  await used.ask('POST', `/admin/v1/accounts/${demoAccountId}/keys`, { label: 'web shop' });
  const page = await opened(used.base);
  await visit(page, `/accounts/${demoAccountId}?tab=keys`);
  const found: string[] = [];
  for (const { size, colorScheme } of looks) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await page.getByRole('button', { name: 'Actions for key web shop' }).click();
    await page.getByRole('menu').waitFor();
    await settled(page, colorScheme);
    const items = await page.getByRole('menuitem').all();
    expect(items).toHaveLength(3);
    for (const item of items) if (!(await isSeen(item))) found.push(`${await item.innerText()} at ${size.width} px`);
    found.push(...(await violations(page)));
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
  }
  expect(found).toEqual([]);
});

test('a statement and a message on paper: what is read, in dark letters', async () => {
  const page = await opened(used.base);
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const path of [`/accounts/${samples.accountIds[0]}`, `/messages/${samples.messageIds.retried}`]) {
    await visit(page, path);
    await settled(page, 'dark');
    await page
      .getByText(/^-?\d\.\d{2,} EUR$/)
      .first()
      .waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const isPrinted = (selector: string) => page.locator(selector).first().isVisible();
    expect(await Promise.all(['main h1', 'nav', 'main button', 'main search'].map(isPrinted))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(await page.locator('body').evaluate(textColor)).toBe('rgb(24, 33, 44)');
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  }
});

test('the way in', async () => {
  const { page, leave } = await visitor(browser, used.base);
  onTestFinished(leave);
  expect(await faults(page, [['/login', looks]])).toEqual([]);
});

async function opened(base: string, options?: BrowserContextOptions): Promise<Page> {
  const { page, leave } = await visitor(browser, base, options);
  onTestFinished(leave);
  await logIn(page);
  return page;
}

async function faults(page: Page, views: readonly (readonly [string, readonly Look[]])[]): Promise<string[]> {
  const found: string[] = [];
  const seeWidth = async (path: string, { width }: typeof wide) => {
    if (await isTooWide(page)) found.push(`${path} is wider than ${width} px`);
  };
  for (const [path, some] of views) {
    const chosen = isThorough ? allLooks : some;
    await visit(page, path);
    for (const { size, colorScheme } of chosen) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      await settled(page, colorScheme);
      const where = `${path} at ${size.width} px, ${colorScheme}`;
      found.push(...(await violations(page)).map((fault) => `${where}: ${fault}`));
      await seeWidth(path, size);
    }
    // The other widths are quickly seen, so in every state of every view.
    for (const other of [narrow, laptop, wide].filter((size) => !chosen.some((look) => look.size === size))) {
      await page.setViewportSize(other);
      await settled(page, chosen.at(-1)!.colorScheme);
      await seeWidth(path, other);
      if (other !== laptop) continue;
      for (const table of await cutTables(page)) found.push(`${path}: a table is cut at ${laptop.width} px: ${table}`);
    }
  }
  return found;
}

/** The views of one thing need one. */
async function allPaths({ ask }: Console, { accountIds, messageIds }: Samples): Promise<string[]> {
  const { deliveries } = await ask<{ deliveries: { deliveryId: string }[] }>('GET', '/admin/v1/webhooks/deliveries');
  const { emails } = await ask<{ emails: { emailId: string }[] }>('GET', '/admin/v1/emails');
  const { priceLists } = await ask<{ priceLists: { priceListId: string }[] }>('GET', '/admin/v1/price-lists');
  const ids: Record<string, string[]> = {
    '/messages/$id': [messageIds.retried, messageIds.scheduled],
    '/webhooks/$id': [deliveries[0]!.deliveryId],
    '/emails/$id': [emails[0]!.emailId],
    '/accounts/$id': [accountIds[0]!, ...['binds', 'status', 'verify'].map((tab) => `${accountIds[0]}?tab=${tab}`)],
    '/carriers/$id': carriers.map(({ carrierId }) => carrierId),
    '/prices/$id': [priceLists[0]!.priceListId],
  };
  const own = appPaths.filter((path) => path !== '/login');
  const operators = own.flatMap((path) => (ids[path] ?? [undefined]).map((id) => path.replace('$id', id ?? '')));
  const customers = ['', '/messages', '/send', '/webhooks', '/senders', '/accounts', '/verify'];
  return [...operators, ...customers.map((path) => `/as/${accountIds[0]}${path}`)];
}
