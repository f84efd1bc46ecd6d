/** The checklist of the first day in a real browser: of the person who has just started the service, and of a customer. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../chaos/free-port.ts';
import { consoleService, logIn, startBrowser, violations, visitor } from '../harness/chromium.ts';
import { dataDir } from '../harness/command.ts';
import { up } from '../harness/running.ts';
import { adminToken, demoKey } from '../harness/service.ts';

const browser = await startBrowser();
const folder = dataDir();
const service = await consoleService();

async function newPage(base: string): Promise<Page> {
  const { page, faults, leave } = await visitor(browser, base);
  onTestFinished(async () => {
    await leave();
    expect(faults).toEqual([]);
  });
  return page;
}

const progress = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();
const next = (page: Page) => page.getByRole('button', { name: /^Next:/ });
const unsent = (page: Page) => page.getByText('You haven’t sent a message yet');

async function deliver(page: Page): Promise<void> {
  await unsent(page).waitFor();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('paragraph').filter({ hasText: 'Delivered to +38640123456' }).waitFor();
  await unsent(page).waitFor({ state: 'detached' });
}

async function readWhy(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send to +38640000001' }).click();
  await page.getByRole('link', { name: 'Read why it failed' }).click();
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  await page.getByText('Failed').first().waitFor();
  await page.goBack();
}

async function receive(page: Page): Promise<void> {
  await page.getByText('Nothing received yet').waitFor();
  await page.getByRole('button', { name: 'Send with this report URL' }).click();
  const received = page.getByRole('region', { name: 'Built-in receiver' });
  const delivered = received.getByRole('article').filter({ hasText: 'Delivered' });
  await delivered.getByText('Signature valid').waitFor();
  if (!(await delivered.getByRole('region', { name: 'Headers' }).isVisible())) {
    await delivered.getByRole('button', { name: /Delivery report/ }).click();
  }
  expect(await delivered.getByRole('region', { name: 'Headers' }).innerText()).toMatch(/webhook-signature: v1,\S{44}/);
  expect(await delivered.getByRole('region', { name: 'Body' }).innerText()).toContain('"status": "DELIVERED"');
}

test('an operator, from the start of an empty service to a carrier, with a restart in the middle', async () => {
  const settings = {
    HERMOD_DATA_DIR: folder,
    HERMOD_PORT: `${await freePort()}`,
    HERMOD_PROCESSES: '1',
    HERMOD_SMTP_PORT: '0',
    HERMOD_SMPP_PORT: '0',
    HERMOD_ADMIN_TOKEN: adminToken,
  };
  const running = await up(settings);
  onTestFinished(() => running.stop().then(() => {}));
  const page = await newPage(running.base);
  await logIn(page);
  await page.goto('/');
  await progress(page, '0 of 5 done');
  const key = readFileSync(join(folder, 'demo-key'), 'utf8').trim();
  const command = page.getByRole('region', { name: 'Request with curl' });
  expect(await command.innerText()).toContain('$HERMOD_API_KEY');
  expect(await page.content()).not.toContain(key);
  await page.getByRole('button', { name: 'Show the demo account’s key' }).click();
  await page.getByRole('region', { name: 'API key of the demo account' }).getByText(key).waitFor();
  expect(await command.innerText()).toContain(`"apikey: ${key}"`);
  await deliver(page);

  await page.reload();
  await progress(page, '1 of 5 done');
  expect(await page.content()).not.toContain(key);
  expect(await unsent(page).count()).toBe(0);
  await page.getByRole('link', { name: 'Open the phone' }).click();
  await page.getByRole('log').getByText('Hello from Hermod').waitFor();
  await page.goBack();
  await progress(page, '2 of 5 done');
  await readWhy(page);
  await progress(page, '3 of 5 done');

  expect(await running.stop()).toBe(0);
  const again = await up(settings);
  onTestFinished(() => again.stop().then(() => {}));
  await page.reload();
  await progress(page, '3 of 5 done');
  await receive(page);
  await progress(page, '4 of 5 done');
  await next(page).click();
  await page.getByRole('button', { name: 'Add a carrier' }).click();
  await page.getByRole('dialog').getByLabel('Name').first().waitFor();
  await page.keyboard.press('Escape');
  const body = { name: 'Network', url: 'smpp://user:password@127.0.0.1:1' };
  const headers = { 'hermod-console': '1' };
  expect((await page.request.post('/admin/v1/carriers', { data: body, headers })).status()).toBe(201);
  await progress(page, 'All steps are done');
  await page.getByText('Network is enabled').waitFor();

  await page.getByRole('button', { name: 'Hide' }).click();
  const steps = page.getByRole('heading', { name: 'First steps' });
  await steps.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { name: 'Messages over time' }).waitFor();
  expect(await steps.count()).toBe(0);
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByRole('link', { name: 'First steps' }).click();
  await progress(page, 'All steps are done');

  await page.goto('/send');
  await expect.poll(() => page.getByRole('combobox', { name: 'Account' }).inputValue()).toBe('Demo');

  // What the service knows is ticked for a colleague, too; what a person has seen is not.
  const colleague = await newPage(running.base);
  await logIn(colleague);
  await colleague.goto('/');
  await progress(colleague, '3 of 5 done');
  expect(await again.stop()).toBe(0);
});

async function customer(): Promise<Page> {
  const { url } = await service.ask<{ url: string }>('POST', '/v1/console/link', undefined, demoKey);
  const page = await newPage(service.base);
  const { pathname, hash } = new URL(url);
  await page.goto(pathname + hash);
  return page;
}

test('a customer, who has no phone of the simulator and no carriers, and an account without a simulator', async () => {
  const page = await customer();
  await progress(page, '0 of 3 done');
  await page.getByText('An operator issues keys').waitFor();
  expect(await page.getByRole('button', { name: 'Show the demo account’s key' }).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await deliver(page);
  await service.restart();
  await page.reload();
  await progress(page, '1 of 3 done');
  await readWhy(page);
  await progress(page, '2 of 3 done');
  await receive(page);
  await progress(page, 'All steps are done');
  expect(await violations(page)).toEqual([]);

  const { carriers } = await service.ask<{ carriers: { carrierId: string }[] }>('GET', '/admin/v1/carriers');
  await service.ask('PATCH', `/admin/v1/carriers/${carriers[0]!.carrierId}`, { enabled: false });
  const account = { name: 'New', currency: 'EUR' };
  const { accountId } = await service.ask<{ accountId: string }>('POST', '/admin/v1/accounts', account);
  const other = await newPage(service.base);
  await logIn(other);
  await other.goto(`/as/${accountId}`);
  await progress(other, '0 of 4 done');
  await other.getByText('It is a real message').waitFor();
  await other.getByRole('button', { name: 'See it on your own phone' }).click();
  await other.getByText('messages go to real phones').waitFor();
  await other.getByRole('button', { name: /Make a message fail/ }).click();
  await other.getByText('no number is certain to fail').waitFor();
});
