/** The audit log, the people on the console, the numbers beside pages, and the charts, in a real browser and with restarts. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { countTraffic } from '../../src/flows/statistics/statistics.ts';
import { until } from '../dispatch/carrier.ts';
import {
  type Console,
  consoleService,
  logIn,
  settled,
  startBrowser,
  violations,
  visit,
  visitor,
} from '../harness/chromium.ts';
import { recount } from '../harness/recount.ts';
import { demoKey } from '../harness/service.ts';

const browser = await startBrowser();
const service = await consoleService({ HERMOD_SENDER_APPROVAL: 'manual' });

async function newPage(of: Console = service): Promise<Page> {
  const { page, faults, leave } = await visitor(browser, of.base);
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

const pathOf = (url: string) => url.slice(new URL(url).origin.length);
const rowsOf = (page: Page) => page.getByRole('row');
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' });

test('the audit log is searched; the address holds the search and the open entry', async () => {
  await service.ask('PUT', '/admin/v1/pauses/all');
  await service.ask('DELETE', '/admin/v1/pauses/all');
  const page = await operator();
  await page.goto('/audit');
  await rowsOf(page).filter({ hasText: 'Carrier added' }).waitFor();
  await page.getByRole('combobox', { name: 'Subject type' }).click();
  await page.getByRole('option', { name: 'Queue' }).click();
  await rowsOf(page).filter({ hasText: 'Everything paused' }).waitFor();
  await rowsOf(page).filter({ hasText: 'Carrier added' }).waitFor({ state: 'detached' });
  await service.restart();
  await page.getByLabel('Actor', { exact: true }).fill('another name');
  await page.getByText('No matching entries').waitFor();
  await page.getByLabel('Actor', { exact: true }).fill('OPERATOR');
  await rowsOf(page).filter({ hasText: 'Everything paused' }).waitFor();
  await page.getByRole('button', { name: 'Open: Everything paused' }).click();
  const dialog = page.getByRole('dialog', { name: 'Everything paused' });
  await dialog.getByText('127.0.0.1').waitFor();
  const search = new URL(page.url()).searchParams;
  expect(Object.fromEntries(search)).toEqual({ subjectKind: 'queue', actor: 'OPERATOR', entry: expect.any(String) });
  await page.reload();
  await dialog.waitFor();
  expect(await violations(page)).toEqual([]);
  // An entry is found although it is not among the rows.
  await page.goto(`/audit?action=account+create&entry=${search.get('entry')}`);
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.goto('/audit?subjectKind=queue');
  await rowsOf(page).filter({ hasText: 'Everything resumed' }).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as CSV' }).click(),
  ]);
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines.map((line) => line.split(',')[6])).toEqual(['action', 'everything resume', 'everything pause']);
});

test('a new operator has the least role, and appears among the people on the console', async () => {
  const page = await operator();
  await page.goto('/operators');
  await page.getByRole('button', { name: 'Add an operator' }).first().click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('radio', { name: 'Support' }).isChecked()).toBe(true);
  await dialog.getByLabel('Name').fill('Sven');
  await service.restart();
  await dialog.getByRole('button', { name: 'Add an operator' }).click();
  const url = await page.getByRole('region', { name: 'Console sign-in link' }).innerText();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  const theirs = await newPage();
  await theirs.goto(pathOf(url.trim()));
  await theirs.getByRole('heading', { name: 'Overview' }).waitFor();
  await visit(theirs, '/operators');
  const online = (of: Page) => of.getByRole('table', { name: 'On the console now' });
  await online(theirs).getByRole('row').filter({ hasText: 'Sven' }).getByText('Support').waitFor();
  expect(await online(theirs).getByText('127.0.0.1').count()).toBe(0);
  await page.reload();
  await online(page).getByRole('row').filter({ hasText: 'Sven' }).getByText('127.0.0.1').waitFor();
});

test('a pending sender is counted beside its page until it is decided', async () => {
  const page = await operator();
  await page.goto('/');
  const link = navigation(page).getByRole('link', { name: /^Senders/ });
  await link.waitFor();
  expect(await link.innerText()).toBe('Senders');
  await service.ask('POST', '/v1/senders', { value: 'Bakery', type: 0, channel: 'SMS' }, demoKey);
  await navigation(page)
    .getByRole('link', { name: /^Senders.*1 sender waits for approval$/ })
    .waitFor();
  await service.restart();
  await page.reload();
  await navigation(page)
    .getByRole('link', { name: /1 sender waits for approval/ })
    .click();
  await page.getByRole('button', { name: 'Reject Bakery' }).click();
  await page.getByRole('dialog').getByRole('textbox').first().fill('Not yours');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await expect.poll(() => link.innerText(), { timeout: 30_000 }).toBe('Senders');
});

test('a chart says what happened when, by mouse, by key and as a table; customers see no pauses', async () => {
  for (const destination of ['+38640123456', '+38640000001'])
    await service.ask(
      'POST',
      '/v1/sms/messages',
      { sender: 'Hermod', destinations: [destination], message: { content: 'x' } },
      demoKey,
    );
  await until(async () => {
    const { rows } = await service.db.query(`SELECT FROM messages WHERE state NOT IN ('DELIVERED', 'FAILED')`);
    return rows.length === 0;
  });
  await countTraffic(service.db, 90, 5_000);
  await recount(service.db);
  const page = await operator();
  await page.goto('/?range=24h');
  const chart = page.getByRole('slider', { name: 'Messages over time by outcome' });
  await chart.waitFor();
  const figure = page.getByRole('figure').filter({ has: chart });
  await figure.getByText('Total').waitFor();
  await figure.getByText('Delivered 1').waitFor();
  await figure.getByText('Everything paused by operator').waitFor();
  await figure.getByText(/Version .* started/).waitFor();
  await service.restart();
  await page.reload();
  await chart.focus();
  await page.keyboard.press('End');
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/^\d\d:\d\d, Delivered 1, .*Failed 1/);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/^\d\d:\d\d, Delivered 0, .*Failed 0/);
  await page.keyboard.press('Escape');
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/^Total, Delivered 1/);
  await figure.locator('.u-over').hover();
  await figure.getByText('Delivered 0').waitFor();
  await figure.getByText('Show as a table').click();
  await figure.getByRole('columnheader', { name: 'Failed' }).waitFor();
  await settled(page);
  expect(await violations(page)).toEqual([]);
  await visit(page, '/statistics?group=country&range=7d');
  await page.getByRole('figure').getByText('Slovenia 2').waitFor();
  await page.goto('/statistics?group=country&range=24h&country=AT');
  await page.getByText('No messages in this range').waitFor();
  const { url } = await service.ask<{ url: string }>('POST', '/v1/console/link', {}, demoKey);
  const ours = await newPage();
  await ours.goto(pathOf(url));
  await ours.getByRole('heading', { name: 'Overview' }).waitFor();
  await ours.goto('/?range=24h');
  await ours.getByRole('figure').first().getByText('Delivered 1').waitFor();
  expect(await ours.getByText('Everything paused').count()).toBe(0);
});
