/** The verdict on top of a message, in a real browser: as operator with the actions right there, and as customer without names. */
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { demoAccountId } from '../../src/flows/accounts/demo.ts';
import { consoleService, logIn, startBrowser, violations, visit, visitor } from '../harness/chromium.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { demoKey } from '../harness/service.ts';

const browser = await startBrowser();
const service = await consoleService();
const receiver = await webhookReceiver();
const { carrierId: dead } = await service.ask<{ carrierId: string }>('POST', '/admin/v1/carriers', {
  name: 'Dead SMSC',
  url: 'smpp://esme:hunter2@127.0.0.1:9',
});
// The simulator takes no Croatian numbers, so messages wait for the dead carrier.
const { routes } = await service.ask<{ routes: { routeId: string }[] }>('GET', '/admin/v1/routes');
await service.ask('PATCH', `/admin/v1/routes/${routes[0]!.routeId}`, { country: 'SI' });
await service.ask('POST', '/admin/v1/routes', { carrierId: dead, country: 'HR' });
const { carriers } = await service.ask<{ carriers: { carrierId: string; name: string }[] }>(
  'GET',
  '/admin/v1/carriers',
);
const simulator = carriers.find(({ name }) => name === 'simulator')!.carrierId;
const { page: theirs, faults } = await visitor(browser, service.base);
await logIn(theirs);

const said = (page: Page) => page.getByRole('region', { name: /What is with this message|Kaj je s tem sporočilom/ });

async function operator(): Promise<Page> {
  onTestFinished(() => expect(faults).toEqual([]));
  return theirs;
}

async function customer(options = {}): Promise<Page> {
  const { page, faults: own, leave } = await visitor(browser, service.base, options);
  onTestFinished(async () => {
    expect(own).toEqual([]);
    await leave();
  });
  const { url } = await service.ask<{ url: string }>('POST', '/v1/console/link', {}, demoKey);
  const { pathname, search, hash } = new URL(url);
  await page.goto(pathname + search + hash);
  await page.getByRole('heading', { name: /^(Overview|Pregled)$/ }).waitFor();
  return page;
}

async function send(to: string, more: object = {}): Promise<string> {
  const body = { sender: 'Hermod', destinations: [to], message: { content: 'Hi' }, ...more };
  const sent = await service.ask<{ messages: { messageId: string }[] }>('POST', '/v1/sms/messages', body, demoKey);
  return sent.messages[0]!.messageId;
}

const kindOf = async (id: string) =>
  (await service.ask<{ verdict: { kind: string } }>('GET', `/admin/v1/messages/${id}`)).verdict.kind;

/** A process that has not read a change yet still sends by the old one. */
async function sendUntil(kind: string, to: string): Promise<string> {
  let id = '';
  await expect
    .poll(async () => {
      id = await send(to);
      return kindOf(id);
    })
    .toBe(kind);
  return id;
}

test('a paused account: who paused it, and resumed from the message', async () => {
  await service.ask('PUT', `/admin/v1/pauses/accounts/${demoAccountId}`);
  const id = await sendUntil('paused', '+38640123456');
  const own = await customer();
  await visit(own, `/messages/${id}`);
  await said(own).getByText('Waiting: sending is paused since').waitFor();
  expect(await said(own).getByRole('button').count()).toBe(0);
  const page = await operator();
  await visit(page, `/messages/${id}`);
  await said(page)
    .getByText(/^Waiting: account paused by .+,/)
    .waitFor();
  expect(await violations(page)).toEqual([]);
  await said(page).getByRole('button', { name: 'Resume' }).click();
  await said(page).getByText('Delivered after').waitFor();
  await said(own).getByText('Delivered after').waitFor();
});

test('a message for a dead carrier is cancelled alone', async () => {
  const id = await sendUntil('carrier down', '+385912345678');
  const page = await operator();
  await visit(page, `/messages/${id}`);
  await said(page).getByText('Waiting: carrier Dead SMSC is not connected').waitFor();
  await said(page).getByRole('link', { name: 'Open carrier' }).waitFor();
  await said(page).getByRole('button', { name: 'Cancel message' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel message' }).click();
  await said(page).getByText('Cancelled by').waitFor();
  const own = await customer();
  await visit(own, `/messages/${id}`);
  await said(own).getByText('Cancelled by the operator').waitFor();
  expect(await own.content()).not.toContain('Dead SMSC');
});

test('a failed message says why in plain words, everywhere, in both languages', async () => {
  const id = await send('+38640000001');
  await expect.poll(() => kindOf(id)).toBe('failed');
  const page = await operator();
  await visit(page, `/messages/${id}`);
  await said(page).getByText('Failed. The handset did not accept the message.').waitFor();
  await said(page).getByText('Usually the phone is off or the number is no longer in use.').waitFor();
  await said(page).getByText('Carrier code: 001, UNDELIV').waitFor();
  await visit(page, '/messages?q=status:FAILED');
  await page.getByRole('row').filter({ hasText: 'The handset did not accept the message.' }).first().waitFor();
  const slovenian = await customer({ locale: 'sl-SI' });
  await slovenian.goto(`/messages/${id}`);
  await said(slovenian).getByText('Ni uspelo. Telefon sporočila ni sprejel.').waitFor();
  await said(slovenian).getByRole('link', { name: 'Pošlji znova' }).click();
  await slovenian.waitForURL(/\/send\?/);
});

test('an operator sets a text for a code, which its messages then show', async () => {
  const id = await send('+38640000004');
  await expect.poll(() => kindOf(id)).toBe('rejected');
  const page = await operator();
  await visit(page, '/carriers');
  await page.getByRole('button', { name: 'Actions for simulator' }).click();
  await page.getByRole('menuitem', { name: 'Texts of error codes' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Code = text').fill('REJECTD');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('is not a code, an equals sign and a text').waitFor();
  await dialog.getByLabel('Code = text').fill('REJECTD = Not allowed to this network.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved').waitFor();
  await visit(page, `/messages/${id}`);
  await said(page).getByText('Rejected and refunded. Not allowed to this network.').waitFor();
  await service.ask('PATCH', `/admin/v1/carriers/${simulator}`, { reasonTexts: null });
});

test('a report that was not delivered is resent from the verdict', async () => {
  receiver.answer = () => 503;
  const id = await send('+38640123457', { deliveryReportUrl: receiver.url });
  const page = await operator();
  await visit(page, `/messages/${id}`);
  await said(page).getByText('A report is not delivered to the webhook yet').waitFor();
  await said(page).getByText('The server in front of the endpoint could not reach it.').waitFor();
  receiver.answer = () => 200;
  await said(page).getByRole('button', { name: 'Resend' }).click();
  await said(page).getByText('A report is not delivered').waitFor({ state: 'detached' });
});
