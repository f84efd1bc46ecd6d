/** The documents of the release, read in the browser: all of them, with working links, a search, and without a sign-in. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { guides } from '../../console/src/parts/guides.ts';
import { consoleService, logIn, startBrowser, violations, visitor } from '../harness/chromium.ts';

const { base } = await consoleService();
const browser = await startBrowser();
const docs = join(import.meta.dirname, '..', '..', 'docs');
const names = globSync('**/*.md', { cwd: docs }).map((file) =>
  file
    .replace(/^guides\//, '')
    .replace('.md', '')
    .replaceAll('/', '-')
    .toLowerCase(),
);

const read = async (path: string) => {
  const response = await fetch(base + path, { headers: { accept: 'text/html' } });
  return { status: response.status, html: await response.text() };
};

const titleIn = (html: string) =>
  /<h1[^>]*>(.*?)<\/h1>/
    .exec(html)![1]!
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#39;', "'");

test('every document is a page, and every link of a page leads to a page and a heading that exist', async () => {
  const pages = new Map<string, string>();
  for (const name of ['', ...names]) {
    const { status, html } = await read(`/guides/${name}`.replace(/\/$/, ''));
    expect([name, status]).toEqual([name, 200]);
    pages.set(name, html);
  }
  const broken: string[] = [];
  for (const [name, html] of pages) {
    for (const [, path = '', anchor = ''] of html.matchAll(/href="(?:\/guides\/?([\w-]*))?(?:#([^"]*))?"/g)) {
      if (anchor === 'content') continue;
      const target = path === '' && anchor !== '' ? html : pages.get(path);
      const isThere = target !== undefined && (anchor === '' || target.includes(`id="${anchor}"`));
      if (!isThere) broken.push(`${name}: ${path}#${anchor}`);
    }
  }
  expect(broken).toEqual([]);
});

test('another name is not found', async () => {
  for (const name of ['none', '..%2f..%2fpackage', 'sending.html', '%00'])
    expect([name, (await read(`/guides/${name}`)).status]).toEqual([name, 404]);
});

test('the console links guides that exist, from its pages and from its help', async () => {
  for (const [name, title] of Object.entries(guides)) {
    expect(names).toContain(name);
    expect(titleIn((await read(`/guides/${name}`)).html)).toBe(title);
  }
  const { page, faults, leave } = await visitor(browser, base);
  onTestFinished(leave);
  await logIn(page);
  await page.goto('/webhooks');
  expect(await page.getByRole('link', { name: 'Guide', exact: true }).getAttribute('href')).toBe('/guides/webhooks');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Help' });
  expect(await help.getByRole('link', { name: 'Guides', exact: true }).getAttribute('href')).toBe('/guides');
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('the references of the API link the guides', async () => {
  for (const path of ['/openapi.json', '/admin/openapi.json']) {
    const document = (await (await fetch(base + path)).json()) as { externalDocs?: { url: string } };
    expect([path, document.externalDocs?.url]).toEqual([path, '/guides']);
  }
});

test('the search finds a section, by the keyboard alone', async () => {
  const { page, faults, leave } = await visitor(browser, base);
  onTestFinished(leave);
  await page.goto('/guides');
  await page.getByRole('heading', { name: 'Guides', level: 1 }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('/');
  await page.keyboard.type('idempotency key');
  await page.getByRole('list', { name: 'Search results' }).getByRole('link').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/guides\/[\w-]+#/);
  await page.getByRole('main').getByText('Idempotency-Key').first().waitFor();
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
});
