/** How a customer manages webhook endpoints in the console, in a real browser, with the service restarted in the middle. */
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { verify } from '../../src/domain/webhook/signature.ts';
import { demoAccountId } from '../../src/flows/accounts/demo.ts';
import { consoleService, logIn, settled, startBrowser, violations, visitor } from '../harness/chromium.ts';
import { type Received, webhookReceiver } from '../harness/receiver.ts';
import { demoKey } from '../harness/service.ts';

const browser = await startBrowser();
const service = await consoleService();
const receiver = await webhookReceiver();

async function visit(): Promise<Page> {
  const { page, faults, leave } = await visitor(browser, service.base);
  onTestFinished(async () => {
    expect(faults).toEqual([]);
    await leave();
  });
  return page;
}

const send = () =>
  service.ask(
    'POST',
    '/v1/sms/messages',
    { sender: 'Hermod', destinations: ['+38640123456'], message: { content: 'Hi' } },
    demoKey,
  );
const signature = ({ headers, body }: Received, secret: string) =>
  verify(
    {
      id: headers['webhook-id'] as string,
      timestamp: headers['webhook-timestamp'] as string,
      signature: headers['webhook-signature'] as string,
    },
    body,
    [secret],
    Math.floor(Date.now() / 1_000),
  );

test('an endpoint is created, tested, edited, rotated, repaired and deleted', async () => {
  const page = await visit();
  const { url } = await service.ask<{ url: string }>('POST', '/v1/console/link', { name: 'Anna' }, demoKey);
  const { pathname, hash } = new URL(url);
  await page.goto(pathname + hash);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.goto('/webhooks');
  const dialog = page.getByRole('dialog');
  const row = page.getByRole('table', { name: 'Managed endpoints' }).getByRole('row').filter({ hasText: receiver.url });
  const choose = async (action: string) => {
    await row.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };
  const secret = async () => {
    const shown = (await page.getByRole('region', { name: 'Signing secret' }).innerText()).trim();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await dialog.waitFor({ state: 'detached' });
    return shown;
  };

  await page.getByRole('button', { name: 'Create endpoint' }).first().click();
  await dialog.getByLabel('URL').fill('http://10.0.0.1/');
  await dialog.getByRole('button', { name: 'Create endpoint' }).click();
  await dialog.getByText('webhooks may not reach that address').waitFor();
  await dialog.getByLabel('URL').fill(`${receiver.url}/hooks`);
  await dialog.getByLabel('Description').fill('Web shop');
  await dialog.getByRole('button', { name: 'Create endpoint' }).click();
  const first = await secret();
  await row.getByText('Web shop').waitFor();
  await settled(page);
  expect(await violations(page)).toEqual([]);

  await choose('Send a sample');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('HTTP 200').first().waitFor();
  expect(signature(receiver.received[0]!, first)).toBe('valid');
  await service.restart();
  await page.goto('/webhooks');

  await choose('Edit');
  await dialog.getByLabel('Inbound message').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await row.getByText('Delivery report, Inbound message').waitFor();

  await choose('Replace secret');
  await dialog.getByText('For 24 hours').waitFor();
  await dialog.getByRole('button', { name: 'Create a new secret' }).click();
  const second = await secret();
  expect(second).not.toBe(first);

  receiver.answer = () => 500;
  await send();
  const failing = receiver.received.length + 1;
  await receiver.until(failing);
  await row.getByText('Failing').waitFor();
  receiver.answer = () => 200;
  await choose('Retry failed webhooks');
  await dialog.getByText('1 failed delivery').waitFor();
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('1 delivery retried').waitFor();
  for (const got of (await receiver.until(failing + 2)).slice(-2))
    expect([first, second].map((each) => signature(got, each))).toEqual(['valid', 'valid']);

  await choose('Disable');
  await row.getByText('Disabled').waitFor();
  const theirs = await visit();
  await logIn(theirs);
  await theirs.goto(`/webhooks?accountId=${demoAccountId}`);
  const read = theirs.getByRole('table', { name: 'Managed endpoints' });
  await read.getByText('Web shop').waitFor();
  expect(await read.getByRole('button').count()).toBe(0);

  await choose('Delete');
  await dialog.getByLabel(/Web shop/).fill('Web shop');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Endpoint deleted').waitFor();
  await row.waitFor({ state: 'detached' });
});
