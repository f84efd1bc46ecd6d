/** What an operator does when messages do not leave, in a real browser; the service is restarted in the middle of each journey. */
import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { demoAccountId } from '../../src/flows/accounts/demo.ts';
import { until, untilState } from '../dispatch/carrier.ts';
import { testAccount } from '../harness/accounts.ts';
import { consoleService, logIn, startBrowser, violations, visit, visitor } from '../harness/chromium.ts';
import { demoKey } from '../harness/service.ts';

const browser = await startBrowser();
const service = await consoleService();
const { db, ask, restart } = service;

// Croatia is reached over a carrier that is down, everything else over the simulator.
const { routes } = await ask<{ routes: { routeId: string; carrierId: string }[] }>('GET', '/admin/v1/routes');
await ask('PATCH', `/admin/v1/routes/${routes[0]!.routeId}`, { country: 'SI' });
const north = await ask<{ carrierId: string }>('POST', '/admin/v1/carriers', {
  name: 'North',
  url: 'smpp://esme:hunter2@127.0.0.1:1',
});
await ask('POST', '/admin/v1/routes', { carrierId: north.carrierId, country: 'HR' });

type Waiting = { messages: number; accounts: { amount: string; currency: string }[] };
const waitingFor = (query: string) => ask<Waiting>('GET', `/admin/v1/messages/waiting?${query}`);
const rowsOf = (page: Page): Locator => page.getByRole('row');
const answer = (page: Page, text: RegExp | string): Locator => page.getByRole('status').getByText(text);

async function send(destinations: string[], fields: object = {}, key = demoKey): Promise<string[]> {
  const body = { sender: 'Hermod', destinations, message: { content: 'Hello' }, ...fields };
  const { messages } = await ask<{ messages: { messageId: string }[] }>('POST', '/v1/sms/messages', body, key);
  return messages.map(({ messageId }) => messageId);
}
const croatian = (count: number) => Array.from({ length: count }, (_, index) => `+38591234567${index}`);

async function operator(): Promise<Page> {
  const { page, faults, leave } = await visitor(browser, service.base);
  onTestFinished(async () => {
    await leave();
    expect(faults).toEqual([]);
  });
  await logIn(page);
  return page;
}

test('a dead carrier: from the health page to its waiting messages, which are cancelled with count and price', async () => {
  const ids = await send(croatian(3));
  await until(async () => (await waitingFor(`carrierId=${north.carrierId}`)).messages === 3);
  const { accounts } = await waitingFor(`carrierId=${north.carrierId}`);
  const page = await operator();
  await page.goto('/health');
  await page.getByRole('link', { name: 'Carrier North' }).click();
  await page.getByRole('heading', { name: 'North', level: 1 }).waitFor();
  await answer(page, /North has been down since/).waitFor();
  await answer(page, /3 messages of 1 account wait, the oldest since/).waitFor();
  await answer(page, /ECONNREFUSED/).waitFor();
  expect(await violations(page)).toEqual([]);
  await restart();
  await page.reload();
  await rowsOf(page).filter({ hasText: 'Demo' }).getByText('3', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Cancel waiting messages' }).click();
  const dialog = page.getByRole('dialog');
  const { amount, currency } = accounts[0]!;
  const price = `${new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 6 }).format(Number(amount))} ${currency}`;
  await dialog.getByText(`3 messages are cancelled and ${price} are refunded.`).waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel 3 messages' }).click();
  await page.getByText(`3 messages cancelled, ${price} refunded`).waitFor();
  await answer(page, 'No message waits.').waitFor();
  for (const id of ids) await untilState(db, id, 'CANCELLED');
});

test('its connection is tested, and its messages are sent over another carrier', async () => {
  const ids = await send(croatian(2));
  const page = await operator();
  await page.goto(`/carriers/${north.carrierId}`);
  await answer(page, /2 messages of 1 account wait/).waitFor();
  await page.getByRole('button', { name: 'Actions for North' }).click();
  await page.getByRole('menuitem', { name: 'Test connection' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Not connected').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await restart();
  await page.reload();
  await page.getByRole('button', { name: 'Reroute' }).click();
  await dialog.getByText('2 waiting messages and all new ones take the chosen carrier').waitFor();
  await dialog.getByText('1 route is added to it').waitFor();
  await dialog.getByRole('button', { name: 'Reroute' }).click();
  await answer(page, /North has been disabled since/).waitFor();
  for (const id of ids) await untilState(db, id, 'DELIVERED');
  await page.getByRole('button', { name: 'Enable' }).click();
  await answer(page, /North (has been|is) down/).waitFor();
});

test('a paused account is resumed where it says since when its messages wait', async () => {
  const { id: accountId, key } = await testAccount(db);
  await db.query(`UPDATE accounts SET name = 'Bakery' WHERE id = $1`, [accountId]);
  await ask('PUT', `/admin/v1/pauses/accounts/${accountId}`);
  // A message that a process had claimed already is still sent.
  const ids: string[] = [];
  await until(async () => {
    ids.push(...(await send(['+38640123456'], { sender: 'Shop' }, key)));
    return (await waitingFor(`accountId=${accountId}`)).messages >= 2;
  });
  const page = await operator();
  await page.goto('/');
  await page.getByRole('region', { name: 'Active pauses' }).getByRole('link', { name: 'account Bakery' }).click();
  await answer(page, /Bakery has been paused by operator since/).waitFor();
  await answer(page, /messages wait, the oldest since/).waitFor();
  expect(await violations(page)).toEqual([]);
  await restart();
  await page.reload();
  await page.getByRole('button', { name: 'Resume', exact: true }).click();
  await answer(page, 'Bakery can send.').waitFor();
  for (const id of ids) await untilState(db, id, 'DELIVERED');
});

test('everything that waits: scheduled messages of one account are cancelled, those of others stay', async () => {
  const scheduledTime = Math.floor(Date.now() / 1_000) + 3_600;
  const { id: accountId, key } = await testAccount(db);
  await db.query(`UPDATE accounts SET name = 'Garage' WHERE id = $1`, [accountId]);
  const [own] = await send(['+38640123456'], { sender: 'Shop', scheduledTime }, key);
  const [other] = await send(['+38640123457'], { scheduledTime });
  const page = await operator();
  await page.goto('/waiting');
  await rowsOf(page).filter({ hasText: 'Demo' }).waitFor();
  expect(await page.getByRole('button', { name: 'Cancel waiting messages' }).count()).toBe(0);
  await page.goto(`/waiting?status=SCHEDULED&accountId=${accountId}`);
  await restart();
  await page.reload();
  await rowsOf(page).filter({ hasText: 'Garage' }).getByText('0.01').waitFor();
  expect(await rowsOf(page).filter({ hasText: 'Demo' }).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel waiting messages' }).click();
  await page.getByRole('dialog').getByText('1 message is cancelled and 0.01 EUR are refunded.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel 1 message' }).click();
  await untilState(db, own!, 'CANCELLED');
  await page.getByText('No waiting message matches the filters').waitFor();
  await untilState(db, other!, 'SCHEDULED');
});

test('a number is erased after it was typed twice, and not before', async () => {
  const number = '+38640777001';
  const [id] = await send([number]);
  await untilState(db, id!, 'DELIVERED');
  const page = await operator();
  await page.goto('/erasure');
  const begin = async () => {
    await page.getByLabel('Phone number').fill('+386 40 777 001');
    await page.getByRole('button', { name: 'Erase', exact: true }).click();
  };
  const dialog = page.getByRole('dialog', { name: `Erase ${number}?` });
  await begin();
  await dialog.getByLabel(`Type ${number} to confirm`).fill('+38640777002');
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await dialog.getByText('This is not the same number').waitFor();
  expect(await violations(page)).toEqual([]);
  await restart();
  await page.reload();
  await page.getByText('No number was erased yet').waitFor();
  await untilState(db, id!, 'DELIVERED');
  await begin();
  await dialog.getByLabel(`Type ${number} to confirm`).fill('+386 40 777 001');
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await page.getByText(`${number} was erased`).waitFor();
  await rowsOf(page).filter({ hasText: '…01' }).waitFor();
  expect(await ask('GET', `/admin/v1/messages/${id}`)).toMatchObject({ destination: 'erased' });
});

test('unmatched receipts are listed, filtered by carrier and outcome, and shown as received', async () => {
  const park = (outcome: string, text: string, error: string | null, keys: string[]) =>
    db.query(
      `INSERT INTO unmatched_receipts (id, carrier_id, keys, outcome, destination, error, text) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [newId(), north.carrierId, keys, outcome, outcome === 'unread' ? '' : '38591234567', error, text],
    );
  await park('failed', 'id:4711 stat:UNDELIV err:001', '001', ['4711']);
  await park('unread', 'POST /callback {"status":7}', 'status is not a text', []);
  const page = await operator();
  await page.goto('/receipts');
  await rowsOf(page).filter({ hasText: 'Callback not read' }).waitFor();
  await rowsOf(page).filter({ hasText: 'Failed' }).waitFor();
  await page.getByRole('combobox', { name: 'Carrier' }).click();
  await page.getByRole('option', { name: 'North' }).click();
  await page.getByRole('combobox', { name: 'Outcome' }).click();
  await page.getByRole('option', { name: 'Callback not read' }).click();
  await rowsOf(page).filter({ hasText: 'Failed' }).waitFor({ state: 'detached' });
  await restart();
  await page.reload();
  await rowsOf(page).filter({ hasText: 'status is not a text' }).getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: 'Callback that could not be read' });
  await dialog.getByText('POST /callback {"status":7}').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.goto('/receipts?outcome=failed');
  await rowsOf(page).filter({ hasText: '38591234567' }).getByRole('button').click();
  await page.getByRole('dialog', { name: 'Unmatched receipt' }).getByText('4711', { exact: true }).waitFor();
});

test('limits and texts of verification codes of an account; the customer sees the same text', async () => {
  const page = await operator();
  await page.goto(`/accounts/${demoAccountId}?tab=verify`);
  await page.getByLabel('Codes per hour', { exact: true }).fill('5000');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved').first().waitFor();
  await page.getByRole('button', { name: 'Actions for Slovenian' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Text').fill('no code in it');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog
    .getByText(/\{code\} /)
    .last()
    .waitFor();
  await dialog.getByLabel('Text').fill('{code} je vaša koda za Hermod danes.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await rowsOf(page).filter({ hasText: 'je vaša koda za Hermod danes' }).getByText('Own text').waitFor();
  await restart();
  await page.reload();
  await rowsOf(page).filter({ hasText: 'je vaša koda za Hermod danes' }).waitFor();
  expect(await page.getByLabel('Codes per hour', { exact: true }).inputValue()).toBe('5000');
  expect(await violations(page)).toEqual([]);
  await page.goto(`/as/${demoAccountId}/verify`);
  await page.getByRole('button', { name: 'Actions for Slovenian' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await rowsOf(page).filter({ hasText: 'je vaša koda za Hermod danes' }).waitFor({ state: 'detached' });
});

test('support sees what waits and changes nothing', async () => {
  await ask('PUT', `/admin/v1/pauses/carriers/${north.carrierId}`);
  const { link } = await ask<{ link: { url: string } }>('POST', '/admin/v1/operators', {
    name: 'Onlooker',
    role: 'support',
  });
  const { page, leave } = await visitor(browser, service.base);
  onTestFinished(leave);
  await page.goto(link.url.replace(/^https?:\/\/[^/]+/, service.base));
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await visit(page, `/carriers/${north.carrierId}`);
  await page.getByRole('heading', { name: 'North', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Show messages' }).waitFor();
  for (const name of ['Reroute', 'Cancel waiting messages', 'Resume', 'Actions for North'])
    expect(await page.getByRole('button', { name }).count()).toBe(0);
  expect(await page.getByRole('navigation').getByRole('link', { name: 'Erase a number' }).count()).toBe(0);
  await visit(page, '/erasure');
  await page.getByText('Page not found').waitFor();
});
