/** Those who ask for much go at a pace while others are there; whoever shows who they are never stands behind strangers. */
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { sender, testAccount, times } from '../harness/accounts.ts';
import { patienceMs } from '../harness/patience.ts';
import { adminToken, testService } from '../harness/service.ts';

// So much is to be left free that there is hardly ever room enough, however fast the machine is.
const service = await testService({ HERMOD_HEADROOM_PERCENT: '90' });
const { base, call, db } = service;

/** Somebody without a key, who counts answers. */
function stranger() {
  let answered = 0;
  const socket = net.connect(Number(new URL(base).port), '127.0.0.1');
  const isConnected = new Promise((resolve) => socket.once('connect', resolve));
  socket.setEncoding('latin1').on('data', (text: string) => (answered += text.split('HTTP/1.1 401').length - 1));
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  const ask = (count: number) => socket.write('GET /v1/account HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(count));
  return { isConnected, ask, answered: () => answered };
}

test('operators and load balancers do not wait behind a flood of strangers from the same address', async () => {
  const send = sender(service, await testAccount(db));
  const small = setInterval(() => void send(), 100);
  onTestFinished(() => clearInterval(small));
  await send();
  const last = stranger();
  const flood = times(150, stranger);
  await Promise.all([last, ...flood].map(({ isConnected }) => isConnected));
  for (const { ask } of flood) ask(16);
  const answered = () => flood.reduce((sum, each) => sum + each.answered(), 0);
  // By now all of them wait; the pace has slowed down to some hundred a second.
  await expect.poll(answered, { timeout: patienceMs }).toBeGreaterThan(500);
  last.ask(1);
  // So that it is surely there before the operator's.
  await sleep(100);
  const headers = { authorization: `Bearer ${adminToken}` };
  expect((await call({ path: '/admin/v1/accounts?limit=1', key: null, headers })).status).toBe(200);
  expect((await call({ path: '/health/live', key: null })).status).toBe(200);
  expect((await send()).status).toBe(202);
  expect(last.answered()).toBe(0);
});
