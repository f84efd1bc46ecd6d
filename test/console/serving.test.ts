/** The console as it is served: one page for its paths, files by content, and headers that let nothing else in. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Agent, request } from 'undici';
import { afterAll, expect, test } from 'vitest';
import { servedPaths } from '../../src/api/console/paths.ts';
import { testService } from '../harness/service.ts';

const { base, call } = await testService();
const dispatcher = new Agent();
afterAll(() => dispatcher.close());
const assets = join(import.meta.dirname, '../../console/dist/assets');
const script = readdirSync(assets).find((name) => /^index-.*\.js$/.test(name))!;

test('each of its paths answers with the page, also for an account that one acts for', async () => {
  for (const path of servedPaths()) {
    const { status, headers, text } = await call({ path: path.replaceAll(/:\w+/g, crypto.randomUUID()), key: null });
    expect([path, status, headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8']);
    expect(text).toContain(`/assets/${script}`);
  }
});

test('other paths stay unknown, and other methods impossible', async () => {
  for (const path of ['/nothing', '/messages/1/2', '/as', '/as/1/login', '/assets', '/v1/nothing']) {
    const { status, body } = await call({ path, key: null });
    expect([path, status]).toEqual([path, 404]);
    expect(body).toHaveProperty('error');
  }
  const { status, headers } = await call({ method: 'POST', path: '/messages', key: null, body: {} });
  expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
  const head = await request(`${base}/messages`, { method: 'HEAD', dispatcher });
  expect([head.statusCode, await head.body.text()]).toEqual([200, '']);
});

test('the page allows no script but its files, nothing from elsewhere, and styles of one answer only', async () => {
  const answers = await Promise.all([1, 2].map(() => call({ path: '/', key: null })));
  const nonces = answers.map(({ headers, text }) => {
    const policy = String(headers['content-security-policy']);
    const [, nonce] = /style-src 'self' 'nonce-([\w+/]{22}==)'/.exec(policy)!;
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'");
    expect(text).toContain(`nonce="${nonce}"`);
    expect(text).not.toContain('__NONCE__');
    return nonce;
  });
  expect(new Set(nonces).size).toBe(2);
  const { headers, text } = answers[0]!;
  expect(headers).toMatchObject({
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  });
  expect(headers['etag']).toBeUndefined();
  expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\bon\w+=|\bstyle=|https?:/);
});

test('everything that the page names is there, of its type, and kept by browsers for good', async () => {
  const { text } = await call({ path: '/', key: null });
  const named = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path!);
  expect(named.length).toBeGreaterThan(3);
  for (const path of named) {
    const { status, headers } = await call({ path, key: null });
    expect([path, status, headers['cache-control']]).toEqual([path, 200, 'public, max-age=31536000, immutable']);
    expect(headers['content-type']).toMatch(/^(text\/javascript|text\/css|image\/svg\+xml)/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  }
});

test('a file comes as its build compressed it, in what the client takes', async () => {
  const plain = readFileSync(join(assets, script));
  const ways = [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip;q=1, br;q=0', 'gzip', gunzipSync],
    ['identity', undefined, (body: Buffer) => body],
  ] as const;
  for (const [accepted, encoding, unpack] of ways) {
    const { headers, body } = await request(`${base}/assets/${script}`, {
      dispatcher,
      headers: { 'accept-encoding': accepted },
    });
    expect([accepted, headers['content-encoding']]).toEqual([accepted, encoding]);
    expect(headers['vary']).toBe('accept-encoding');
    expect(unpack(Buffer.from(await body.arrayBuffer())).equals(plain)).toBe(true);
  }
});

test('nothing but files of the build can be had', async () => {
  for (const name of [
    'index.html',
    '..%2Findex.html',
    '%2e%2e%2fmanifest.json',
    `${script}.br`,
    '.stamp',
    'x.js',
    '%00.js',
  ]) {
    const { status } = await call({ path: `/assets/${name}`, key: null });
    expect([name, status]).toEqual([name, 404]);
  }
});
