/** Questions asked in an incident, each answered from the overview in as many clicks as the guide says. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { countTraffic } from '../../src/flows/statistics/statistics.ts';
import { until, untilState } from '../dispatch/carrier.ts';
import { testAccount } from '../harness/accounts.ts';
import { consoleService, logIn, startBrowser, visitor } from '../harness/chromium.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { recount } from '../harness/recount.ts';
import { demoKey } from '../harness/service.ts';

const browser = await startBrowser();
const service = await consoleService({ HERMOD_SENDER_APPROVAL: 'manual', HERMOD_WEBHOOK_RETRY_SCALE: '0.5' });
const { db, ask, restart } = service;

// Croatia is reached over a carrier that is down, everything else over the simulator.
const { routes } = await ask<{ routes: { routeId: string }[] }>('GET', '/admin/v1/routes');
await ask('PATCH', `/admin/v1/routes/${routes[0]!.routeId}`, { country: 'SI' });
const north = await ask<{ carrierId: string }>('POST', '/admin/v1/carriers', {
  name: 'North',
  url: 'smpp://esme:hunter2@127.0.0.1:1',
});
await ask('POST', '/admin/v1/routes', { carrierId: north.carrierId, country: 'HR' });

const receiver = await webhookReceiver();
receiver.answer = () => 503;
const send = async (destination: string, key = demoKey, fields: object = {}): Promise<string> => {
  const sender = key === demoKey ? 'Hermod' : 'Shop';
  const body = { sender, destinations: [destination], message: { content: 'Hello' }, ...fields };
  const { messages } = await ask<{ messages: { messageId: string }[] }>('POST', '/v1/sms/messages', body, key);
  return messages[0]!.messageId;
};
const bakery = await testAccount(db);
await db.query(`UPDATE accounts SET name = 'Bakery' WHERE id = $1`, [bakery.id]);
await ask('PUT', `/admin/v1/pauses/accounts/${bakery.id}`);
type Waiting = { messages: number };
const waiting = () => ask<Waiting>('GET', `/admin/v1/messages/waiting?carrierId=${north.carrierId}`);
// Until this process knows the route, messages to Croatia are refused or sent over the simulator.
await until(async () => {
  await send('+385912345670');
  return (await waiting()).messages > 0;
});
const failed = await send('+38640000001', demoKey, { deliveryReportUrl: `${receiver.url}/reports` });
await untilState(db, failed, 'FAILED');
await until(() => receiver.received.length > 0);
await ask('POST', '/v1/senders', { value: 'Florist', type: 0, channel: 'SMS' }, demoKey);
await db.query(
  `INSERT INTO unmatched_receipts (id, carrier_id, keys, outcome, destination, error, text)
   VALUES ($1, $2, '{4711}', 'failed', '38591234567', '001', 'id:4711 stat:UNDELIV err:001')`,
  [newId(), north.carrierId],
);
await countTraffic(db, 90, 5_000);
await recount(db);

/** A click, a choice or a typed search counts one. */
type Hand = {
  readonly click: (what: Locator) => Promise<void>;
  readonly search: (text: string) => Promise<void>;
};
type Question = readonly [string, (page: Page, hand: Hand) => Promise<void>];
const status = (page: Page, text: RegExp) => page.getByRole('status').getByText(text).waitFor();
const goTo = (page: Page, name: string | RegExp) => page.getByRole('navigation').getByRole('link', { name });
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const carriers = (page: Page) => page.getByRole('table', { name: 'Carriers' });

const questions: readonly Question[] = [
  [
    'Why do messages to a carrier not leave, and since when?',
    async (page, { click }) => {
      await click(carriers(page).getByRole('link', { name: 'North' }));
      await status(page, /North has been down since/);
    },
  ],
  [
    'Which customers are affected?',
    async (page, { click }) => {
      await click(carriers(page).getByRole('link', { name: 'North' }));
      await row(page, 'Demo')
        .getByText(String((await waiting()).messages), { exact: true })
        .first()
        .waitFor();
    },
  ],
  [
    'What is refunded if the waiting messages are cancelled?',
    async (page, { click }) => {
      await click(carriers(page).getByRole('link', { name: 'North' }));
      await click(page.getByRole('button', { name: 'Cancel waiting messages' }));
      await page
        .getByRole('dialog')
        .getByText(/messages? (is|are) cancelled and .* refunded/)
        .waitFor();
    },
  ],
  [
    'Who paused an account, and when?',
    async (page, { click }) => {
      await click(page.getByRole('region', { name: 'Active pauses' }).getByRole('link', { name: 'account Bakery' }));
      await status(page, /Bakery has been paused by operator since/);
    },
  ],
  [
    'Why was the message to this number not delivered?',
    async (page, { click, search }) => {
      await search('+38640000001');
      await click(row(page, '+38640000001').getByRole('link').first());
      await page.getByText('The handset did not accept the message').first().waitFor();
    },
  ],
  [
    'Why do most messages fail at present, and which are they?',
    async (page, { click }) => {
      await click(page.getByRole('table', { name: 'Failure reasons' }).getByRole('link').first());
      await row(page, '+38640000001').waitFor();
    },
  ],
  [
    'Which endpoints fail, and what do they answer?',
    async (page, { click }) => {
      await click(goTo(page, /^Webhooks/));
      await row(page, receiver.url).getByText('answered with status 503').waitFor();
    },
  ],
  [
    'What was sent to an endpoint, and when is it sent again?',
    async (page, { click }) => {
      await click(goTo(page, /^Webhooks/));
      await click(page.getByRole('table', { name: 'Deliveries' }).getByRole('link').first());
      await page.getByText('"status": "FAILED"').first().waitFor();
    },
  ],
  [
    'Which senders wait for approval?',
    async (page, { click }) => {
      await click(goTo(page, /^Senders/));
      await row(page, 'Florist').waitFor();
    },
  ],
  [
    'Which receipts match no message?',
    async (page, { click }) => {
      await click(goTo(page, /^Receipts/));
      await row(page, '38591234567').waitFor();
    },
  ],
  [
    'Who changed routes or carriers today?',
    async (page, { click }) => {
      await click(goTo(page, /^Audit/));
      await row(page, 'North').first().waitFor();
    },
  ],
];

const guide = readFileSync(new URL('../../docs/guides/incidents.md', import.meta.url), 'utf8');
const middle = Math.floor(questions.length / 2);

test('each question of the guide is answered in the clicks that it states', async () => {
  const { page, faults, leave } = await visitor(browser, service.base);
  onTestFinished(leave);
  await logIn(page);
  const rows: string[] = [];
  for (const [place, [question, answered]] of questions.entries()) {
    if (place === middle) await restart();
    await page.goto('/');
    await carriers(page).getByRole('link', { name: 'North' }).waitFor();
    let clicks = 0;
    await answered(page, {
      click: async (what) => {
        clicks++;
        await what.click();
      },
      search: async (text) => {
        clicks++;
        await page.keyboard.press('/');
        await page.keyboard.type(text);
        await page.keyboard.press('Enter');
      },
    });
    expect(clicks, question).toBeLessThanOrEqual(3);
    rows.push(`| ${question} | ${clicks} |`);
  }
  const stated = guide.split('\n').filter((line) => /\? \|/.test(line));
  expect(stated.map((line) => line.replace(/\|[^|]*\| (\d) \|$/, '| $1 |'))).toEqual(rows);
  expect(faults).toEqual([]);
});
