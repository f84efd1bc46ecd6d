/** Keys that change while they are in use on two processes: a valid key never fails, an invalid one stops. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { countStatuses, request, testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { patienceMs } from '../harness/patience.ts';
import { type Answer, type Call, type RunningService, serviceOn, testService } from '../harness/service.ts';

const service = await testService();
const second = await serviceOn(service.url);
const call = operator(service);
const deadline = 5_000;

const endpoints: Record<string, Omit<Call, 'key'>> = {
  send: { path: '/v1/sms/messages', body: request() },
  preview: { path: '/v1/sms/messages/preview', body: request() },
  list: { path: '/v1/sms/messages' },
  account: { path: '/v1/account' },
};

type Seen = { endpoint: string; began: number; answer: Answer };

/** Requests every endpoint of every process with the key, repeatedly, until it is stopped. */
function stream(key: string, services: readonly RunningService[] = [service, second]) {
  const seen: Seen[] = [];
  let running = true;
  const clients = services.flatMap((each) =>
    Object.entries(endpoints).map(async ([endpoint, what]) => {
      while (running) {
        const began = performance.now();
        seen.push({ endpoint, began, answer: await each.call({ ...what, key }) });
        await sleep(5);
      }
    }),
  );
  const stop = async () => {
    running = false;
    await Promise.all(clients);
    return seen;
  };
  return { seen, stop };
}

/** Resolves after 40 more answers. */
async function waitForMore({ seen }: { seen: Seen[] }): Promise<void> {
  const before = seen.length;
  await vi.waitFor(() => expect(seen.length).toBeGreaterThan(before + 40), { timeout: patienceMs });
}

/** A busy machine answers 503, which says nothing about a key. */
const isBusy = ({ answer }: Seen) => answer.status === 503 && answer.text.includes('try again');
const statusesOf = (seen: readonly Seen[]) =>
  Object.keys(countStatuses(seen.filter((each) => !isBusy(each)).map(({ answer }) => answer))).map(Number);

test('while a key is rotated repeatedly, no request with a valid key fails', async () => {
  const { key, keyId } = await testAccount(service.db);
  let current = { key, keyId };
  const streams = [stream(key)];
  await waitForMore(streams[0]!);
  for (let round = 0; round < 3; round++) {
    const { body } = await call({ path: `/keys/${current.keyId}/rotate`, body: { overlapSeconds: 60 } });
    current = body as typeof current;
    streams.push(stream(current.key));
    await waitForMore(streams.at(-1)!);
  }
  const all = (await Promise.all(streams.map(({ stop }) => stop()))).flat();
  expect(statusesOf(all)).toEqual([200, 202]);
});

/** When the last success of each endpoint began, in ms after `since`; and whether all have failed by then. */
async function untilDead(running: ReturnType<typeof stream>, since: number): Promise<Record<string, number>> {
  const lastlyDead = () =>
    running.seen
      .slice(-40)
      .filter((each) => !isBusy(each))
      .every(({ answer }) => answer.status === 401);
  await vi.waitFor(() => expect(lastlyDead()).toBe(true), { timeout: patienceMs, interval: 20 });
  const seen = await running.stop();
  expect(statusesOf(seen)).toEqual([200, 202, 401]);
  const texts = new Set(seen.filter(({ answer }) => answer.status === 401).map(({ answer }) => answer.text));
  expect([...texts]).toEqual([expect.stringMatching(/^\{"error":"error: 401 - /)]);
  const last: Record<string, number> = {};
  for (const { endpoint, began, answer } of seen) if (answer.status < 300) last[endpoint] = began - since;
  return last;
}

describe('a key that is in use at both processes', () => {
  const ends: [how: string, end: (keyId: string) => Promise<unknown>][] = [
    ['revoked', (keyId) => call({ method: 'POST', path: `/keys/${keyId}/revoke` })],
    ['rotated without overlap', (keyId) => call({ path: `/keys/${keyId}/rotate`, body: { overlapSeconds: 0 } })],
  ];

  test.each(ends)('%s, sends nothing from then on and stops on every process within 5 s', async (_how, end) => {
    const { key, keyId } = await testAccount(service.db);
    const running = stream(key);
    await waitForMore(running);
    await end(keyId);
    const last = await untilDead(running, performance.now());
    expect(last['send']).toBeLessThanOrEqual(0);
    expect(last['preview']).toBeLessThanOrEqual(0);
    for (const after of Object.values(last)) expect(after).toBeLessThan(deadline);
  });

  test('stops at its expiry, although nothing is written then', async () => {
    const { key, keyId } = await testAccount(service.db);
    const running = stream(key);
    await waitForMore(running);
    const expiresAt = new Date(Date.now() + 1_500).toISOString();
    expect(await call({ method: 'PATCH', path: `/keys/${keyId}`, body: { expiresAt } })).toMatchObject({ status: 200 });
    // On a busy machine the change itself may be later than that.
    const changed = (await service.db.query<{ at: Date }>('SELECT now() AS at')).rows[0]!.at;
    const ends = performance.now() + Math.max(0, Date.parse(expiresAt) - Date.now());
    const last = await untilDead(running, ends);
    expect(last['send']).toBeLessThan(50);
    for (const after of Object.values(last)) expect(after).toBeLessThan(deadline);
    const { rows } = await service.db.query(
      `SELECT count(*)::integer AS late FROM submissions s JOIN api_keys k ON k.id = $1
       WHERE s.account_id = k.account_id AND s.accepted_at >= greatest(k.expires_at, $2)`,
      [keyId, changed],
    );
    expect(rows).toEqual([{ late: 0 }]);
  });

  test('at the end of an overlap the old key stops and the new one stays valid', async () => {
    const { key, keyId } = await testAccount(service.db);
    const old = stream(key);
    await waitForMore(old);
    const { body } = await call({ path: `/keys/${keyId}/rotate`, body: { overlapSeconds: 1 } });
    const rotated = performance.now();
    const next = stream((body as { key: string }).key);
    const last = await untilDead(old, rotated + 1_000);
    for (const after of Object.values(last)) expect(after).toBeLessThan(deadline);
    expect(statusesOf(await next.stop())).toEqual([200, 202]);
  });
});
