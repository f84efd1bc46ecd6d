/** The palette: what each role finds and does with it, by the keyboard alone; and searches that are saved under a name. */
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { consoleService, logIn, settled, startBrowser, violations, visit, visitor } from '../harness/chromium.ts';
import { demoKey } from '../harness/service.ts';

const browser = await startBrowser();
const service = await consoleService();
const { accountId } = await service.ask<{ accountId: string }>('POST', '/admin/v1/accounts', {
  name: 'Kavarna Češnja',
  currency: 'EUR',
});
const { carriers } = await service.ask<{ carriers: { carrierId: string }[] }>('GET', '/admin/v1/carriers');
const carrierId = carriers[0]!.carrierId;
const number = '+38640123456';
const { messages } = await service.ask<{ messages: { messageId: string }[] }>(
  'POST',
  '/v1/sms/messages',
  { sender: 'Hermod', destinations: [number], message: { content: 'Your parcel is here' } },
  demoKey,
);
const messageId = messages[0]!.messageId;

test('an operator goes to pages, accounts, messages and objects, and opens dialogs', async () => {
  const page = await operator();
  await page.goto('/');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.getByRole('button', { name: /^Search or go to/ }).click();
  await option(page, 'Health').waitFor();
  await settled(page);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await palette(page).waitFor({ state: 'detached' });
  // Typed before anything of it is loaded, and entered before the service has answered.
  await enter(page, 'cesnja');
  await page.waitForURL(`**/accounts/${accountId}`);
  await enter(page, messageId);
  await page.waitForURL(`**/messages/${messageId}`);
  await enter(page, carrierId);
  await page.waitForURL(`**/carriers/${carrierId}`);
  await enter(page, accountId);
  await page.waitForURL(`**/accounts/${accountId}`);
  await enter(page, '0038640123456');
  await expect.poll(() => queryOf(page)).toBe(`to:${number}`);
  await page.getByRole('row').filter({ hasText: number }).waitFor();
  await enter(page, 'status:delivered country:SI');
  await expect.poll(() => queryOf(page)).toBe('status:delivered country:SI');
  await enter(page, 'parcel');
  await expect.poll(() => queryOf(page)).toBe('text:parcel');
  await page.getByRole('row').filter({ hasText: number }).waitFor();
  await enter(page, 'new acc');
  await page.getByRole('dialog', { name: 'New account' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
  await enter(page, 'pause everything');
  await page.getByRole('dialog').getByRole('button', { name: 'Pause everything' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.goto(`/accounts/${accountId}`);
  await page.getByRole('heading', { name: 'Kavarna Češnja' }).waitFor();
  await enter(page, 'issue');
  await page.getByRole('dialog').getByText('Issue', { exact: false }).first().waitFor();
});

test('arrows choose, also around the ends; what is chosen is announced', async () => {
  const page = await operator();
  await page.goto('/');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('carrier');
  const field = palette(page).getByRole('combobox');
  await option(page, 'Add a carrier').waitFor();
  const active = async () => {
    const id = await field.getAttribute('aria-activedescendant');
    return id === null ? undefined : (await page.locator(`[id="${id}"]`).innerText()).trim();
  };
  await expect.poll(active).toBe('Carriers');
  await page.keyboard.press('ArrowDown');
  await expect.poll(active).toBe('Add a carrier');
  expect(await option(page, 'Add a carrier').getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  const last = await palette(page).getByRole('option').last().innerText();
  await expect.poll(active).toBe(last.trim());
  await page.keyboard.press('Home');
  await page.keyboard.type('x');
  await palette(page).getByText('Messages with this text').waitFor();
  await page.keyboard.press('Control+k');
  await palette(page).waitFor({ state: 'detached' });
  await enter(page, 'theme dark');
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('webhook');
  await option(page, 'Verifying webhooks').waitFor();
  expect(await option(page, 'Verifying webhooks').getAttribute('href')).toBe('/guides/webhooks-verification');
  await settled(page, 'dark');
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 800 });
  await settled(page, 'dark');
  expect(await violations(page)).toEqual([]);
});

test('support finds the same and is offered nothing that it may not do', async () => {
  const { link } = await service.ask<{ link: { url: string } }>('POST', '/admin/v1/operators', {
    name: 'Sara',
    role: 'support',
  });
  const page = await signedIn(link.url);
  await page.keyboard.press('Control+k');
  await option(page, 'Sign out').waitFor();
  const offered = await palette(page).getByRole('option').allInnerTexts();
  for (const action of ['Send a message', 'New account', 'Add a carrier', 'Pause everything', 'Issue a key', 'Send'])
    expect(offered).not.toContain(action);
  await page.keyboard.type('parcel');
  await palette(page).getByText('Messages from this sender').waitFor();
  expect(await palette(page).getByText('Messages with this text').count()).toBe(0);
  await page.keyboard.press('Escape');
  await enter(page, 'Češnja');
  await page.waitForURL(`**/accounts/${accountId}`);
});

test('a customer finds what is theirs', async () => {
  const { url } = await service.ask<{ url: string }>('POST', '/v1/console/link', {}, demoKey);
  const page = await signedIn(url);
  await page.keyboard.press('Control+k');
  await option(page, 'Register a sender').waitFor();
  const offered = await palette(page).getByRole('option').allInnerTexts();
  for (const other of ['Carriers', 'Health', 'New account', 'Pause everything']) expect(offered).not.toContain(other);
  await page.keyboard.type('esnj');
  await palette(page).getByText('Messages with this text').waitFor();
  expect(await option(page, 'Kavarna Češnja').count()).toBe(0);
  await page.keyboard.press('Escape');
  await enter(page, messageId);
  await page.waitForURL(`**/messages/${messageId}`);
  await enter(page, 'issue a key');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await enter(page, 'hermo');
  await expect.poll(() => queryOf(page)).toBe('from:"Hermod"');
  await enter(page, 'sign out');
  await page.waitForURL('**/login*');
});

test('a saved search is found again, renamed and deleted; it survives reloading and going back', async () => {
  const page = await operator();
  await visit(page, '/messages');
  const field = page.getByRole('textbox', { name: 'Search messages' });
  await field.fill(`to:${number}`);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save search' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save search' });
  await dialog.getByLabel('Name').fill('Our phone');
  await settled(page);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Save search' }).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('row').filter({ hasText: number }).waitFor();
  await field.fill('country:HR');
  await page.keyboard.press('Enter');
  await page.getByText('No results').waitFor();
  await page.getByRole('button', { name: 'Saved searches' }).click();
  await page.getByRole('menuitem', { name: 'Our phone' }).click();
  await page.getByRole('row').filter({ hasText: number }).waitFor();
  await page.goBack();
  await expect.poll(() => field.inputValue()).toBe('country:HR');
  await page.goForward();
  await expect.poll(() => field.inputValue()).toBe(`to:${number}`);
  await page.getByRole('row').filter({ hasText: number }).waitFor();
  await page.getByRole('button', { name: 'Saved searches' }).click();
  await page.getByRole('menuitem', { name: 'Rename or delete' }).click();
  const list = page.getByRole('dialog', { name: 'Saved searches' });
  await list.getByRole('textbox').fill('Front door');
  await page.keyboard.press('Enter');
  await list.getByRole('button', { name: 'Delete Front door' }).waitFor();
  await settled(page);
  expect(await violations(page)).toEqual([]);
  await list.getByRole('button', { name: 'Close' }).click();
  await list.waitFor({ state: 'detached' });
  await page.goto('/');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await enter(page, 'front');
  await expect.poll(() => queryOf(page)).toBe(`to:${number}`);
  await page.getByRole('button', { name: 'Saved searches' }).click();
  await page.getByRole('menuitem', { name: 'Rename or delete' }).click();
  await list.getByRole('button', { name: 'Delete Front door' }).click();
  await list.getByText('No saved searches.').waitFor();
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.includes('searches')) localStorage.setItem(key, '{broken');
  });
  await page.reload();
  await page.getByRole('button', { name: 'Save search' }).waitFor();
  expect(await page.getByRole('button', { name: 'Saved searches' }).count()).toBe(0);
});

declare const localStorage: { setItem(key: string, value: string): void };

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' });
const option = (page: Page, name: string) => palette(page).getByRole('option', { name, exact: true });
const queryOf = (page: Page) => new URL(page.url()).searchParams.get('q');

async function enter(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await palette(page).waitFor({ state: 'detached' });
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

async function signedIn(url: string): Promise<Page> {
  const page = await newPage();
  await page.goto(url.slice(new URL(url).origin.length));
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  return page;
}
