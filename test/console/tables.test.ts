/** Tables: sorted by their titles, with the columns that one chose, and of any length. */
import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { demoAccountId } from '../../src/flows/accounts/demo.ts';
import { until } from '../dispatch/carrier.ts';
import { consoleService, logIn, settled, startBrowser, violations, visit, visitor } from '../harness/chromium.ts';

const browser = await startBrowser();
const service = await consoleService();
const { ask, db } = service;
const total = 10_000;
/** Rows of a further page. */
const further = 1_000;
await fill(total);

/** The last one is the oldest. */
async function fill(count: number): Promise<void> {
  await db.query(
    `WITH request AS (
       INSERT INTO submissions (account_id, id, sender_id, sender, content, encoding, segments, price_report, accepted_at)
       VALUES ($1, $2, $1, 'Hermod', 'Your parcel is ready', 'GSM-7', 1, false, now()))
     INSERT INTO messages (account_id, id, submission_id, destination, country, price, state, due_at, state_at)
     SELECT $1, uuid_after($2, $3 - n), $2, '+38641' || 100000 + n, 'SI', (n % 7) * 0.01, 'DELIVERED', now(), now()
     FROM generate_series(1, $3) n`,
    [demoAccountId, newId(), count],
  );
}

async function operator(path: string, size = { width: 1440, height: 900 }): Promise<Page> {
  const { page, faults, leave } = await visitor(browser, service.base, { viewport: size });
  onTestFinished(async () => {
    expect(faults).toEqual([]);
    await leave();
  });
  await logIn(page);
  await page.goto(path);
  return page;
}

const header = (page: Page, name: string): Locator => page.getByRole('columnheader', { name, exact: true });
const rows = (page: Page): Locator => page.locator('tbody tr');
const firstCells = (page: Page, place: number): Promise<string[]> =>
  page.locator(`tbody tr td:nth-child(${place})`).allInnerTexts();

test('accounts are sorted by a title; the address keeps it', async () => {
  for (const [name, creditLimit] of [
    ['Zoo', '5'],
    ['Čebelar', '100'],
    ['Alpha 10', '20'],
    ['Alpha 9', '3'],
  ])
    await ask('POST', '/admin/v1/accounts', { name, creditLimit, currency: 'EUR' });
  const page = await operator('/accounts');
  await header(page, 'Name').getByRole('button').click();
  await until(async () => (await firstCells(page, 1))[0] === 'Alpha 9');
  expect(await header(page, 'Name').getAttribute('aria-sort')).toBe('ascending');
  expect(await firstCells(page, 1)).toEqual(['Alpha 9', 'Alpha 10', 'Čebelar', 'Demo', 'Zoo']);
  // By keyboard; of numbers, the largest first.
  await header(page, 'Credit limit').getByRole('button').focus();
  await page.keyboard.press('Enter');
  await until(async () => (await firstCells(page, 1))[0] === 'Čebelar');
  expect(await header(page, 'Credit limit').getAttribute('aria-sort')).toBe('descending');
  expect(await header(page, 'Name').getAttribute('aria-sort')).toBe(null);
  expect(page.url()).toContain('sort=-creditLimit');
  await settled(page);
  expect(await violations(page)).toEqual([]);
  await rows(page).first().getByRole('link').click();
  await page.getByRole('heading', { name: 'Čebelar' }).waitFor();
  await page.goBack();
  await until(async () => (await firstCells(page, 1))[0] === 'Čebelar');
  await page.reload();
  await until(async () => (await firstCells(page, 1))[1] === 'Alpha 10');
  // No more pages: nothing is said about them.
  expect(await page.getByText(/loaded rows? (is|are) sorted/).count()).toBe(0);
});

test('the columns that one chose stay, the first one always', async () => {
  const page = await operator('/messages');
  await header(page, 'Country').waitFor();
  const menu = page.getByRole('menu');
  const item = (name: string) => menu.getByRole('menuitemcheckbox', { name, exact: true });
  await page.getByRole('button', { name: 'Columns' }).click();
  expect(await item('Accepted').isDisabled()).toBe(true);
  await item('Country').click();
  await item('Encoding').click();
  await header(page, 'Encoding').waitFor();
  await settled(page);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await header(page, 'Country').count()).toBe(0);
  const shown = () => page.getByRole('columnheader').allInnerTexts();
  const chosen = await shown();
  await page.reload();
  await header(page, 'Encoding').waitFor();
  expect(await shown()).toEqual(chosen);
  await visit(page, '/accounts');
  await header(page, 'Balance').waitFor();
  await page.goBack();
  await header(page, 'Encoding').waitFor();
  expect(await shown()).toEqual(chosen);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitem', { name: 'Reset columns' }).click();
  await header(page, 'Country').waitFor();
  expect(await header(page, 'Encoding').count()).toBe(0);
});

test('a list with further pages says that only its loaded rows are sorted', async () => {
  const page = await operator('/messages');
  await page.getByText('50 rows').waitFor();
  await header(page, 'Price').getByRole('button').click();
  await page.getByText('Only the 50 loaded rows are sorted').waitFor();
  expect(await header(page, 'Price').getAttribute('aria-sort')).toBe('descending');
  const prices = (await page.locator('tbody td[data-title="Price"]').allInnerTexts()).map(Number.parseFloat);
  expect(prices).toEqual(prices.toSorted((one, other) => other - one));
});

declare const window: { scrollTo(options: object): void; dispatchEvent(event: object): void };
declare const document: { readonly documentElement: { readonly scrollHeight: number } };
declare const Event: new (name: string) => object;

test('10,000 rows are scrolled to the end with few of them in the page', async () => {
  const page = await operator('/messages');
  await page.getByText('50 rows').waitFor();
  // A page is as long as the service gets within its time, so their number differs.
  const [more, end] = [page.getByRole('button', { name: 'Load more' }), page.getByText('End of list')];
  await until(async () => {
    await more.or(end).first().waitFor();
    if (await end.isVisible()) return true;
    await more.click({ timeout: 5_000 }).catch(() => {});
    return false;
  });
  await page.getByText('10,000 rows').waitFor();
  const toEnd = () => page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight }));
  for (const part of [0.3, 0.6]) {
    await page.evaluate((at) => window.scrollTo({ top: document.documentElement.scrollHeight * at }), part);
    await until(async () => page.locator('tbody td[data-title="To"]').first().isVisible());
    expect(await rows(page).count()).toBeLessThan(200);
  }
  await toEnd();
  const last = page.getByRole('row').filter({ hasText: `+38641${100_000 + total}` });
  await last.waitFor();
  await toEnd();
  expect(await last.isVisible()).toBe(true);
  expect(await last.getAttribute('aria-rowindex')).toBe(`${total + 1}`);
  expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe(`${total + 1}`);
  expect(await rows(page).count()).toBeLessThan(200);
  expect(await violations(page)).toEqual([]);
  // All loaded rows, not only those in the page.
  await page.getByRole('checkbox', { name: 'Select all rows' }).check();
  await page.getByText('10,000 selected').waitFor();
});

test('cards of a long list have another height and scroll as well; paper has all rows', async () => {
  const page = await operator('/messages', { width: 390, height: 844 });
  await page.getByText('50 rows').waitFor();
  await page.getByRole('button', { name: 'Load more' }).click();
  await page.getByText('1,050 rows').waitFor();
  const last = page.getByRole('row').filter({ hasText: '+38641101050' });
  await until(async () => {
    await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight }));
    return last.isVisible();
  });
  expect(await rows(page).count()).toBeLessThan(200);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  expect(await rows(page).count()).toBe(50 + further);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await until(async () => (await rows(page).count()) < 200);
});
