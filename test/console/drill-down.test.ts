/** Figures, reasons, bars and rows of statistics lead to the messages that they count, by addresses that can be shared. */
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { countTraffic } from '../../src/flows/statistics/statistics.ts';
import { until } from '../dispatch/carrier.ts';
import { consoleService, logIn, settled, startBrowser, violations, visit, visitor } from '../harness/chromium.ts';
import { recount } from '../harness/recount.ts';
import { demoKey } from '../harness/service.ts';

const browser = await startBrowser();
const service = await consoleService();
// Two are delivered; one fails, and one is rejected by the carrier.
const destinations = ['+38640123456', '+385912345678', '+38640000001', '+38640000003'];
for (const destination of destinations)
  await service.ask(
    'POST',
    '/v1/sms/messages',
    { sender: 'Hermod', destinations: [destination], message: { content: 'x' } },
    demoKey,
  );
await until(async () => {
  const { rows } = await service.db.query(
    `SELECT FROM messages WHERE state NOT IN ('DELIVERED', 'FAILED', 'REJECTED')`,
  );
  return rows.length === 0;
});
await countTraffic(service.db, 90, 5_000);
await recount(service.db);

test('tiles and reasons of the overview', async () => {
  const page = await operator();
  await page.goto('/?range=24h');
  const figures = page.locator('dl[aria-label="Key figures"]');
  await figures.getByRole('link', { name: 'Accepted: 4' }).click();
  await lists(page, 4);
  const { searchParams } = new URL(page.url());
  expect(searchParams.get('q')).toMatch(/^after:\d{4}-\d\d-\d\dT\d\d:00:00Z before:\d{4}-\d\d-\d\dT\d\d:00:00Z$/);
  await page.reload();
  await lists(page, 4);
  await page.goBack();
  await figures.getByRole('link', { name: /^Delivered: 50/ }).click();
  await lists(page, 2);
  await page.goBack();
  await figures.getByRole('link', { name: /^Spend: / }).waitFor();
  for (const [name, path] of [
    ['Current rate', '/messages'],
    ['Spend', '/statistics'],
    ['Queued', '/waiting'],
    ['Pending webhooks', '/webhooks'],
  ] as const) {
    const href = await figures.getByRole('link', { name: new RegExp(`^${name}: `) }).getAttribute('href');
    expect([name, href?.split('?')[0]]).toEqual([name, path]);
  }
  const reasons = page.getByRole('table', { name: 'Failure reasons' });
  const rows = await reasons
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .all();
  expect(rows).toHaveLength(2);
  const counts = await Promise.all(rows.map(async (row) => Number(await row.getByRole('cell').nth(1).innerText())));
  for (const [place, count] of counts.entries()) {
    await reasons.getByRole('link').nth(place).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toMatch(/^reason:/);
    await lists(page, count);
    await page.goBack();
    await reasons.waitFor();
  }
  await settled(page);
  expect(await violations(page)).toEqual([]);
});

test('bars of a chart: by key, by mouse, in the legend and in the table', async () => {
  const page = await operator();
  await page.goto('/?range=24h');
  const chart = page.getByRole('slider', { name: 'Messages over time by outcome' });
  const figure = page.getByRole('figure').filter({ has: chart });
  await figure.getByRole('link', { name: 'Delivered 2' }).click();
  await lists(page, 2);
  await page.goBack();
  await chart.focus();
  await expect
    .poll(async () => {
      await page.keyboard.press('End');
      return chart.getAttribute('aria-valuetext');
    })
    .toMatch(/^\d\d:\d\d, Delivered/);
  const total = await totalOfBar(chart);
  await page.keyboard.press('Enter');
  await lists(page, total);
  await page.goBack();
  await figure.getByText('Show as a table').click();
  await figure.getByRole('cell').getByRole('link').first().waitFor();
  await settled(page);
  expect(await violations(page)).toEqual([]);
  const cell = figure.getByRole('cell').getByRole('link').last();
  const count = Number(await cell.innerText());
  await cell.click();
  await lists(page, count);
  await page.goBack();
  await chart.waitFor();
  await page.locator('figure canvas').first().waitFor();
  const drawing = figure.locator('.u-over');
  const { width, height } = (await drawing.boundingBox())!;
  // The last bars are on the right; the lowest of a stack is that of the delivered ones.
  let href: string | null = null;
  for (let right = 2; right < width / 2 && href?.includes('status') !== true; right += 4) {
    await drawing.hover({ position: { x: width - right, y: height - 8 } });
    href = await drawing.locator('a').getAttribute('href');
  }
  expect(href).toContain('q=status:delivered+after:');
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForURL('**/messages?q=status:delivered*');
  expect(await rowCount(page)).toBeGreaterThan(0);
});

test('rows and sums of the statistics, of an account as well', async () => {
  const page = await operator();
  await visit(page, '/statistics?group=country&range=24h');
  const table = page.getByRole('table', { name: 'Messages and spend by row' });
  const slovenia = table.getByRole('row').filter({ hasText: 'Slovenia' });
  await slovenia.getByRole('link', { name: '3', exact: true }).click();
  await lists(page, 3);
  expect(new URL(page.url()).searchParams.get('q')).toMatch(/^country:SI after:.*Z before:.*Z$/);
  await page.goBack();
  await slovenia.getByRole('link', { name: '1', exact: true }).first().click();
  await lists(page, 1);
  await page.goBack();
  await page.locator('main').getByRole('link', { name: '4', exact: true }).first().click();
  await lists(page, 4);
  for (const group of ['carrier', 'account', 'sender', 'day']) {
    await visit(page, `/statistics?group=${group}&range=24h`);
    const counted = table.getByRole('row').filter({ has: page.getByRole('link') });
    await counted.first().waitFor();
    const link = counted.first().locator('strong').getByRole('link');
    const count = Number(await link.innerText());
    await link.click();
    await lists(page, count);
  }
  await visit(page, '/statistics?group=carrier&range=24h');
  await table.waitFor();
  await settled(page);
  expect(await violations(page)).toEqual([]);
  const { url } = await service.ask<{ url: string }>('POST', '/v1/console/link', {}, demoKey);
  const ours = await newPage();
  await ours.goto(url.slice(new URL(url).origin.length));
  await ours.getByRole('heading', { name: 'Overview' }).waitFor();
  await ours.goto('/?range=24h');
  await ours.getByRole('link', { name: 'Accepted: 4' }).click();
  await lists(ours, 4);
});

async function totalOfBar(chart: ReturnType<Page['getByRole']>): Promise<number> {
  const text = (await chart.getAttribute('aria-valuetext'))!;
  const bars = text
    .split(', ')
    .slice(1)
    .filter((part) => !part.startsWith('Accepted'));
  return bars.reduce((sum, part) => sum + Number(/\d+$/.exec(part)![0]), 0);
}

const rowsOf = (page: Page) =>
  page
    .getByRole('table', { name: 'Messages, newest first' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });

async function rowCount(page: Page): Promise<number> {
  await page.getByText('End of list').waitFor();
  return rowsOf(page).count();
}

/** The list of messages has this number of rows. */
async function lists(page: Page, count: number): Promise<void> {
  await page.getByRole('heading', { name: 'Messages', level: 1 }).waitFor();
  await expect.poll(() => rowsOf(page).count(), { timeout: 20_000 }).toBe(count);
}

async function newPage(): Promise<Page> {
  const { page, faults, leave } = await visitor(browser, service.base);
  onTestFinished(async () => {
    expect(faults).toEqual([]);
    await leave();
  });
  return page;
}

async function operator(): Promise<Page> {
  const page = await newPage();
  await logIn(page);
  return page;
}
