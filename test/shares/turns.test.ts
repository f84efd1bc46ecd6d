/** Requests of accounts and addresses take turns; a request with credentials does not wait behind those without from the same address. */
import net from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { sender, testAccount, times } from '../harness/accounts.ts';
import { patienceMs } from '../harness/patience.ts';
import { adminToken, testService } from '../harness/service.ts';

const service = await testService();
const { base, call, db } = service;
const perConnection = 16;

/** A client without a key, which counts its answers. */
function stranger() {
  let answered = 0;
  const socket = net.connect(Number(new URL(base).port), '127.0.0.1');
  const isConnected = new Promise((resolve) => socket.once('connect', resolve));
  const isAnswered = new Promise((resolve) => socket.once('data', resolve));
  socket.setEncoding('latin1').on('data', (text: string) => {
    answered += text.split('HTTP/1.1 401').length - 1;
  });
  onTestFinished(() => void socket.destroy());
  const ask = (count: number) => socket.write('GET /v1/account HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(count));
  return { isConnected, isAnswered, ask, answered: () => answered };
}

test('customers, operators and load balancers are answered before a flood without credentials from the same address', async () => {
  const send = sender(service, await testAccount(db));
  const headers = { authorization: `Bearer ${adminToken}` };
  const operate = () => call({ path: '/admin/v1/accounts?limit=1', key: null, headers });
  // Keys are known, and code is compiled.
  expect([(await send()).status, (await operate()).status]).toEqual([202, 200]);
  const flood = times(400, stranger);
  const last = stranger();
  await Promise.all([last, ...flood].map(({ isConnected }) => isConnected));
  const answered = () => flood.reduce((sum, each) => sum + each.answered(), 0);
  for (const { ask } of flood) ask(perConnection);
  await Promise.race(flood.map(({ isAnswered }) => isAnswered));
  last.ask(1);
  const answers = await Promise.all([operate(), send()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 202]);
  expect(last.answered()).toBe(0);
  expect((await call({ path: '/health/live', key: null })).status).toBe(200);
  await expect.poll(answered, { timeout: patienceMs }).toBe(flood.length * perConnection);
});
