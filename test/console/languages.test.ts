/** Texts and names in Arabic and Hebrew run from right to left, whatever the language of the console; and its other language. */
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { demoAccountId } from '../../src/flows/accounts/demo.ts';
import { consoleService, logIn, startBrowser, visit, visitor } from '../harness/chromium.ts';
import { demoKey } from '../harness/service.ts';

const browser = await startBrowser();
const service = await consoleService();

const number = '+38640123456';
const sent = 'שלום! ההזמנה מספר 12 מוכנה.';
const answered = 'شكرا، سأحضر الساعة 5.';
const name = 'متجر الورد 24';
/** A sender of the demo account. */
const own = '+38640111222';

test('texts of messages and answers, and names', async () => {
  await service.ask('PATCH', `/admin/v1/accounts/${demoAccountId}`, { name });
  const body = { sender: 'Hermod', destinations: [number], message: { content: sent } };
  const { messages } = await service.ask<{ messages: { messageId: string }[] }>(
    'POST',
    '/v1/sms/messages',
    body,
    demoKey,
  );
  await service.ask('POST', '/admin/v1/simulator/inbound', { from: number, to: own, text: answered });
  const page = await operator();
  await visit(page, `/messages/${messages[0]!.messageId}`);
  await runs(page.getByLabel('Text', { exact: true }).getByText(sent), 'rtl');
  await visit(page, '/inbound');
  await runs(page.getByRole('row').getByText(answered), 'rtl');
  await runs(page.getByRole('row').getByText(number), 'ltr');
  await runs(page.getByRole('row').getByRole('link', { name }), 'rtl');
  await visit(page, `/phone?number=${encodeURIComponent(number)}`);
  for (const text of [sent, answered]) await runs(page.getByRole('log').getByText(text), 'rtl');
  await visit(page, '/accounts');
  await runs(page.getByRole('row').getByRole('link', { name }), 'rtl');
  await visit(page, `/accounts/${demoAccountId}`);
  await runs(page.getByRole('heading', { name }), 'rtl');
  await page.goto(`/as/${demoAccountId}`);
  await runs(page.getByText(name).first(), 'rtl');
  await page.goto(`/send?account=${demoAccountId}`);
  const field = page.getByRole('textbox', { name: 'Text' });
  await field.fill(sent);
  await runs(field, 'rtl');
});

test('the health page in Slovenian has its findings in Slovenian', async () => {
  const page = await operator({ locale: 'sl-SI' });
  await page.goto('/health');
  const findings = page.getByRole('listitem').filter({ has: page.locator('strong') });
  await findings.filter({ hasText: 'Podatkovna baza' }).getByText('trajen zapis').waitFor();
  await findings.filter({ hasText: 'Simulator' }).getByText('Vsa sporočila gredo v simulator').waitFor();
  const { findings: english } = await service.ask<{ findings: { check: string; text: string }[] }>(
    'GET',
    '/admin/v1/health',
  );
  const shown = (await findings.allInnerTexts()).join('\n');
  for (const { text } of english) expect(shown).not.toContain(text);
});

declare function getComputedStyle(element: unknown): { direction: string };

async function runs(text: Locator, direction: 'ltr' | 'rtl'): Promise<void> {
  await text.first().waitFor();
  expect(await text.first().evaluate((element) => getComputedStyle(element).direction)).toBe(direction);
}

async function operator(options: BrowserContextOptions = {}): Promise<Page> {
  const { page, faults, leave } = await visitor(browser, service.base, options);
  onTestFinished(async () => {
    await leave();
    expect(faults).toEqual([]);
  });
  await logIn(page);
  return page;
}
