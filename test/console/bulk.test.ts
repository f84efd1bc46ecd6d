/** Several messages are selected in the console, and cancelled, resent or downloaded, as a customer and as an operator. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { until } from '../dispatch/carrier.ts';
import { type TestAccount, testAccount } from '../harness/accounts.ts';
import { consoleService, logIn, settled, startBrowser, violations, visitor } from '../harness/chromium.ts';
import { demoKey } from '../harness/service.ts';

const browser = await startBrowser();
const service = await consoleService();
const { ask, db } = service;
let shop: TestAccount;
beforeAll(async () => {
  shop = await testAccount(db, { senders: [{ value: '=Shop' }] });
});

const rowOf = (page: Page, number: string): Locator => page.getByRole('row').filter({ hasText: number });
const boxOf = (page: Page, number: string): Locator => rowOf(page, number).first().getByRole('checkbox');
const bar = (page: Page): Locator => page.getByRole('group', { name: 'Selected messages' });
const later = Math.floor(Date.now() / 1_000) + 86_400;

async function opened(address: string | undefined): Promise<Page> {
  const { page, faults, leave } = await visitor(browser, service.base);
  onTestFinished(async () => {
    expect(faults).toEqual([]);
    await leave();
  });
  if (address === undefined) await logIn(page);
  else {
    const { pathname, hash } = new URL(address);
    await page.goto(pathname + hash);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  }
  await page.goto('/messages');
  await page.getByRole('heading', { name: 'Messages' }).waitFor();
  return page;
}

async function customer(key = demoKey): Promise<Page> {
  return opened((await ask<{ url: string }>('POST', '/v1/console/link', {}, key)).url);
}

type Sent = { messages: { messageId: string }[] };
type Message = { messageId: string; status: string; destination: string };
async function send(key: string, sender: string, destinations: string[], fields: object = {}): Promise<string[]> {
  const body = { sender, destinations, message: { content: '=1+1' }, ...fields };
  const { messages } = await ask<Sent>('POST', '/v1/sms/messages', body, key);
  return messages.map(({ messageId }) => messageId);
}
const statusesOf = (ids: string[], key: string) =>
  Promise.all(ids.map(async (id) => (await ask<Message>('GET', `/v1/sms/messages/${id}`, undefined, key)).status));
const ended = (ids: string[], key: string) =>
  until(async () => (await statusesOf(ids, key)).every((status) => status === 'DELIVERED'));

test('a customer selects a range, cancels it, and resends it', async () => {
  const numbers = ['+38640123501', '+38640123502', '+38640123503'];
  const sent = await send(demoKey, 'Hermod', ['+38640123500']);
  await ended(sent, demoKey);
  const ids = await send(demoKey, 'Hermod', numbers, { scheduledTime: later });
  const page = await customer();
  await rowOf(page, numbers[2]!).waitFor();
  await rowOf(page, numbers[0]!).getByText('=1+1').waitFor();
  // By keyboard, and the range with shift.
  await boxOf(page, numbers[0]!).focus();
  await page.keyboard.press('Space');
  expect(
    await page
      .getByRole('checkbox', { name: 'Select all rows' })
      .evaluate((box) => (box as unknown as { indeterminate: boolean }).indeterminate),
  ).toBe(true);
  await boxOf(page, '+38640123500').click({ modifiers: ['Shift'] });
  const count = await page.locator('tbody input:checked').count();
  await bar(page).getByText(`${count} selected`).waitFor();
  for (const number of numbers) if (!(await boxOf(page, number).isChecked())) await boxOf(page, number).check();
  await bar(page).getByText('4 selected').waitFor();
  await bar(page).getByText('4 segments').waitFor();
  expect(await violations(page)).toEqual([]);
  await bar(page).getByRole('button', { name: 'Cancel messages' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^3 messages \(3 segments\) are cancelled and \d\.\d{2,} EUR is refunded/).waitFor();
  await dialog.getByText('1 of the selected messages can no longer be cancelled').waitFor();
  await settled(page);
  expect(await violations(page)).toEqual([]);
  // One leaves while the question is read.
  await ask('POST', `/v1/sms/messages/${ids[0]}/cancel`, undefined, demoKey);
  await dialog.getByRole('button', { name: 'Cancel 3 messages' }).click();
  await page.getByText('3 cancelled, 1 could not be cancelled').waitFor();
  await bar(page).waitFor({ state: 'detached' });
  expect(await statusesOf(ids, demoKey)).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED']);
  for (const number of numbers) await rowOf(page, number).getByText('Cancelled', { exact: true }).waitFor();

  for (const number of numbers) await boxOf(page, number).check();
  expect(await bar(page).getByRole('button', { name: 'Cancel messages' }).isDisabled()).toBe(true);
  await bar(page).getByRole('button', { name: 'Resend' }).click();
  await dialog.getByText(/^3 messages are sent again as new messages: 3 segments, \d\.\d{2,} EUR\.$/).waitFor();
  await settled(page);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Resend 3 messages' }).click();
  await page.getByText('3 messages resent').waitFor();
  for (const number of numbers) await until(async () => (await rowOf(page, number).count()) === 2);
});

test('what waits is not resent: the preview says so, and the others are', async () => {
  const [done = ''] = await send(demoKey, 'Hermod', ['+38640123511']);
  await ended([done], demoKey);
  await send(demoKey, 'Hermod', ['+38640123512'], { scheduledTime: later });
  const page = await customer();
  await boxOf(page, '+38640123511').check();
  await boxOf(page, '+38640123512').check();
  await bar(page).getByRole('button', { name: 'Resend' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 of the selected messages cannot be resent:').waitFor();
  await dialog.getByText(/SCHEDULED, it can be sent again once its status is final/).waitFor();
  await dialog.getByRole('button', { name: 'Resend 1 message' }).click();
  await page.getByText('1 message resent, 1 was not resent').waitFor();
});

test('an operator cancels messages of several accounts, and resends those of one', async () => {
  const ids = await send(shop.key, '=Shop', ['+38640123521', '+38640123522'], { scheduledTime: later });
  await send(demoKey, 'Hermod', ['+38640123523'], { scheduledTime: later });
  const page = await opened(undefined);
  for (const number of ['+38640123521', '+38640123523']) await boxOf(page, number).check();
  await bar(page).getByText('2 selected').waitFor();
  expect(await bar(page).getByRole('button', { name: 'Resend' }).count()).toBe(0);
  await bar(page).getByRole('button', { name: 'Cancel messages' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel 2 messages' }).click();
  await page.getByText('2 cancelled').waitFor();
  expect(await statusesOf(ids, shop.key)).toEqual(['CANCELLED', 'SCHEDULED']);
  await rowOf(page, '+38640123521').getByText('Cancelled', { exact: true }).waitFor();
  await boxOf(page, '+38640123521').check();
  await bar(page).getByRole('button', { name: 'Resend' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 message is sent again as a new message: 1 segment, 0.01 EUR.').waitFor();
  await dialog.getByRole('button', { name: 'Resend 1 message' }).click();
  await page.getByText('1 message resent').waitFor();
  const list = `/admin/v1/messages?accountId=${shop.id}&destination=%2B38640123521`;
  expect((await ask<{ messages: Message[] }>('GET', list)).messages).toHaveLength(2);
});

test('the selected messages are a file without formulas', async () => {
  const [id] = await send(shop.key, '=Shop', ['+38640123531', '+38640123532'], { scheduledTime: later });
  const page = await customer(shop.key);
  await boxOf(page, '+38640123531').check();
  const coming = page.waitForEvent('download');
  await bar(page).getByRole('button', { name: 'Download selected' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe('messages.csv');
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`${id},SCHEDULED,'=Shop,+38640123531,SI,1,GSM-7,0.01,`);
  expect(lines[1]).toMatch(/,'=1\+1$/);
});

test('a message that is accepted while the list is shown has its text too', async () => {
  const page = await customer();
  await page
    .getByText(/^(End of list|No messages yet)$/)
    .first()
    .waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  await send(demoKey, 'Hermod', ['+38640123551'], { scheduledTime: later });
  await rowOf(page, '+38640123551').getByText('=1+1').waitFor();
});

test('support sees neither texts nor what changes something', async () => {
  await send(demoKey, 'Hermod', ['+38640123541'], { scheduledTime: later });
  const body = { name: 'Onlooker', role: 'support' };
  const { link } = await ask<{ link: { url: string } }>('POST', '/admin/v1/operators', body);
  const page = await opened(link.url);
  await boxOf(page, '+38640123541').check();
  await bar(page).getByRole('button', { name: 'Download selected' }).waitFor();
  for (const name of ['Cancel messages', 'Resend'])
    expect(await bar(page).getByRole('button', { name }).count()).toBe(0);
  expect(await page.getByRole('columnheader', { name: 'Text' }).count()).toBe(0);
  expect(await page.content()).not.toContain('=1+1');
  await page.getByRole('button', { name: 'Columns' }).click();
  expect(await page.getByRole('menuitemcheckbox', { name: 'Text' }).count()).toBe(0);
});
