/** HTML pages: their headers, the reference under its policy in a real browser, and the redirect after a sign-in. */
import { expect, test } from 'vitest';
import { servedPaths } from '../../src/api/console/paths.ts';
import { consoleService, startBrowser, visitor } from '../harness/chromium.ts';
import { adminToken } from '../harness/service.ts';

const { base } = await consoleService();
const browser = await startBrowser();

const anyId = '0190b5a0-0000-7000-8000-000000000000';
const references = ['/docs/', '/admin/docs/'];
const guides = ['/guides', '/guides/sending'];

async function documented(path: string): Promise<string[]> {
  const { paths } = (await (await fetch(base + path)).json()) as { paths: Record<string, object> };
  return Object.keys(paths).map((each) => each.replaceAll(/\{\w+\}/g, anyId));
}

test('every HTML response has a policy and cannot be framed', async () => {
  const pages = servedPaths().map((path) => path.replaceAll(/:\w+/g, anyId));
  const others = [
    '/docs',
    '/docs/none',
    '/admin/docs',
    '/none',
    '/admin/none',
    '/%',
    '/assets/none.js',
    '/metrics',
    '/health/ready',
  ];
  const doors = ['/cgi-bin/sendsms?text=%3Cb%3E', '/send?username=%3Cb%3E&to=%3Cb%3E', '/secure/send'];
  const endpoints = [...(await documented('/openapi.json')), ...(await documented('/admin/openapi.json'))];
  const found: string[] = [];
  const check = async (path: string): Promise<void> => {
    const { headers, body } = await fetch(base + path, { redirect: 'manual', headers: { accept: 'text/html' } });
    await body?.cancel();
    if (!headers.get('content-type')?.startsWith('text/html')) return;
    found.push(path);
    expect([path, headers.get('x-frame-options'), headers.get('x-content-type-options')]).toEqual([
      path,
      'DENY',
      'nosniff',
    ]);
    const policy = headers.get('content-security-policy');
    expect(policy, path).toMatch(/^default-src 'none'; script-src 'self'/);
    expect(policy, path).toContain("frame-ancestors 'none'; base-uri 'none'");
    expect(/script-src [^;]*/.exec(policy!)![0], path).not.toMatch(/unsafe|https?:|\*/);
  };
  await Promise.all([...pages, ...references, ...guides, ...others, ...doors, ...endpoints].map(check));
  expect(found.sort()).toEqual([...pages, ...references, ...guides].sort());
});

test('the references work under their policy, and load nothing from other hosts', async () => {
  for (const path of references) {
    const { page, faults, leave } = await visitor(browser, base);
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.getByText('Download OpenAPI Document').first().waitFor();
    expect(faults, path).toEqual([]);
    await leave();
  }
});

test('a sign-in redirects only to a page of this console', async () => {
  const ways: [string, string][] = [
    ['/audit?action=key+issue', '/audit?action=key+issue'],
    ...[
      '//evil.example/',
      '/\t/evil.example/',
      '/\n/evil.example/',
      '/\\evil.example',
      '\\\\evil.example',
      'https:evil.example',
    ].map((next): [string, string] => [next, '/']),
  ];
  // Each as a new visitor: a page that loses its session navigates to /login by itself, and so across the test.
  for (const [next, path] of ways) {
    const { page, faults, leave } = await visitor(browser, base);
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await page.getByRole('button', { name: 'Admin token' }).click();
    await page.getByLabel('Admin token', { exact: false }).fill(adminToken);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => url.pathname !== '/login');
    expect([next, page.url()]).toEqual([next, base + path]);
    expect(faults).toEqual([]);
    await leave();
  }
});
