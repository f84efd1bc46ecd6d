/** Many pages of the console in one browser: all of them stay live, on few connections, each with the events of its own session. */
import type { BrowserContext, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../dispatch/carrier.ts';
import { testAccount, times } from '../harness/accounts.ts';
import { consoleService, logIn, startBrowser, visitor } from '../harness/chromium.ts';

/** HTTP/1.1 browsers open six connections to a host; a page that finds none free hangs. */
const pages = 7;

const browser = await startBrowser();
const service = await consoleService();
const account = await testAccount(service.db);

declare const document: { dispatchEvent(event: object): void };
declare const history: { back(): void };

/** What a page keeps open when it is left, and so in the back/forward cache. */
const countStreams = `{
  const opened = [];
  const Own = EventSource;
  globalThis.EventSource = class extends Own {
    constructor(...given) {
      super(...given);
      opened.push(this);
    }
  };
  globalThis.openStreams = () => String(opened.filter(({ readyState }) => readyState !== Own.CLOSED).length);
}`;

test('seven loads of pages in one tab', async () => {
  const page = await operator();
  await page.addInitScript(countStreams);
  for (let load = 0; load < pages; load++) {
    await page.goto(load % 2 === 0 ? '/messages' : '/inbound');
    await live(page);
    expect(await page.evaluate("sessionStorage.getItem('left open')")).toBe(load === 0 ? null : '0');
    // After the listeners of the page.
    await page.evaluate("addEventListener('pagehide', () => sessionStorage.setItem('left open', openStreams()))");
  }
  // Streams of earlier pages may be on their way out; none may stay open for a page in the back/forward cache.
  await expect.poll(streams).toBe(1);
  await showsNextMessage([page]);
  await page.evaluate(() => history.back());
  await page.getByRole('heading', { name: 'Inbound' }).waitFor();
  await page.evaluate(() => history.back());
  await page.getByRole('heading', { name: 'Messages' }).waitFor();
  await showsNextMessage([page]);
});

test('seven tabs', async () => {
  const first = await operator();
  const tabs = await tabsOf(
    first.context(),
    times(pages, () => '/messages'),
  );
  await showsNextMessage(tabs);
  expect(await streams()).toBe(1);
});

test('seven tabs, each for another account', async () => {
  const first = await operator();
  const accounts = await Promise.all(times(pages, () => testAccount(service.db)));
  const tabs = await tabsOf(
    first.context(),
    accounts.map(({ id }) => `/as/${id}/messages`),
  );
  await until(async () => (await streams()) <= 2);
  for (const [index, { key }] of accounts.entries()) await showsNextMessage([tabs[index]!], key);
  // The tab that was opened first comes to the front.
  await tabs[0]!.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await live(tabs[0]!);
  await until(async () => (await streams()) <= 2);
});

test('in a browser without shared workers, a page has a stream of its own and closes it when it is left', async () => {
  const page = await operator();
  await page.addInitScript(`delete globalThis.SharedWorker; ${countStreams}`);
  for (let load = 0; load < pages; load++) {
    await page.goto('/messages');
    await live(page);
    expect(await page.evaluate("sessionStorage.getItem('left open')")).toBe(load === 0 ? null : '0');
    await page.evaluate("addEventListener('pagehide', () => sessionStorage.setItem('left open', openStreams()))");
  }
  await expect.poll(streams).toBe(1);
  await showsNextMessage([page]);
});

test('log-out in one tab ends the stream of all, and nothing of a page that was left is shown again', async () => {
  const page = await operator();
  await page.goto('/messages');
  await showsNextMessage([page]);
  const [other] = await tabsOf(page.context(), ['/messages']);
  await page.goto('/inbound');
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  for (const tab of [page, other!]) await tab.getByRole('heading', { name: 'Sign in' }).waitFor();
  await until(async () => (await streams()) === 0);
  await page.evaluate(() => history.back());
  await page.waitForURL(/\/login\?next/);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('another log-in in the same browser: pages of the first one become the second’s', async () => {
  const [first, second] = [account, await testAccount(service.db)];
  const page = await newVisitor();
  await enter(page, first.id);
  const [list] = await tabsOf(page.context(), ['/messages']);
  await showsNextMessage([list!], first.key);
  await enter(page, second.id);
  // The stream of the first session breaks. The browser resumes it with the cookie of the second.
  await service.restart();
  await list!.getByText('No messages').first().waitFor();
  await showsNextMessage([list!], second.key);
});

async function newVisitor(): Promise<Page> {
  const { page, faults, leave } = await visitor(browser, service.base);
  onTestFinished(async () => {
    await leave();
    expect(faults).toEqual([]);
    await until(async () => (await streams()) === 0);
  });
  return page;
}

async function operator(): Promise<Page> {
  const page = await newVisitor();
  await logIn(page);
  return page;
}

/** As a user with a link of that account. */
async function enter(page: Page, accountId: string): Promise<void> {
  const path = `/admin/v1/accounts/${accountId}/console-links`;
  const { url } = await service.ask<{ url: string }>('POST', path, {});
  const { pathname, search, hash } = new URL(url);
  await page.goto(pathname + search + hash);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
}

async function tabsOf(context: BrowserContext, paths: readonly string[]): Promise<Page[]> {
  const tabs: Page[] = [];
  for (const path of paths) {
    const tab = await context.newPage();
    await tab.goto(path);
    await tab.getByRole('heading', { name: 'Messages' }).waitFor();
    tabs.push(tab);
  }
  return tabs;
}

async function live(page: Page): Promise<void> {
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
}

/** Open at the service. */
async function streams(): Promise<number> {
  const answer = await fetch(`${service.base}/metrics`, { headers: { connection: 'close' } });
  const counts = [...(await answer.text()).matchAll(/^hermod_streams\{.*\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

let sent = 0;

/** A message that is accepted now appears in every one of these lists of messages. */
async function showsNextMessage(shown: readonly Page[], key = account.key): Promise<void> {
  sent++;
  const destination = `+38640${550_000 + sent}`;
  const body = { sender: 'Shop', destinations: [destination], message: { content: 'Hello' } };
  await service.ask('POST', '/v1/sms/messages', body, key);
  for (const page of shown) await page.getByRole('row').filter({ hasText: destination }).first().waitFor();
}
