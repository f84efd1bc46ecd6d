import { describe, expect, test } from 'vitest';
import { operator } from '../harness/operator.ts';
import { adminToken, demoKey, serviceOn, testService } from '../harness/service.ts';

const service = await testService();
const call = operator(service);
const guessed = operator(await serviceOn(service.url));

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

  test.each(wrong)('%s: 401 that says what to send', async (_what, headers) => {
    const answer = await call({ path: '/accounts', token: null, headers });
    expect(answer).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer realm="operator"' } });
    expect(answer.text).not.toContain(adminToken);
  });

  test('is taken in any case of the scheme', async () => {
    const headers = { authorization: `bearer ${adminToken}` };
    expect(await call({ path: '/accounts', token: null, headers })).toMatchObject({ status: 200 });
  });

  test('guessed again and again makes its address wait, also with the right one', async () => {
    const guesses = await Promise.all(Array.from({ length: 30 }, () => guessed({ path: '/accounts', token: 'guess' })));
    expect(guesses.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(13);
    expect(await guessed({ path: '/accounts' })).toMatchObject({
      status: 429,
      body: { error: expect.stringMatching(/^error: 429 - Too many wrong tokens; try again in \d+ s$/) },
    });
  });

  test('opens nothing of the customers', async () => {
    const answer = await service.call({ path: '/v1/account', key: adminToken });
    expect(answer.status).toBe(401);
  });
});

test('an unknown path and a wrong method are errors like everywhere', async () => {
  expect(await call({ path: '/nothing' })).toMatchObject({ status: 404, body: { error: expect.any(String) } });
  expect(await call({ method: 'DELETE', path: '/accounts' })).toMatchObject({ status: 405 });
});
