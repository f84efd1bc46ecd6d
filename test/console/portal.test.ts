/** What a customer does for themselves in the console, in a real browser, with the service restarted in the middle. */
import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { demoAccountId } from '../../src/flows/accounts/demo.ts';
import { consoleService, isTooWide, settled, startBrowser, violations, visitor } from '../harness/chromium.ts';
import { demoKey } from '../harness/service.ts';

const browser = await startBrowser();
const service = await consoleService();
const rowsOf = (page: Page): Locator => page.getByRole('row');

async function customer(width = 1440): Promise<Page> {
  const { page, faults, leave } = await visitor(browser, service.base, { viewport: { width, height: 900 } });
  onTestFinished(async () => {
    expect(faults).toEqual([]);
    expect(await page.content()).not.toContain(demoKey);
    await leave();
  });
  const { url } = await service.ask<{ url: string }>('POST', '/v1/console/link', { name: 'Anna' }, demoKey);
  const { pathname, hash } = new URL(url);
  await page.goto(pathname + hash);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  return page;
}

async function send(...destinations: string[]): Promise<string[]> {
  const body = { sender: 'Hermod', destinations, message: { content: 'Hi' } };
  const { messages } = await service.ask<{ messages: { messageId: string }[] }>(
    'POST',
    '/v1/sms/messages',
    body,
    demoKey,
  );
  return messages.map(({ messageId }) => messageId);
}

test('a charge leads to its messages, and a top-up says what it was for', async () => {
  const [one = ''] = await send('+38640123401');
  await send('+38640123402', '+38640123403');
  await service.ask('POST', `/admin/v1/accounts/${demoAccountId}/top-ups`, {
    amount: '12',
    reference: 'Invoice 2026-114',
    note: 'paid by card',
  });
  const page = await customer();
  await page.goto('/accounts');
  await rowsOf(page).filter({ hasText: 'Invoice 2026-114' }).getByText('+12.00').waitFor();
  expect(await page.content()).not.toContain('paid by card');
  await rowsOf(page).getByRole('link', { name: '2 messages' }).click();
  await rowsOf(page).filter({ hasText: '+38640123402' }).waitFor();
  await service.restart();
  await page.reload();
  await rowsOf(page).filter({ hasText: '+38640123403' }).waitFor();
  expect(await rowsOf(page).count()).toBe(3);
  await page.goBack();
  await rowsOf(page).getByRole('link', { name: 'Message to +38640123401' }).click();
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/messages/${one}`);
});

test('a key is issued, rotated with an overlap, and revoked', async () => {
  const page = await customer();
  const dialog = page.getByRole('dialog');
  const secret = async () => {
    const key = (await page.getByRole('region', { name: 'API key' }).innerText()).trim();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await dialog.waitFor({ state: 'detached' });
    return key;
  };
  const choose = async (action: string) => {
    const live = rowsOf(page).filter({ hasText: 'web shop' }).first();
    await live.getByRole('button', { name: 'Actions for key web shop' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  // Not a read, which the cache of two seconds may answer.
  const use = (key: string) => service.ask('POST', '/v1/console/link', {}, key);
  await page.goto('/accounts?tab=keys');
  await page.getByRole('button', { name: 'Issue a key' }).click();
  await dialog.getByLabel('Label').fill('web shop');
  await service.restart();
  await dialog.getByRole('button', { name: 'Issue a key' }).click();
  const first = await secret();
  expect(await use(first)).toMatchObject({ url: expect.any(String) });
  await page.reload();
  await choose('Rotate');
  await dialog.getByRole('combobox', { name: 'Old key expires' }).click();
  await page.getByRole('option', { name: 'in 1 hour' }).click();
  await dialog.getByRole('button', { name: 'Rotate' }).click();
  const second = await secret();
  for (const key of [first, second]) expect(await use(key)).toMatchObject({ url: expect.any(String) });
  await choose('Revoke');
  await dialog.getByLabel('Type web shop to confirm').fill('web shop');
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await rowsOf(page).filter({ hasText: 'web shop' }).getByText('Revoked').waitFor();
  await expect(use(second)).rejects.toThrow('401');
  for (const key of [first, second]) expect(await page.content()).not.toContain(key);
});

test.each(['', '?tab=keys', '?tab=prices'])('the account page %s is accessible on a phone', async (search) => {
  const page = await customer(390);
  await page.goto(`/accounts${search}`);
  await settled(page);
  expect(await violations(page)).toEqual([]);
  expect(await isTooWide(page)).toBe(false);
});
