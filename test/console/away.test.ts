/** Pages that cannot be shown: the service is away, a file of an older version is gone, or the page is not for this person. */
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { testAccount } from '../harness/accounts.ts';
import { consoleService, logIn, startBrowser, visitor } from '../harness/chromium.ts';

const browser = await startBrowser();
const service = await consoleService();
const account = await testAccount(service.db);

test('without the network, a page that was not loaded yet leaves the console as it is, and comes as soon as it can', async () => {
  const page = await operator();
  await page.goto('/messages');
  await page.getByRole('heading', { name: 'Messages' }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Senders' }).click();
  await page.getByRole('alert').getByText('This page could not be loaded').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('link', { name: 'Messages' }).click();
  await page.getByRole('heading', { name: 'Messages' }).waitFor();
  await page.getByRole('link', { name: 'Senders' }).click();
  await page.getByRole('alert').getByText('The service cannot be reached').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Senders' }).waitFor();
});

test('the files of an older version are gone: the page is loaded again, once', async () => {
  const page = await operator();
  await page.goto('/messages');
  await page.getByRole('heading', { name: 'Messages' }).waitFor();
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(request.url());
  });
  let isGone = true;
  const missing = { status: 404, body: '{"error":"error: 404 - File not found"}' };
  // The chunks of the page that is opened; what the first page has loaded is in its memory.
  await page.route(/\/assets\/.*\.js$/, (route) => (isGone ? route.fulfill(missing) : route.continue()));
  await page.route('**/senders', async (route) => {
    isGone = route.request().isNavigationRequest() ? false : isGone;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Senders' }).hover();
  await page.getByRole('link', { name: 'Senders' }).click();
  await page.getByRole('heading', { name: 'Senders' }).waitFor();
  expect(loads).toEqual([`${service.base}/senders`]);
  // A file that stays away is named as that, and does not make the page load again and again.
  await page.unroute('**/senders');
  await page.unroute(/\/assets\/.*\.js$/);
  await page.route(/\/assets\/prices-.*\.js$/, (route) => route.fulfill(missing));
  await page.evaluate(`sessionStorage.clear()`);
  await page.getByRole('link', { name: 'Prices' }).click();
  await page.getByRole('alert').getByText('a console file is missing').waitFor();
  expect(loads).toEqual([`${service.base}/senders`, `${service.base}/prices`]);
});

const operatorPages = [
  ...['/phone', '/prices', '/carriers', '/waiting', '/receipts'],
  ...['/audit', '/health', '/operators', '/erasure'],
];

test('a customer has no pages of operators, nor those of another account', async () => {
  const page = await newVisitor();
  const { url } = await service.ask<{ url: string }>('POST', `/admin/v1/accounts/${account.id}/console-links`, {});
  const { pathname, search, hash } = new URL(url);
  await page.goto(pathname + search + hash);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  for (const path of [...operatorPages, `/prices/${newId()}`, `/accounts/${account.id}`, `/as/${account.id}`])
    await isNotFound(page, path);
  await page.getByRole('link', { name: 'Go to overview' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
});

test('the role support has no page for sending, for trying a mail, or for acting as an account', async () => {
  const { link } = await service.ask<{ link: { url: string } }>('POST', '/admin/v1/operators', {
    name: 'Sara',
    role: 'support',
  });
  const page = await newVisitor();
  const answer = await page.request.post('/console/v1/session', {
    data: { link: link.url.split('#')[1] },
    headers: { 'hermod-console': '1' },
  });
  expect(answer.status()).toBe(200);
  for (const path of ['/send', '/emails/try', `/as/${account.id}`, `/as/${account.id}/messages`])
    await isNotFound(page, path);
  await page.goto('/messages');
  await page.getByRole('heading', { name: 'Messages' }).waitFor();
  expect(await page.getByRole('link', { name: 'Send', exact: true }).count()).toBe(0);
});

test('unknown ids and accounts', async () => {
  const page = await operator();
  const things = ['messages', 'webhooks', 'emails', 'accounts', 'prices'];
  for (const thing of things) for (const id of [newId(), 'nothing']) await isNotFound(page, `/${thing}/${id}`);
  await isNotFound(page, `/as/${newId()}`);
});

async function newVisitor(): Promise<Page> {
  const { page, faults, leave } = await visitor(browser, service.base);
  onTestFinished(async () => {
    await leave();
    expect(faults).toEqual([]);
  });
  return page;
}

async function operator(): Promise<Page> {
  const page = await newVisitor();
  await logIn(page);
  return page;
}

async function isNotFound(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  expect(await page.getByRole('alert').count(), path).toBe(0);
}
