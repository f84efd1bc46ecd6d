/** Requests that cause webhooks free of charge are limited per hour and account. */
import { expect, test } from 'vitest';
import { countStatuses, testAccount, times } from '../harness/accounts.ts';
import { testService } from '../harness/service.ts';

const { call, db } = await testService({ HERMOD_WEBHOOK_ALLOW: '127.0.0.1/32' });
const url = 'http://127.0.0.1:9/';
const [busy, other] = [await testAccount(db), await testAccount(db)];

test.each<[path: string, most: number, body: object | undefined, done: number]>([
  ['/v1/webhooks/sample', 120, { kind: 'delivery report', url }, 202],
  ['/v1/webhooks/replay', 60, { since: '2026-01-01T00:00:00Z' }, 200],
  ['/v1/webhooks/secret', 60, undefined, 200],
])('%s: %i an hour', async (path, most, body, done) => {
  const ask = ({ key }: { key: string }) =>
    call({ method: 'POST', path, key, ...(body === undefined ? {} : { body }) });
  const answers = [];
  for (let left = most + 15; left > 0; left -= 15) answers.push(...(await Promise.all(times(15, () => ask(busy)))));
  // Some are refilled while the requests run.
  const { [done]: allowed = 0, 429: refused = 0 } = countStatuses(answers);
  expect(allowed + refused, JSON.stringify(countStatuses(answers))).toBe(answers.length);
  expect(allowed).toBeGreaterThanOrEqual(most);
  expect(allowed).toBeLessThan(most + 10);
  const last = answers.findLast(({ status }) => status === 429)!;
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask(other)).status).toBe(done);
});
