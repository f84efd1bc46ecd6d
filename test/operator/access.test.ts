import { describe, expect, test } from 'vitest';
import { operator } from '../harness/operator.ts';
import { adminToken, demoKey, serviceOn, testService } from '../harness/service.ts';

const service = await testService();
const call = operator(service);
const guessed = operator(await serviceOn(service.url));
const open = operator(await serviceOn(service.url));
const proxied = operator(await serviceOn(service.url, { HERMOD_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' }));

describe('the operator token', () => {
  const wrong: [what: string, headers: Record<string, string>][] = [
    ['is missing', {}],
    ['is another', { authorization: 'Bearer another' }],
    ['is nearly right', { authorization: `Bearer ${adminToken}x` }],
    ['comes in another scheme', { authorization: `Basic ${adminToken}` }],
    ['is an API key', { authorization: `Bearer ${demoKey}` }],
    ['is replaced by an API key', { apikey: demoKey }],
    ['is empty', { authorization: 'Bearer ' }],
  ];

  test.each(wrong)('%s: 401 with the header to send', async (_what, headers) => {
    const answer = await call({ path: '/accounts', token: null, headers });
    expect(answer).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer realm="operator"' } });
    expect(answer.text).not.toContain(adminToken);
  });

  test('the scheme is case-insensitive', async () => {
    const headers = { authorization: `bearer ${adminToken}` };
    expect(await call({ path: '/accounts', token: null, headers })).toMatchObject({ status: 200 });
  });

  test('repeated wrong tokens limit their address, but never the right token', async () => {
    // In parallel: a refusal is delayed by one second, after which the address is no longer limited.
    const tries = Array.from({ length: 30 }, () => [
      guessed({ path: '/accounts', token: 'guess' }),
      guessed({ path: '/accounts' }),
    ]);
    const guesses = await Promise.all(tries.map(([wrong]) => wrong!));
    expect(guesses.find(({ status }) => status !== 401)).toMatchObject({
      status: 429,
      body: { error: expect.stringMatching(/^error: 429 - Too many wrong tokens; try again in \d+ s$/) },
    });
    for (const [, right] of tries) expect(await right).toMatchObject({ status: 200 });
  });

  test('wrong tokens behind a trusted proxy limit their own address and no other behind it', async () => {
    const guess = (forwarded: string) =>
      proxied({ path: '/accounts', token: 'guess', headers: { 'x-forwarded-for': forwarded } });
    // The last address that is not a proxy counts; what the client wrote in front of it does not.
    const same = ['203.0.113.9, 192.0.2.7, 10.1.2.3', '198.51.100.1, 192.0.2.7'];
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => guess(same[index % 2]!)));
    // Eleven wrong tokens are allowed, and one more for each second of the test.
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThan(20);
    expect((await guess('203.0.113.9')).status).toBe(401);
    expect((await guess('192.0.2.8, 10.1.2.3')).status).toBe(401);
  });

  test('forged addresses without a trusted proxy count as one address', async () => {
    const guess = (index: number) =>
      open({ path: '/accounts', token: 'guess', headers: { 'x-forwarded-for': `192.0.2.${index}` } });
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => guess(index)));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(10);
  });

  test('the audit trail holds the address that the proxy reports', async () => {
    const headers = { 'x-forwarded-for': 'no address, 192.0.2.44', 'x-operator': 'far away' };
    const body = { name: 'Audited', currency: 'EUR' };
    expect((await proxied({ path: '/accounts', body, headers })).status).toBe(201);
    const { body: audit } = await proxied({ path: '/audit?action=account%20create&limit=1' });
    expect((audit as { entries: object[] }).entries[0]).toMatchObject({ actor: 'far away', address: '192.0.2.44' });
  });

  test('the operator token opens no endpoint of customers', async () => {
    const answer = await service.call({ path: '/v1/account', key: adminToken });
    expect(answer.status).toBe(401);
  });
});

test('an unknown path and a wrong method are refused with the usual errors', async () => {
  expect(await call({ path: '/nothing' })).toMatchObject({ status: 404, body: { error: expect.any(String) } });
  expect(await call({ method: 'DELETE', path: '/accounts' })).toMatchObject({ status: 405 });
});
