/** Resolved names: cached, shared, bounded, and with turns for the accounts. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createLookup, Hosts } from '../../src/http-client/resolver.ts';
import { dnsServer } from '../email/dns.ts';
import { times } from '../harness/accounts.ts';
import { patienceMs } from '../harness/patience.ts';

const { address, zone, asked } = await dnsServer({
  'shop.test A': ['127.0.0.5', '127.0.0.6'],
  'half.test A': ['127.0.0.7'],
  'mail.test TXT': ['only a text'],
});
const questionsAbout = (name: string) => asked.filter((question) => question.startsWith(`${name} `)).toSorted();

test('a name is resolved once, in whatever notation and for whatever account, and cached', async () => {
  const lookup = createLookup([address]);
  const answers = await Promise.all([lookup('shop.test', 'a'), lookup('SHOP.test', 'b'), lookup('shop.test.', 'a')]);
  const expected = [
    { address: '127.0.0.5', family: 4 },
    { address: '127.0.0.6', family: 4 },
  ];
  expect([...answers, await lookup('shop.test', 'c')]).toEqual(times(4, () => expected));
  expect(questionsAbout('shop.test')).toEqual(['shop.test A', 'shop.test AAAA']);
});

test('if one address family gets no response, the other is used', async () => {
  zone.silent.add('half.test AAAA');
  expect(await createLookup([address])('half.test', 'a')).toEqual([{ address: '127.0.0.7', family: 4 }]);
});

test.each([
  ['nowhere.test', 'ENOTFOUND'],
  ['mail.test', 'ENODATA'],
  ['broken.test', 'ESERVFAIL'],
])('a missing address of %s is cached, too: %s', async (name, code) => {
  zone.broken.add('broken.test');
  const lookup = createLookup([address]);
  await expect(lookup(name, 'a')).rejects.toMatchObject({ code });
  const questions = questionsAbout(name).length;
  await expect(lookup(name, 'b')).rejects.toMatchObject({ code });
  expect(questionsAbout(name)).toHaveLength(questions);
});

test('a silent server ends in a time-out, and an account beyond its share delays only itself', async () => {
  const names = times(300, (index) => `n${index}.silent.test`);
  for (const name of names) zone.silent.add(name);
  const lookup = createLookup([address]);
  const ended = names.map((name) => lookup(name, 'slow').catch(({ code }: { code: string }) => code));
  const askedFor = () => names.filter((name) => questionsAbout(name).length > 0).length;
  await vi.waitFor(() => expect(askedFor()).toBeGreaterThanOrEqual(128), { timeout: patienceMs, interval: 20 });
  expect(await lookup('shop.test', 'quick')).toHaveLength(2);
  expect(askedFor()).toBeLessThan(names.length);
  expect(await ended[0]).toBe('ETIMEOUT');
});

test('localhost is this machine, and the hosts file comes before any query', async () => {
  const lookup = createLookup([address]);
  for (const name of ['localhost', 'app.localhost'])
    expect((await lookup(name, 'a')).map((found) => found.address)).toContain('127.0.0.1');
  expect(asked.filter((question) => question.includes('localhost'))).toEqual([]);
  const folder = await mkdtemp(join(tmpdir(), 'hosts-'));
  const file = join(folder, 'hosts');
  await writeFile(file, '# ours\n192.0.2.1\tShop.Internal shop # twice\n2001:db8::1 shop.internal\nnonsense line\n');
  const hosts = new Hosts(file);
  expect(await hosts.addressesOf('shop.internal')).toEqual([
    { address: '192.0.2.1', family: 4 },
    { address: '2001:db8::1', family: 6 },
  ]);
  expect(await hosts.addressesOf('line')).toBeUndefined();
  await rm(folder, { recursive: true });
  expect(await new Hosts(file).addressesOf('shop.internal')).toBeUndefined();
});
