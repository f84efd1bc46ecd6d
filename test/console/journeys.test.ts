/**
 * What users do with the console, in a real browser, with the service restarted in the middle of each journey. `npm run test:nightly`
 * runs each journey undisturbed as well.
 */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../chaos/free-port.ts';
import { demoAccountId } from '../../src/flows/accounts/demo.ts';
import { peer } from '../dispatch/carrier.ts';
import {
  type Console,
  consoleService,
  logIn,
  startBrowser,
  type Visitor,
  visit,
  visitor,
} from '../harness/chromium.ts';
import { isNightly } from '../harness/nightly.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { adminToken, demoKey } from '../harness/service.ts';
import { bound } from '../smsc/rig.ts';

const browser = await startBrowser();
const smsc = await peer({ systemId: 'esme', password: 'right' });

describe.each(isNightly ? ['undisturbed', 'restarted in the middle'] : ['restarted in the middle'])(
  '%s',
  async (how) => {
    const smppPort = await freePort();
    const service = await consoleService({ HERMOD_SENDER_APPROVAL: 'manual', HERMOD_SMPP_PORT: `${smppPort}` });
    const middle = () => (how === 'undisturbed' ? Promise.resolve() : service.restart());

    test('the first message from an empty system', async () => {
      const page = await newVisitor(service);
      await page.goto('/');
      await page.getByRole('button', { name: 'Admin token' }).click();
      await page.getByLabel('Admin token').first().fill(adminToken);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('You haven’t sent a message yet.').waitFor();
      await page.getByRole('region', { name: 'Request with curl' }).getByText('curl').waitFor();
      await middle();
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      const arrived = page.getByRole('paragraph').filter({ hasText: 'Delivered to' });
      await arrived.getByRole('link', { name: '+38640123456' }).click();
      await timeline(page).getByText('From the console').waitFor();
      await page.getByText('Hello from Hermod').waitFor();
    });

    test('a search, kept in the address', async () => {
      await send(service, '+38640000001');
      await send(service, '+385912345678');
      const page = await operator(service);
      await page.goto('/');
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('+38640000001');
      await page.keyboard.press('Enter');
      await rowsOf(page).filter({ hasText: 'Failed' }).waitFor();
      await page.getByRole('textbox', { name: 'Search messages' }).last().fill('coun');
      await page.getByRole('option', { name: 'country:' }).click();
      await page.keyboard.type('HR');
      await middle();
      await page.keyboard.press('Enter');
      await rowsOf(page).filter({ hasText: '+385912345678' }).first().waitFor();
      await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('country:HR');
      await page.reload();
      await rowsOf(page).filter({ hasText: '+385912345678' }).first().waitFor();
      expect(await rowsOf(page).filter({ hasText: '+38640000001' }).count()).toBe(0);
      await page.goBack();
      await rowsOf(page).filter({ hasText: '+38640000001' }).first().waitFor();
    });

    test('a webhook that failed, in the details of its message, and its replay', async () => {
      const receiver = await webhookReceiver();
      receiver.answer = () => 500;
      const id = await send(service, '+38640123457', { deliveryReportUrl: `${receiver.url}/reports` });
      const page = await operator(service);
      await visit(page, `/messages/${id}`);
      await timeline(page).getByText('HTTP 500').first().waitFor();
      await timeline(page).getByText('the webhook is retried').first().waitFor();
      await middle();
      receiver.answer = () => 200;
      await timeline(page).getByRole('button', { name: 'Resend' }).first().click();
      await timeline(page).getByText('HTTP 200').first().waitFor();
      expect(receiver.received.length).toBeGreaterThan(1);
    });

    test('a name is approved, a number is confirmed through the phone', async () => {
      const name = `Shop ${how.length}`;
      const number = '+38640555777';
      const ours = await customer(service);
      await ours.goto('/senders');
      await registerSender(ours, 'A name', name);
      await rowsOf(ours).filter({ hasText: name }).getByText('Pending', { exact: true }).waitFor();
      const theirs = await operator(service);
      await visit(theirs, '/senders');
      await theirs.getByRole('button', { name: `Approve ${name}` }).click();
      await theirs.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
      await rowsOf(ours).filter({ hasText: name }).getByText('Awaiting code').waitFor();
      await registerSender(ours, 'A phone number', number);
      await ours.getByRole('dialog', { name: `Confirm ${number}` }).waitFor();
      await middle();
      await theirs.goto(`/phone?number=${encodeURIComponent(number)}`);
      const code = await theirs.getByRole('button', { name: /Copy code/ }).innerText();
      await ours.getByLabel('Code').fill(code.replaceAll(/\D/g, ''));
      await ours.getByRole('button', { name: 'Confirm', exact: true }).click();
      await rowsOf(ours).filter({ hasText: number }).getByText('Confirmed').waitFor();
    });

    test('prices are imported, after a look at what changes', async () => {
      const page = await operator(service);
      await visit(page, '/prices');
      await page.getByRole('button', { name: 'New price list' }).first().click();
      await page.getByRole('dialog').getByLabel('Name').fill('Winter');
      await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { name: 'Winter' }).waitFor();
      await page.getByRole('button', { name: 'Import' }).click();
      const content = page.getByLabel('or paste its content');
      await content.fill('country,unit_price\nXX,1\nSI,abc\n');
      await page.getByRole('button', { name: 'Preview changes' }).click();
      await page.getByText('Nothing was imported.').waitFor();
      await content.fill('country;unit_price\nSI;0,035\nHR;0,041\n');
      await page.getByRole('button', { name: 'Preview changes' }).click();
      await page.getByText('2 added').waitFor();
      await middle();
      await page.getByRole('button', { name: 'Replace prices' }).click();
      await rowsOf(page).filter({ hasText: 'Slovenia' }).getByText('0.035').waitFor();
    });

    test('a message is scheduled and cancelled', async () => {
      const page = await operator(service);
      await visit(page, `/send?account=${demoAccountId}&to=%2B38640123458`);
      await page.getByRole('textbox', { name: 'Text' }).fill('See you tomorrow ✓');
      await page.getByRole('button', { name: 'Replace them' }).click();
      await page.getByRole('switch', { name: 'Send later' }).click({ force: true });
      await page.getByRole('button', { name: 'Schedule for 1 recipient' }).click();
      await page.getByText('1 message scheduled for').waitFor();
      await page.getByRole('link', { name: '+38640123458' }).click();
      await page.getByRole('button', { name: 'Cancel message' }).click();
      await middle();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel message' }).click();
      await timeline(page).getByText('Cancelled').waitFor();
      await timeline(page).getByText('Refunded').waitFor();
    });

    test('a carrier is added with a wrong password, which is mended', async () => {
      const name = `Operator ${how.length}`;
      const page = await operator(service);
      await visit(page, '/carriers');
      await page.getByRole('button', { name: 'Add a carrier' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill(name);
      await dialog.getByLabel('Host').fill('127.0.0.1');
      await dialog.getByLabel('Port').fill(`${smsc.port}`);
      await dialog.getByLabel('system_id').fill('esme');
      await dialog.getByLabel('Password').first().fill('wrong');
      await dialog.getByRole('button', { name: 'Test and save' }).click();
      await dialog.getByText('Not connected').waitFor();
      await middle();
      await dialog.getByLabel('Password').first().fill('right');
      await dialog.getByRole('button', { name: 'Test and save' }).click();
      const card = page.locator('section').filter({ has: page.getByRole('heading', { name }) });
      await card.getByText('Up', { exact: true }).waitFor();
      expect(await page.content()).not.toContain('esme:right');
    });

    // Not restarted: the dialogue is that of the carrier above. It runs once.
    const once = test.runIf(how === 'restarted in the middle');
    once('a carrier over HTTP: its wrong description is mended, and its callback shown', async () => {
      const name = 'Gateway';
      const page = await operator(service);
      await page.goto('/carriers');
      await page.getByRole('button', { name: 'Add a carrier' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill(name);
      await dialog.getByText('HTTP', { exact: true }).click();
      await dialog.getByRole('combobox', { name: 'Provider' }).click();
      await page.getByRole('option', { name: 'Other, described in JSON' }).click();
      await dialog.getByLabel('Host').fill('127.0.0.1:9');
      const description = dialog.getByLabel('Description');
      await description.fill('{"method":');
      await dialog.getByRole('button', { name: 'Test and save' }).click();
      await dialog.getByText('Not a JSON object').waitFor();
      const described = { method: 'POST', path: '/send', form: { to: '{to}' }, answer: { reference: { body: true } } };
      await description.fill(JSON.stringify(described));
      await dialog.getByRole('button', { name: 'Test and save' }).click();
      await dialog.getByText('unknown placeholder {to}').waitFor();
      await description.fill(JSON.stringify({ ...described, form: { to: '{destination}' } }));
      await dialog.getByLabel('Signing secret').first().fill('hunter2x');
      await dialog.getByRole('button', { name: 'Test and save' }).click();
      await dialog.getByText('Not connected').waitFor();
      await dialog.getByRole('button', { name: 'Save anyway' }).click();
      const card = page.locator('section').filter({ has: page.getByRole('heading', { name }) });
      await card.getByRole('button', { name: 'Copy the whole callback URL' }).waitFor();
      const { carriers } = await service.ask<{ carriers: Record<string, unknown>[] }>('GET', '/admin/v1/carriers');
      const added = carriers.find((carrier) => carrier['name'] === name)!;
      expect(added).toMatchObject({ hasSigningSecret: true, description: { form: { to: '{destination}' } } });
      // The end of the path is a secret: it is copied, and not shown.
      expect(await card.textContent()).not.toContain((added['callbackPath'] as string).split('/').at(-1));
    });

    test('a customer sees what is theirs, and nothing else', async () => {
      const own = await send(service, '+38640123459');
      const { accountId } = await service.ask<{ accountId: string }>('POST', '/admin/v1/accounts', {
        name: `Other ${how.length}`,
        currency: 'EUR',
      });
      const theirs = await operator(service);
      await visit(theirs, `/accounts/${accountId}`);
      const other = await byLink(service, theirs);
      await other.getByRole('heading', { name: 'Overview' }).waitFor();
      await middle();
      await other.goto('/messages');
      await other.getByText('No messages yet').waitFor();
      await other.goto(`/messages/${own}`);
      await other.getByRole('heading', { name: 'Page not found' }).waitFor();
      await other.goto('/accounts');
      await other.getByRole('heading', { name: 'Account' }).first().waitFor();
      expect(await other.getByRole('navigation').innerText()).not.toContain('Carriers');
      const refused = await other.request.get('/admin/v1/accounts');
      expect(refused.status()).toBe(403);
      const ours = await customer(service);
      await ours.goto(`/messages/${own}`);
      await timeline(ours).getByText('Delivered').first().waitFor();
    });

    test('money, a key and the state of an account', async () => {
      const { accountId } = await service.ask<{ accountId: string }>('POST', '/admin/v1/accounts', {
        name: `Third ${how.length}`,
        currency: 'EUR',
      });
      const page = await operator(service);
      const dialog = page.getByRole('dialog');
      await page.goto(`/accounts/${accountId}`);
      await page.getByRole('button', { name: 'Top up' }).click();
      await dialog.getByLabel('Amount in EUR').fill('25,50');
      await middle();
      await dialog.getByRole('button', { name: 'Top up' }).click();
      await rowsOf(page).filter({ hasText: 'Top-up' }).getByText('25.50').first().waitFor();
      await page.getByRole('tab', { name: 'Keys' }).click();
      await page.getByRole('button', { name: 'Issue a key' }).first().click();
      await dialog.getByLabel('Label').fill('web shop');
      await dialog.getByRole('button', { name: 'Issue a key' }).click();
      const key = (await page.getByRole('region', { name: 'API key' }).innerText()).trim();
      await page.getByRole('button', { name: 'I have copied it' }).click();
      expect(await service.ask('GET', '/v1/account', undefined, key)).toMatchObject({ balance: 25.5 });
      await chooseFor(page, 'key web shop', 'Revoke');
      await dialog.getByLabel('Type web shop to confirm').fill('web shop');
      await dialog.getByRole('button', { name: 'Revoke' }).click();
      await rowsOf(page).filter({ hasText: 'web shop' }).getByText('Revoked').waitFor();
      await page.getByRole('tab', { name: 'Limits' }).click();
      await page.getByLabel('Kannel').click();
      await page.getByText('Kannel API enabled').waitFor();
      expect(await service.ask('GET', `/admin/v1/accounts/${accountId}`)).toMatchObject({ doors: ['kannel'] });
      await page.getByRole('button', { name: 'Suspend' }).click();
      await dialog.getByRole('button', { name: 'Suspend' }).click();
      await page.getByText('This account is suspended').waitFor();
    });

    test('a credential for SMPP is issued, changed, given another password, and revoked', async () => {
      const systemId = `shop-${how.length}`;
      const { accountId } = await service.ask<{ accountId: string }>('POST', '/admin/v1/accounts', {
        name: `Bound ${how.length}`,
        currency: 'EUR',
      });
      const bind = (password: string) => bound(smppPort, { systemId, password });
      const page = await operator(service);
      const dialog = page.getByRole('dialog');
      const row = rowsOf(page).filter({ hasText: 'web shop' });
      const choose = (action: string) => chooseFor(page, `credential ${systemId}`, action);
      await page.goto(`/accounts/${accountId}?tab=binds`);
      await page.getByText('No active binds').waitFor();
      await page.getByRole('button', { name: 'Issue a credential' }).first().click();
      await dialog.getByLabel('System ID').fill(systemId);
      await dialog.getByLabel('Label').fill('web shop');
      await dialog.getByLabel('Allowed IP addresses').fill('office');
      await dialog.getByRole('button', { name: 'Issue a credential' }).click();
      await dialog.getByText('allowedRanges is wrong').waitFor();
      await dialog.getByLabel('Allowed IP addresses').fill('192.0.2.0/24');
      await middle();
      await dialog.getByRole('button', { name: 'Issue a credential' }).click();
      const first = await passwordIn(page);
      expect((await bind(first)).answer.status).toBe('ESME_RINVPASWD');

      await choose('Edit');
      await dialog.getByLabel('Allowed IP addresses').fill('192.0.2.0/24\n127.0.0.1');
      await dialog.getByLabel('Requests per second').fill('20');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await row.getByText('192.0.2.0/24, 127.0.0.1/32').waitFor();
      const old = await bind(first);
      expect(old.answer.status).toBe('ESME_ROK');
      await rowsOf(page).filter({ hasText: 'Transceiver' }).getByText(systemId).waitFor();

      await choose('New password');
      await dialog.getByRole('combobox', { name: 'Old password expires' }).click();
      await page.getByRole('option', { name: 'immediately' }).click();
      await dialog.getByRole('button', { name: 'New password' }).click();
      const second = await passwordIn(page);
      expect((await old.session.closed).kind).toBe('unbound by peer');
      expect((await bind(first)).answer.status).toBe('ESME_RINVPASWD');
      const last = await bind(second);
      expect(last.answer.status).toBe('ESME_ROK');

      await choose('Revoke');
      await dialog.getByLabel(`Type ${systemId} to confirm`).fill(systemId);
      await dialog.getByRole('button', { name: 'Revoke' }).click();
      await row.getByText('Revoked').waitFor();
      expect((await last.session.closed).kind).toBe('unbound by peer');
      expect((await bind(second)).answer.status).toBe('ESME_RBINDFAIL');
      const content = await page.content();
      for (const password of [first, second]) expect(content).not.toContain(password);
    });

    once('a dialogue that was left while it was saved does not close the next one', async () => {
      const systemId = 'left-open';
      const path = `/admin/v1/accounts/${demoAccountId}/smpp-credentials`;
      await service.ask('POST', path, { systemId });
      const page = await operator(service);
      const dialog = page.getByRole('dialog');
      const saved = Promise.withResolvers<void>();
      await page.route('**/admin/v1/smpp-credentials/*', async (route) => {
        const response = await route.fetch();
        await saved.promise;
        await route.fulfill({ response });
      });
      await visit(page, `/accounts/${demoAccountId}?tab=binds`);
      await chooseFor(page, `credential ${systemId}`, 'Edit');
      await dialog.getByLabel('Label').fill('till');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await chooseFor(page, `credential ${systemId}`, 'New password');
      await dialog.getByRole('button', { name: 'New password' }).waitFor();
      saved.resolve();
      await page.getByText('Saved').waitFor();
      await dialog.getByRole('button', { name: 'New password' }).click();
      await passwordIn(page);
    });

    once('support sees credentials for SMPP, and issues none', async () => {
      const path = `/admin/v1/accounts/${demoAccountId}/smpp-credentials`;
      await service.ask('POST', path, { systemId: 'looked-at' });
      const added = { name: 'Onlooker', role: 'support' };
      const { link } = await service.ask<{ link: { url: string } }>('POST', '/admin/v1/operators', added);
      const page = await newVisitor(service);
      await page.goto(pathOf(link.url));
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      await visit(page, `/accounts/${demoAccountId}?tab=binds`);
      await rowsOf(page).filter({ hasText: 'looked-at' }).getByText('Live').waitFor();
      expect(await page.getByRole('button', { name: /credential/ }).count()).toBe(0);
    });

    test('everything and an account are paused, which every page says, and resumed', async () => {
      const page = await operator(service);
      const banner = page.getByRole('region', { name: 'Active pauses' });
      const dialog = page.getByRole('dialog');
      await page.goto(`/accounts/${demoAccountId}?tab=limits`);
      await page.getByRole('button', { name: 'Pause', exact: true }).click();
      await dialog.getByRole('button', { name: 'Pause' }).click();
      await banner.getByRole('link', { name: 'account Demo' }).waitFor();
      await visit(page, '/carriers');
      await page.getByRole('button', { name: 'Pause everything' }).click();
      await dialog.getByRole('button', { name: 'Pause everything' }).click();
      await banner.getByText('Everything is paused').waitFor();
      const id = await send(service, '+38640123461');
      await middle();
      await page.goto(`/messages/${id}`);
      await banner.getByRole('button', { name: 'Resume everything' }).click();
      await dialog.getByRole('button', { name: 'Resume everything' }).click();
      await banner.getByRole('link', { name: 'account Demo' }).click();
      await page.getByRole('button', { name: 'Resume', exact: true }).click();
      await banner.waitFor({ state: 'detached' });
      await page.goto(`/messages/${id}`);
      await timeline(page).getByText('Delivered').first().waitFor();
    });

    test('a list is taken home as a file', async () => {
      const page = await operator(service);
      await visit(page, '/messages?q=country:HR');
      await rowsOf(page).filter({ hasText: '+385912345678' }).first().waitFor();
      await middle();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download as CSV' }).click(),
      ]);
      const text = readFileSync(await file.path(), 'utf8');
      expect(text).toContain('+385912345678');
      expect(text).not.toContain('+38640000001');
    });

    // The last one: it ends the session of all the others.
    test('a session is ended in another tab', async () => {
      const here = await newVisitor(service);
      await logIn(here);
      await here.goto('/messages');
      await here.getByRole('heading', { name: 'Messages' }).waitFor();
      const there = await newVisitor(service);
      await logIn(there);
      await there.goto('/settings');
      await there.getByRole('button', { name: 'End my other sessions' }).click();
      await middle();
      await there.getByRole('dialog').getByRole('button', { name: 'End my other sessions' }).click();
      await there.getByText(/sessions? ended/).waitFor();
      // At the next click, or before it, when its stream of events is refused.
      const loggedOut = here.getByRole('heading', { name: 'Sign in' });
      await Promise.any([here.getByRole('link', { name: 'Senders' }).click(), loggedOut.waitFor()]);
      await loggedOut.waitFor();
      await there.getByRole('link', { name: 'Senders' }).click();
      await there.getByRole('heading', { name: 'Senders' }).waitFor();
    });
  },
);

const timeline = (page: Page): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Timeline' }) });
const rowsOf = (page: Page): Locator => page.getByRole('row');

/** In a browser context of its own. */
async function newVisitor(service: Console): Promise<Page> {
  const { page, faults, leave } = await visitor(browser, service.base);
  onTestFinished(async () => {
    await leaveNothing(page, faults);
    await leave();
  });
  return page;
}

/** Logged in once for all journeys of a service, in one tab: each new tab would be a process of its own. */
const operators = new Map<Console, Visitor>();

async function operator(service: Console): Promise<Page> {
  const session = operators.get(service) ?? (await visitor(browser, service.base));
  if (!operators.has(service)) await logIn(session.page);
  operators.set(service, session);
  onTestFinished(() => leaveNothing(session.page, session.faults));
  return session.page;
}

/** Nothing went wrong in the page, nothing was asked of another host, and no secret is in it. */
async function leaveNothing(page: Page, faults: readonly string[]): Promise<void> {
  const content = await page.content();
  expect(faults).toEqual([]);
  expect(content).not.toContain(adminToken);
  expect(content).not.toContain(demoKey);
}

/** Of the demo account, by a link that its key asked for. */
async function customer(service: Console): Promise<Page> {
  const page = await newVisitor(service);
  const { url } = await service.ask<{ url: string }>('POST', '/v1/console/link', {}, demoKey);
  await page.goto(pathOf(url));
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  return page;
}

/** By a link that an operator makes on the page of an account. */
async function byLink(service: Console, theirs: Page): Promise<Page> {
  await theirs.getByRole('button', { name: 'Sign-in link' }).click();
  await theirs.getByRole('button', { name: 'Create link' }).click();
  const url = await theirs.getByRole('region', { name: 'Console sign-in link' }).innerText();
  const page = await newVisitor(service);
  await page.goto(pathOf(url));
  return page;
}

function pathOf(url: string): string {
  const { pathname, search, hash } = new URL(url.trim());
  return pathname + search + hash;
}

async function chooseFor(page: Page, what: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${what}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** It is shown once, and gone with the dialogue. */
async function passwordIn(page: Page): Promise<string> {
  const password = (await page.getByRole('region', { name: 'Password' }).innerText()).trim();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return password;
}

async function registerSender(page: Page, type: string, value: string): Promise<void> {
  await page.getByRole('button', { name: 'Register a sender' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Register a sender' });
  await dialog.getByRole('radio', { name: type }).check();
  await dialog.locator('input[name=value]').fill(value);
  await dialog.getByRole('button', { name: 'Register', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function send(service: Console, to: string, more: object = {}): Promise<string> {
  const body = { sender: 'Hermod', destinations: [to], message: { content: 'Hi' }, ...more };
  const { messages } = await service.ask<{ messages: { messageId: string }[] }>(
    'POST',
    '/v1/sms/messages',
    body,
    demoKey,
  );
  return messages[0]!.messageId;
}
