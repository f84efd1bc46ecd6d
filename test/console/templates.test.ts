/** A customer writes a template, sees what it becomes, sends with it, and deletes it, in a real browser. */
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { consoleService, isTooWide, settled, startBrowser, violations, visitor } from '../harness/chromium.ts';
import { demoKey } from '../harness/service.ts';

const browser = await startBrowser();
const service = await consoleService();

async function customer(width = 1440): Promise<Page> {
  const { page, faults, leave } = await visitor(browser, service.base, { viewport: { width, height: 900 } });
  onTestFinished(async () => {
    expect(faults).toEqual([]);
    await leave();
  });
  const { url } = await service.ask<{ url: string }>('POST', '/v1/console/link', { name: 'Anna' }, demoKey);
  const { pathname, hash } = new URL(url);
  await page.goto(pathname + hash);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  return page;
}

test('a template is written, previewed, changed, sent and deleted', async () => {
  const page = await customer();
  const dialog = page.getByRole('dialog');
  const row = page.getByRole('row').filter({ hasText: 'Order shipped' });
  const choose = async (action: string) => {
    await row.getByRole('button', { name: 'Actions for Order shipped' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await page.getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('button', { name: 'New template' }).click();
  await dialog.getByLabel('Name').fill('Order shipped');
  await dialog.getByLabel('Text: English').fill('Hi {{name}}, you paid {{amount}} EUR');
  await dialog.getByRole('group', { name: 'amount' }).getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Number' }).click();
  await dialog.getByText('Hi name, you paid 1,234.5 EUR').waitFor();
  await dialog.getByText('1 segment').waitFor();
  await dialog.getByLabel('Language').fill('sl');
  await dialog.getByRole('button', { name: 'Add a language' }).click();
  await dialog.getByLabel('Text: Slovenian').fill('{{name}}, plačali ste {{znesek');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('alert').filter({ hasText: 'texts.sl must close the {{ at character 23' }).waitFor();
  await dialog.getByLabel('Text: Slovenian').fill('{{name}}, plačali ste {{amount}} EUR');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await row.getByText('English, Slovenian').waitFor();

  await choose('Edit');
  await dialog.getByLabel('Text: English').fill('Hello {{name}}, you paid {{amount}} EUR');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await choose('Versions');
  await dialog.getByText('Version 2').waitFor();
  expect(await dialog.locator('del').innerText()).toBe('Hi {{name}}, you paid {{amount}} EUR');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('link', { name: 'Send', exact: true }).click();
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('+38640123456');
  await page.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'Order shipped' }).click();
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Slovenian' }).click();
  const send = page.getByRole('button', { name: 'Send to 1 recipient' });
  await page.getByLabel('name').fill('Ana');
  await page.getByLabel('amount').fill('a lot');
  await page.getByText('Not valid').waitFor();
  expect(await send.isDisabled()).toBe(true);
  await page.getByLabel('amount').fill('12,5');
  await page.getByText('Ana, placali ste 12,5 EUR').waitFor();
  expect(await violations(page)).toEqual([]);
  await send.click();
  await page.getByText('1 message accepted').waitFor();
  const { messages } = await service.ask<{ messages: { content: string }[] }>(
    'GET',
    '/v1/sms/messages?content=true',
    undefined,
    demoKey,
  );
  expect(messages[0]!.content).toBe('Ana, placali ste 12,5 EUR');

  await page.getByRole('link', { name: 'Templates' }).click();
  await choose('Delete');
  await dialog.getByLabel('Type Order shipped to confirm').fill('Order shipped');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No templates yet').waitFor();
});

test('the page is accessible on a phone', async () => {
  const body = { name: 'A', texts: { en: 'Hi {{x}}' }, variables: [{ name: 'x', type: 'text' }] };
  await service.ask('POST', '/v1/templates', body, demoKey);
  const page = await customer(390);
  await page.goto('/templates');
  await settled(page);
  expect(await violations(page)).toEqual([]);
  expect(await isTooWide(page)).toBe(false);
  await page.getByRole('button', { name: 'New template' }).click();
  await settled(page);
  expect(await violations(page)).toEqual([]);
});
